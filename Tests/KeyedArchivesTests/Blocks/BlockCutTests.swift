import ArchiveCompression
import ArchiveFormat
import ArchiveInspection
import Foundation
import KeyedArchives
import TestTraits
import Testing
import Workloads

/// Where blocks begin, the same for both ways of encoding (Spec, sections 4 and 13).
@Suite struct BlockCutTests {
  private struct Nested: Codable, Equatable {
    var name: String
    var flag = true
    var note: String?
    var rows: [[Double]]
    var table: [String: [Int]]
    var tail: [String]
    var last: Bool
  }

  private struct Big: Codable, Equatable {
    var text: String
    var number: Int
  }

  private final class Node: Codable {
    var name: String
    var values: [Int]
    init(_ name: String, _ values: [Int]) { (self.name, self.values) = (name, values) }
  }

  private static func nested(_ count: Int) -> [Nested] {
    (0..<count).map { number in
      Nested(
        name: "n\(number)", note: number % 2 == 0 ? nil : "note",
        rows: (0..<30).map { Array(repeating: Double($0), count: 3 + number % 50) },
        table: ["a": Array(0..<number % 300)], tail: (0..<number % 40).map { "tail \($0)" },
        last: number % 3 == 0)
    }
  }

  /// Block details of a multi-part archive, and raw bytes of each block.
  static func blocks(_ bytes: [UInt8]) throws -> [(detail: BlockDetail, rawByteCount: Int)] {
    var opener = ArchiveOpener(bytes, limits: .trusted)
    return try opener.open().parts.compactMap { part in
      part.detail.map { ($0, part.header.rawByteCount) }
    }
  }

  /// Both ways give the same bytes, from the first time on; blocks have the size they may have.
  private func check<Value: Codable>(
    _ value: Value, isDirect: Bool = true, minimumStateCount: Int = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let layout = Layout(framing: .automatic, compression: .none, description: "")
    #expect(try expectSameBytes(value, layout, sourceLocation: sourceLocation) == isDirect)
    let bytes = try layout.bytes(value)
    // Which looks whether the states are true.
    let findings = ArchiveVerification(of: bytes, limits: .trusted).findings
    #expect(findings.isEmpty, sourceLocation: sourceLocation)
    let blocks = try Self.blocks(bytes)
    for block in blocks {
      #expect(block.rawByteCount <= 1 << 20, sourceLocation: sourceLocation)
    }
    for block in blocks.dropFirst().dropLast() {
      #expect(block.rawByteCount >= 256 << 10, sourceLocation: sourceLocation)
    }
    let stateCount = blocks.count { $0.detail.start == .state }
    #expect(stateCount >= minimumStateCount, sourceLocation: sourceLocation)
  }

  private struct Flags: Codable {
    var names: [String]
    var flags: [Bool]
    var numbers: [Int]
  }

  @Test func `a row that holds no block costs nothing to compare states around it`() throws {
    let value = Flags(
      names: Array(repeating: "a name of some bytes", count: 40_000),
      flags: Array(repeating: true, count: 21_000_000), numbers: Array(0..<200_000))
    let bytes: [UInt8] = try KeyedArchiver().encode(value)
    #expect(try Self.blocks(bytes).count { $0.detail.start == .state } >= 3)
    // More bools than values are allowed, which a row counts as one of.
    #expect(ArchiveVerification(of: bytes).findings == [])
  }

  @Test(.long) func `blocks of the workloads begin between elements`() throws {
    try check(WebLog.generated(count: 10_000), minimumStateCount: 2)
    try check(TriangleMesh.generated(count: 20_000), minimumStateCount: 2)
    try check(PlayerSaves.generated(count: 400))
    try check(GameUpdates.generated(count: 900))
    if let document = try Corpus.load(CanadaMap.self) { try check(document) }
    if let document = try Corpus.load(TicketCatalog.self) {
      try check(document, minimumStateCount: 0)
    }
  }

