import KeyedArchives
import TestSupport

/// Parts of a drawing: trees of objects of several classes, in which objects stand several times, too.
class TreePart: Codable {
  var name: String
  init(_ name: String) { self.name = name }

  /// The objects inside, in the order in which they are encoded.
  var parts: [TreePart?] { [] }
}

final class TreeCircle: TreePart {
  private enum CodingKeys: CodingKey { case radius }
  var radius: Double

  init(_ name: String, radius: Double = 1.5) {
    self.radius = radius
    super.init(name)
  }

  required init(from decoder: any Decoder) throws {
    radius = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .radius)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(radius, forKey: .radius)
  }
}

/// Holds others in a list, a map, a struct and an optional field.
final class TreeGroup: TreePart {
  private enum CodingKeys: CodingKey { case children, note, named, pairs, optionals }

  struct Pair: Codable {
    var number: Int
    var part: TreePart
  }

  var children: [TreePart] = []
  var note: TreePart?
  var named: [String: TreePart] = [:]
  var pairs: [Pair] = []
  var optionals: [TreePart?] = []

  override init(_ name: String) { super.init(name) }

  convenience init(_ name: String, _ children: [TreePart], note: TreePart? = nil) {
    self.init(name)
    (self.children, self.note) = (children, note)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    children = try container.decode([TreePart].self, forKey: .children)
    note = try container.decodeIfPresent(TreePart.self, forKey: .note)
    named = try container.decode([String: TreePart].self, forKey: .named)
    pairs = try container.decode([Pair].self, forKey: .pairs)
    optionals = try container.decode([TreePart?].self, forKey: .optionals)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(children, forKey: .children)
    try container.encodeIfPresent(note, forKey: .note)
    try container.encode(named, forKey: .named)
    try container.encode(pairs, forKey: .pairs)
    try container.encode(optionals, forKey: .optionals)
  }

  override var parts: [TreePart?] {
    children + [note] + named.sorted { $0.key < $1.key }.map(\.value) + pairs.map(\.part)
      + optionals
  }
}

/// Two classes whose first field is a record without a type that has the same keys in both.
class TreePanel: TreePart {
  private enum CodingKeys: CodingKey { case layout, name }
  private enum LayoutKeys: CodingKey { case number, list }
  var number: Int
  var list: [TreePart]

  init(_ name: String, _ number: Int, _ list: [TreePart]) {
    (self.number, self.list) = (number, list)
    super.init(name)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let layout = try container.nestedContainer(keyedBy: LayoutKeys.self, forKey: .layout)
    number = try layout.decode(Int.self, forKey: .number)
    list = try layout.decode([TreePart].self, forKey: .list)
    super.init(try container.decode(String.self, forKey: .name))
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    var layout = container.nestedContainer(keyedBy: LayoutKeys.self, forKey: .layout)
    try layout.encode(number, forKey: .number)
    try layout.encode(list, forKey: .list)
    try container.encode(name, forKey: .name)
  }

  override var parts: [TreePart?] { list }
}

final class TreeWindow: TreePanel {}

/// Holds parts and lists of parts in one list.
final class TreeBag: TreePart {
  private enum CodingKeys: CodingKey { case items }
  enum Item {
    case part(TreePart)
    case list([TreePart])
  }
  var items: [Item]

  init(_ items: [Item]) {
    self.items = items
    super.init("bag")
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var list = try container.nestedUnkeyedContainer(forKey: .items)
    items = []
    while !list.isAtEnd {
      if let part = try? list.decode(TreePart.self) {
        items.append(.part(part))
      } else {
        items.append(.list(try list.decode([TreePart].self)))
      }
    }
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    var list = container.nestedUnkeyedContainer(forKey: .items)
    for item in items {
      switch item {
      case .part(let part): try list.encode(part)
      case .list(let parts): try list.encode(parts)
      }
    }
  }
}

/// Names another part that it does not hold.
final class TreeLink: TreePart {
  private enum CodingKeys: CodingKey { case target }
  @WeakReference var target: TreePart?

  init(to target: TreePart?) {
    super.init("link")
    self.target = target
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    _target = try container.decode(WeakReference<TreePart>.self, forKey: .target)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(_target, forKey: .target)
  }
}

/// Random trees, in which some objects stand in several places.
struct ClassTreeSource {
  private var random: SeededGenerator
  private var known: [TreePart] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  /// A new tree.
  mutating func tree(depth: Int = 4) -> TreePart {
    known = []
    return part(depth)
  }

  /// Parts of one tree.
  mutating func list(depth: Int = 3) -> [TreePart] {
    known = []
    return parts(depth)
  }

  private mutating func parts(_ depth: Int) -> [TreePart] {
    let count = [0, 1, 2, 3, 8, 9, 12][number(below: depth > 1 ? 7 : 4)]
    return (0..<(known.count > 200 ? 0 : count)).map { _ in part(depth - 1) }
  }

  private mutating func part(_ depth: Int) -> TreePart {
    if !known.isEmpty, number(below: 8) == 0 { return known[number(below: known.count)] }
    let made: TreePart
    switch number(below: depth > 0 ? 7 : 2) {
    case 0: made = TreePart("part")
    case 1: made = TreeCircle("circle")
    case 2: made = TreePanel("panel", number(below: 100), parts(depth))
    case 3: made = TreeWindow("window", number(below: 100), parts(depth))
    default:
      let group = TreeGroup("group", parts(depth))
      if number(below: 3) == 0 { group.note = part(depth - 1) }
      for name in ["a", "b", "c"].prefix(number(below: 6)) { group.named[name] = part(depth - 1) }
      group.pairs = (0..<number(below: 3)).map { TreeGroup.Pair(number: $0, part: part(depth - 1)) }
      if number(below: 3) == 0 { group.optionals = [nil, part(depth - 1), nil] }
      made = group
    }
    known.append(made)
    return made
  }
}

extension TreePart {
  /// A line for each step to an object: the class of the object where it is met first, its number where it is met again.
  var lines: [String] {
    var numbers: [ObjectIdentifier: Int] = [:]
    var lines: [String] = []
    func visit(_ part: TreePart?) {
      guard let part else { return lines.append("nil") }
      if let number = numbers[ObjectIdentifier(part)] { return lines.append("\(number)") }
      numbers[ObjectIdentifier(part)] = numbers.count
      lines.append("\(type(of: part)) \(part.name) \(part.parts.count)")
      for inner in part.parts { visit(inner) }
    }
    visit(self)
    return lines
  }
}
