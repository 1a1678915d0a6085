import Foundation
import KeyedArchives
import Testing

/// Code that other coders take.
@Suite struct EverydayCodeTests {
  // MARK: One record that a superclass and its subclass fill

  class Base: Codable {
    var name = "n"

    init() {}

    enum Keys: CodingKey { case name, attributes }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var attributes = container.nestedContainer(keyedBy: Keys.self, forKey: .attributes)
      try attributes.encode(name, forKey: .name)
    }

    required init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: Keys.self)
        .nestedContainer(keyedBy: Keys.self, forKey: .attributes).decode(String.self, forKey: .name)
    }
  }

  final class Nested: Base {
    var size = 3

    override init() { super.init() }

    enum Keys: CodingKey { case size, attributes }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: Keys.self)
      var attributes = container.nestedContainer(keyedBy: Keys.self, forKey: .attributes)
      try attributes.encode(size, forKey: .size)
    }

    required init(from decoder: any Decoder) throws {
      size = try decoder.container(keyedBy: Keys.self)
        .nestedContainer(keyedBy: Keys.self, forKey: .attributes).decode(Int.self, forKey: .size)
      try super.init(from: decoder)
    }
  }

  struct Twice: Codable, Equatable {
    var number = 1

    enum CodingKeys: CodingKey { case number }

    init() {}

    init(from decoder: any Decoder) throws {
      number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(0, forKey: .number)
      try container.encode(number, forKey: .number)
    }
  }

  @Test func `a nested container that is asked for again is the same one`() throws {
    let data = try KeyedArchiver().encode(Nested()) as Data
    let back = try KeyedUnarchiver().decode(Nested.self, from: data)
    #expect(back.size == 3 && back.name == "n")
  }

  @Test func `the last value of a key counts`() throws {
    try expect(Twice(), isReadAs: Twice())
  }

  // MARK: A wrapper that is transparent, and comes or goes

  struct Wrapper<Value: Codable & Equatable>: Codable, Equatable {
    var value: Value

    init(_ value: Value) { self.value = value }

    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Value.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  struct Box<Value: Codable & Equatable>: Codable, Equatable {
    var value: Value
  }

  private func expect<Written: Codable, Read: Codable & Equatable>(
    _ written: Written, isReadAs expected: Read
  ) throws {
    let data = try KeyedArchiver().encode(written) as Data
    #expect(try KeyedUnarchiver().decode(Read.self, from: data) == expected)
  }

  private func expectWrapping<Value: Codable & Equatable>(_ value: Value) throws {
    try expect(Box(value: value), isReadAs: Box(value: Wrapper(value)))
    try expect(Box(value: Wrapper(value)), isReadAs: Box(value: value))
  }

  @Test func `a wrapper comes or goes around the value of a field`() throws {
    try expectWrapping(UUID())
    try expectWrapping(URL(filePath: "/tmp/file"))
    try expectWrapping(Decimal(19.5))
    try expectWrapping(Data([1, 2, 3]))
    try expectWrapping(Date(timeIntervalSince1970: 1_000.5))
  }

  final class Chip: Codable, Equatable {
    var name = "chip"

    init() {}
    static func == (left: Chip, right: Chip) -> Bool { left.name == right.name }
  }

  @Test func `a wrapper comes or goes around an object of the class asked for`() throws {
    try expectWrapping(Chip())
  }

  struct AnyEncodable: Encodable {
    var value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  @Test func `a value in a wrapper of any type is read as what it is`() throws {
    func expect<Value: Codable & Equatable>(_ value: Value) throws {
      let data = try KeyedArchiver().encode(["value": AnyEncodable(value: value)]) as Data
      #expect(try KeyedUnarchiver().decode(Box<Value>.self, from: data) == Box(value: value))
    }
    // The record is one of the wrapper's type.
    try expect(Chip())
    // A URL and a decimal write keys there, as for any coder.
    try expect(URL(filePath: "/tmp/file"))
    try expect(#require(URL(string: "b?c", relativeTo: URL(string: "https://example.org/a/"))))
    for decimal in [19.5, -1e-20, 0, 1e100] as [Decimal] + [.greatestFiniteMagnitude] {
      try expect(decimal)
    }
    try expect(UUID())
    try expect(Data([1, 2, 3]))
    try expect(Date(timeIntervalSince1970: 1_000.5))
    try expect(["a": 1])
    try expect([1.5])
    try expect("text")
  }
}
