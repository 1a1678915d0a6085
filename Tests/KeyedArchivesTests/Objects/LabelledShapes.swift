import KeyedArchives

/// Classes whose objects are arrays, maps, and other values than records.
enum LabelledShapes {
  class Shape: Codable {
    init() {}
    required init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws { _ = encoder.unkeyedContainer() }
    var text: String { "shape" }
  }

  /// An array.
  final class Corners: Shape {
    var numbers: [Double]
    init(_ numbers: [Double]) {
      self.numbers = numbers
      super.init()
    }
    required init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      numbers = []
      while !container.isAtEnd { numbers.append(try container.decode(Double.self)) }
      super.init()
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for number in numbers { try container.encode(number) }
    }
    override var text: String { "corners \(numbers)" }
  }

  /// An object that is encoded as the value it holds.
  final class Box<Value: Codable>: Shape {
    var value: Value
    init(_ value: Value) {
      self.value = value
      super.init()
    }
    required init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Value.self)
      super.init()
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
    override var text: String {
      "box \((value as? Shape)?.text ?? (value as? Drawing)?.text ?? "\(value)")"
    }
  }

  /// A map.
  final class Table: Shape {
    var values: [String: Int]
    init(_ values: [String: Int]) {
      self.values = values
      super.init()
    }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: TextKey.self)
      values = try Dictionary(
        uniqueKeysWithValues: container.allKeys.map {
          ($0.stringValue, try container.decode(Int.self, forKey: $0))
        })
      super.init()
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: TextKey.self)
      for key in values.keys.sorted() {
        try container.encode(values[key], forKey: TextKey(stringValue: key))
      }
    }
    override var text: String { "table \(values.sorted { $0.key < $1.key })" }
  }

  struct TextKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// A record, with a version.
  final class Plain: Shape, ArchiveEvolving {
    static var archiveEvolution: ArchiveEvolution { ArchiveEvolution(of: Plain.self, version: 3) }
    var name: String
    private enum CodingKeys: CodingKey { case name }
    init(_ name: String) {
      self.name = name
      super.init()
    }
    required init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
      super.init()
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
    }
    override var text: String { "plain \(name)" }
  }

  /// An array in an array, with others of its class inside.
  final class Tree: Shape {
    var number: Int
    var children: [Shape]
    init(_ number: Int, _ children: [Shape] = []) {
      (self.number, self.children) = (number, children)
      super.init()
    }
    required init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      number = try container.decode(Int.self)
      children = try container.decode([Shape].self)
      super.init()
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(number)
      try container.encode(children)
    }
    override var text: String { "tree \(number) \(children.map(\.text))" }
  }

  struct Drawing: Codable {
    var first: Shape? = nil
    var corners: Corners? = nil
    var shapes: [Shape] = []
    var rows: [[Shape]] = []
    var named: [String: Shape] = [:]
    var text: String {
      "\(first?.text ?? "") \(corners?.text ?? "") \(shapes.map(\.text)) \(rows.map { $0.map(\.text) }) "
        + "\(named.sorted { $0.key < $1.key }.map { $0.key + $0.value.text })"
    }
  }
}
