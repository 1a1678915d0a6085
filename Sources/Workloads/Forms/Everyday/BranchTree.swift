internal import KeyedArchives

/// A tree of objects of one class that hold others of it, the last of which are of a subclass.
struct BranchTree: FormValue {
  class Branch: Codable {
    let name: String
    let length: Int
    let branches: [Branch]

    private enum CodingKeys: CodingKey { case name, length, branches }

    init(name: String, length: Int, branches: [Branch]) {
      (self.name, self.length, self.branches) = (name, length, branches)
    }

    required init(from decoder: any Decoder) throws {
      CallCount.note(decoder)
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      length = try container.decode(Int.self, forKey: .length)
      branches = try container.decode([Branch].self, forKey: .branches)
    }

    func encode(to encoder: any Encoder) throws {
      CallCount.note(encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(length, forKey: .length)
      try container.encode(branches, forKey: .branches)
    }

    func isSame(as other: Branch) -> Bool {
      type(of: self) == type(of: other) && name == other.name && length == other.length
        && branches.count == other.branches.count
        && zip(branches, other.branches).allSatisfy { $0.isSame(as: $1) }
    }
  }

  final class Tip: Branch {
    let ratio: Double

    private enum CodingKeys: CodingKey { case ratio }

    init(name: String, length: Int, ratio: Double) {
      self.ratio = ratio
      super.init(name: name, length: length, branches: [])
    }

    required init(from decoder: any Decoder) throws {
      ratio = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .ratio)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(ratio, forKey: .ratio)
    }

    override func isSame(as other: Branch) -> Bool {
      super.isSame(as: other) && ratio == (other as? Tip)?.ratio
    }
  }

  var root: Branch

  static let types: TypeAllowList = [Tip.self]

  private enum CodingKeys: CodingKey { case root }

  /// Two branches with two tips each.
  init(seed: Int) {
    let branches = (0..<2).map { number in
      Branch(
        name: "branch \(number)", length: seed,
        branches: (0..<2).map { Tip(name: "tip \($0)", length: seed, ratio: Double(seed) + 0.5) })
    }
    root = Branch(name: "root", length: seed, branches: branches)
  }

  /// Two of each branch, three of each tip.
  var leafCount: Int { 3 * 2 + 4 * 3 }

  var valueCount: Int { 8 }

  init(from decoder: any Decoder) throws {
    CallCount.note(decoder)
    root = try decoder.container(keyedBy: CodingKeys.self).decode(Branch.self, forKey: .root)
  }

  func encode(to encoder: any Encoder) throws {
    CallCount.note(encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(root, forKey: .root)
  }

  func isSame(as other: BranchTree) -> Bool { root.isSame(as: other.root) }

  func write(to writer: inout FixedLayoutWriter) { Self.write(root, to: &writer) }

  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    root = try Self.branch(from: &reader)
  }

  private static func write(_ branch: Branch, to writer: inout FixedLayoutWriter) {
    let tip = branch as? Tip
    (tip != nil).write(to: &writer)
    branch.name.write(to: &writer)
    branch.length.write(to: &writer)
    tip?.ratio.write(to: &writer)
    UInt32(truncatingIfNeeded: branch.branches.count).write(to: &writer)
    for branch in branch.branches { write(branch, to: &writer) }
  }

  private static func branch(
    from reader: inout FixedLayoutReader
  ) throws(FixedLayoutError) -> Branch {
    let isTip = try Bool(from: &reader)
    let name = try String(from: &reader)
    let length = try Int(from: &reader)
    let ratio = isTip ? try Double(from: &reader) : nil
    let count = Int(try UInt32(from: &reader))
    guard count <= reader.byteCount else { throw .cutOff }
    var branches: [Branch] = []
    branches.reserveCapacity(count)
    for _ in 0..<count { branches.append(try branch(from: &reader)) }
    return ratio.map { Tip(name: name, length: length, ratio: $0) }
      ?? Branch(name: name, length: length, branches: branches)
  }
}