  @Test func `blocks begin between the elements of a row of any leaf`() throws {
    func check<Leaf: Codable>(_ count: Int, stateCount: Int = 1, _ leaf: (Int) -> Leaf) throws {
      try self.check((0..<count).map(leaf), minimumStateCount: stateCount)
    }
    try check(300_000) { Int8(truncatingIfNeeded: $0) }
    try check(300_000) { UInt8(truncatingIfNeeded: $0) }
    try check(110_000) { Int16(truncatingIfNeeded: $0) }
    try check(60_000) { UInt32($0) &* 77_777 }
    try check(40_000) { Int64($0) << 40 }
    try check(30_000) { UInt64.max - UInt64($0) }
    try check(20_000) { Int128($0) }
    try check(20_000) { UInt128($0) }
    try check(80_000) { Float($0) }
    try check(40_000) { Double($0) }
    try check(40_000) { Date(timeIntervalSinceReferenceDate: Double($0)) }
    try check(20_000) { number in
      UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(number % 256)))
    }
    try check(3_000) { String(repeating: "ä", count: $0 % 97) }
    try check(3_000, stateCount: 0) { Data(repeating: 1, count: $0 % 7) }
    try check(3_000) { Data(repeating: UInt8($0 % 256), count: $0 % 301) }
    try check(4, stateCount: 2) { Data(repeating: 7, count: 1_500_000 / ($0 * $0 + 1)) }
    try check(50_000) { Decimal($0 * $0 * 1_001) / 1_000 }
    try check(80_000) {
      $0 % 9 == 0
        ? Decimal.nan : Decimal(sign: .minus, exponent: $0 % 90 - 40, significand: Decimal($0))
    }
    let base = URL(string: "https://example.org/folder/")
    try check(20_000) {
      URL(string: "file-\($0)", relativeTo: $0 % 3 == 0 ? base : nil) ?? URL(filePath: "/")
    }
  }

  @Test(.long) func `blocks begin inside of rows of leaves`() throws {
    try check((0..<200_000).map { Double($0) }, minimumStateCount: 5)
    try check((0..<300_000).map { $0 * $0 }, minimumStateCount: 3)
    try check((0..<60_000).map { "text \($0)" }, minimumStateCount: 2)
    try check((0..<3_000).map { String(repeating: "y", count: $0) }, minimumStateCount: 2)
    try check([UInt8](repeating: 7, count: 1 << 20), minimumStateCount: 3)
    try check((0..<40_000).map { Int128($0) }, minimumStateCount: 2)
    try check([Bool](repeating: true, count: 3 << 20), minimumStateCount: 0)
    try check(["one": Array(0..<300_000), "two": Array(0..<300_000)], minimumStateCount: 3)
    try check(Set(0..<300_000), minimumStateCount: 1)
  }

  @Test func `blocks begin inside of nested containers`() throws {
    try check(Self.nested(300), minimumStateCount: 3)
  }

  @Test func `what a block begins with may be known after it was cut`() throws {
    // The kind of the elements is longer in the end than when the first block was cut.
    for late in [299, 599, 999] {
      let tables: [[String: [[Int]]]] = (0..<1_000).map {
        [String(repeating: "k", count: 1_000): $0 == late ? [[1]] : []]
      }
      try check(tables, minimumStateCount: 3)
    }
  }

  @Test func `a value without boundaries is cut anywhere`() throws {
    try check(
      (0..<5).map { Big(text: String(repeating: "z", count: 700_000 * $0), number: $0) },
      minimumStateCount: 2)
    try check(Big(text: String(repeating: "z", count: 3 << 20), number: 1), minimumStateCount: 0)
  }

  @Test(.long) func `nulls, objects and mixed values are cut where a reader can begin`() throws {
    try check((0..<200_000).map { $0 % 2 == 0 ? nil : $0 }, minimumStateCount: 0)
    let shared = Node("shared", [1])
    try check(
      (0..<30_000).map { $0 % 3 == 0 ? shared : Node("node \($0)", [$0]) }, minimumStateCount: 1)
    try check([Node("large", Array(0..<400_000))], minimumStateCount: 2)
  }

  private final class Folder: Codable {
    var name: String
    var files: [Node]
    var folders: [Folder]
    var owner: Node?

    init(_ name: String, files: Int, folders: [Folder] = [], owner: Node? = nil) {
      self.name = name
      self.files = (0..<files).map { Node(String(repeating: "f", count: 500), [$0]) }
      self.folders = folders
      self.owner = owner
    }
  }

  @Test func `blocks begin in the bodies of objects`() throws {
    let owner = Node("owner", [1, 2])
    let inner = Folder("inner", files: 700, owner: owner)
    let root = Folder(
      "root", files: 800, folders: [inner, inner, Folder("last", files: 700, owner: owner)])
    try check(root, minimumStateCount: 3)
    try check([root, inner], minimumStateCount: 3)
    try check(["a": [root], "b": [], "c": [inner, root]], minimumStateCount: 3)
    #expect(try Self.resumeAll(KeyedArchiver().encode([root, inner])) >= 3)
  }

  /// Has fields of its superclass before its own, and others behind them.
  private class Base: Codable {
    var title: String
    var first: [Node]

    init(_ title: String, _ first: [Node]) { (self.title, self.first) = (title, first) }
  }

  private final class Sub: Base {
    var second: [Node]
    var isLast = true

    private enum CodingKeys: CodingKey { case second, isLast }

    init(_ title: String, _ first: [Node], _ second: [Node]) {
      self.second = second
      super.init(title, first)
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      second = try container.decode([Node].self, forKey: .second)
      isLast = try container.decode(Bool.self, forKey: .isLast)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(second, forKey: .second)
      try container.encode(isLast, forKey: .isLast)
    }
  }

  @Test func `blocks begin in the fields of a subclass`() throws {
    func nodes(_ count: Int) -> [Node] {
      (0..<count).map { Node(String(repeating: "n", count: 500), [$0]) }
    }
    let sub = Sub("sub", nodes(700), nodes(800))
    try check([sub, Sub("other", [], nodes(600))], minimumStateCount: 3)
    try check(sub, minimumStateCount: 2)
    // Objects of two classes in a row: the second one says its shape.
    let mixed: [Base] = [Base("base", nodes(10)), sub, Sub("last", nodes(600), [])]
    try check(mixed, minimumStateCount: 2)
    #expect(try Self.resumeAll(KeyedArchiver().encode(mixed)) >= 2)
  }

  private indirect enum Tree: Codable {
    case leaf(String)
    case node([Tree], name: String)
    case pair(left: Tree, right: Tree)

    static func leaves(_ count: Int) -> Tree {
      .node((0..<count).map { .leaf(String(repeating: "l", count: 500 + $0 % 7)) }, name: "many")
    }

    /// Two of each, down to single leaves.
    static func pairs(_ depth: Int) -> Tree {
      depth == 0
        ? .leaf(String(repeating: "p", count: 300))
        : .pair(left: pairs(depth - 1), right: pairs(depth - 1))
    }
  }

  @Test func `blocks begin behind a root whose shape stands before it`() throws {
    let large = Tree.node([.leaves(700), .leaf("x"), .leaves(700)], name: "all")
    try check(large, minimumStateCount: 2)
    try check([large, large], minimumStateCount: 4)
    try check(Tree.pairs(12), minimumStateCount: 0)
    #expect(try Self.resumeAll(KeyedArchiver().encode(large)) >= 2)
  }
}

extension BlockCutTests {
  /// No encoder knows it before its only test.
  private final class Unknown: Codable {
    var name: String
    var values: [Int]

    init(_ name: String, _ values: [Int]) {
      self.name = name
      self.values = values
    }
  }

  @Test func `objects are encoded anew when a value is encoded a second time to cut blocks`() throws
  {
    let objects = [Unknown("large", Array(0..<400_000)), Unknown("small", [1])]
    let first: [UInt8] = try KeyedArchiver().encode(objects)
    if Differential.isWantedHere() {
      #expect(try first == KeyedArchiver().encodeThroughTape(objects))
    }
    let back = try KeyedUnarchiver().decode([Unknown].self, from: first)
    #expect(back.map(\.values) == objects.map(\.values))
  }

  /// Reads from each block with a state to the end of the root: what it says is what stands there.
  static func resumeAll(_ bytes: [UInt8]) throws -> Int {
    var opener = ArchiveOpener(bytes, limits: .trusted)
    let archive = try opener.open()
    let scope = try #require(archive.scopes.last)
    var count = 0
    for part in archive.parts {
      guard let detail = part.detail, detail.start == .state else { continue }
      var scanner = try ContentScanner(
        resuming: detail.state, Array(scope.content[detail.rawOffset...]),
        nextObject: detail.nextObject, rawOffset: detail.rawOffset, definitions: scope.definitions,
        limits: .trusted)
      try scanner.finishRoot()
      // What is left is the end of the list of roots.
      #expect(scanner.remainingByteCount == 1)
      count += 1
    }
    return count
  }

  @Test(.long) func `reading can begin at every block that has a state`() throws {
    func bytes(_ value: some Encodable) throws -> [UInt8] { try KeyedArchiver().encode(value) }
    #expect(try Self.resumeAll(bytes(WebLog.generated(count: 10_000))) >= 2)
    #expect(try Self.resumeAll(bytes(PlayerSaves.generated(count: 400))) >= 1)
    #expect(try Self.resumeAll(bytes(GameUpdates.generated(count: 900))) >= 1)
    #expect(try Self.resumeAll(bytes(Self.nested(300))) >= 3)
    #expect(try Self.resumeAll(bytes((0..<300_000).map { $0 * $0 })) >= 3)
    #expect(try Self.resumeAll(bytes((0..<200_000).map { Double($0) })) >= 3)
    #expect(try Self.resumeAll(bytes(["a": Array(0..<300_000), "b": [], "c": [1]])) >= 1)
    let shared = Node("shared", [1])
    let objects = (0..<30_000).map { $0 % 3 == 0 ? shared : Node("node \($0)", [$0]) }
    #expect(try Self.resumeAll(bytes(objects)) >= 1)
    #expect(try Self.resumeAll(bytes([Node("large", Array(0..<400_000)), shared])) >= 2)
    let mixed: [Mixed] = (0..<60_000).map { $0 % 5 == 0 ? .text("t\($0)") : .number($0) }
    #expect(try Self.resumeAll(bytes(mixed)) >= 1)
  }

  private enum Mixed: Codable {
    case number(Int)
    case text(String)
  }
}
