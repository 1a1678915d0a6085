import Foundation
import StorageTransforms
import Testing

/// Types that do odd things when they are decoded.
@Suite struct ProbingEdgeTests {
  struct Tagged: Codable, Equatable, Sendable {
    var name: String
    var tags: [String]
    enum CodingKeys: CodingKey { case name, tags }
    init(name: String, tags: [String]) {
      self.name = name
      self.tags = tags
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      if !tags.isEmpty { try container.encode(tags, forKey: .tags) }
    }
  }

  @Test func `what is left out when it is empty is an attribute`() throws {
    for entity in [
      try Entity(of: Tagged.self), try Entity(of: Tagged.self) { Field("tags", \.tags) },
    ] {
      #expect(entity.schema.attributes.map(\.name) == ["name", "tags"])
      #expect(entity.schema.attributes.map(\.isRequired) == [true, false])
      for value in [Tagged(name: "a", tags: []), Tagged(name: "a", tags: ["x"])] {
        #expect(try entity.restore(entity.store(value)) == value)
      }
    }
    // By rule it is required all the same.
    let strict = try Entity(of: Tagged.self) { Field("tags", \.tags).required() }
    #expect(throws: TransformError.self) { try strict.store(Tagged(name: "a", tags: [])) }
  }

  struct Counted: Codable, Equatable, Sendable {
    var count: Int
    init(count: Int) { self.count = count }
    enum CodingKeys: CodingKey { case count }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      count = try container.decodeIfPresent(Int.self, forKey: .count) ?? 1
    }
  }

  @Test func `a rule does not make a property required that may be missing`() throws {
    let plain = try Entity(of: Counted.self)
    let indexed = try Entity(of: Counted.self) { Field("count", \.count).indexed() }
    #expect(plain.schema.attributes[0].isRequired == indexed.schema.attributes[0].isRequired)
    #expect(try indexed.restore([.null]) == Counted(count: 1))
  }

  class Contact: Codable { var name = "" }
  final class Tutor: Contact { var room = 7 }

  @Test func `an instance of a subclass is not cut down`() throws {
    let contacts = try Entity(of: Contact.self)
    let error = #expect(throws: TransformError.self) { try contacts.store(Tutor()) }
    #expect(error?.code == .typeMismatch)
    #expect(try contacts.restore(contacts.store(Contact())).name == "")
  }

  struct Lenient: Codable {
    var hash: UInt64?
    enum CodingKeys: CodingKey { case hash }
    init(hash: UInt64?) { self.hash = hash }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try? container.encodeIfPresent(hash, forKey: .hash)
    }
  }

  @Test func `an error that the type catches is one all the same`() throws {
    let entity = try Entity(of: Lenient.self)
    #expect(try entity.store(Lenient(hash: 5)) == [.integer(5)])
    let error = #expect(throws: TransformError.self) { try entity.store(Lenient(hash: .max)) }
    #expect(error?.code == .notStorable)
  }

  struct Endless: Codable {
    var list: [Int]
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      list = []
      while let next = try? container.decode(Int.self) { list.append(next) }
    }
  }
  struct Listing: Codable { var endless: Endless }

  struct Numbered: Codable {
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    var parts: [String] = []
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      while let part = try container.decodeIfPresent(
        String.self, forKey: Key(stringValue: "part\(parts.count)"))
      {
        parts.append(part)
      }
    }
  }

  final class Bin: Codable {
    var left: Bin?
    var right: Bin?
    enum CodingKeys: CodingKey { case left, right }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      left = try? container.decode(Bin.self, forKey: .left)
      right = try? container.decode(Bin.self, forKey: .right)
    }
  }
  struct Forest: Codable { var tree: Bin }

  final class Chain: Codable {
    var next: Chain?
    enum CodingKeys: CodingKey { case next }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      next = try? Chain(from: container.superDecoder(forKey: .next))
    }
  }
  struct Chained: Codable { var chain: Chain }

  /// They end, and that they end is what counts: each is an entity or an error.
  @Test func `decoding that takes all it gets comes to an end`() {
    _ = try? Entity(of: Listing.self)
    _ = try? Entity(of: Forest.self)
    _ = try? Entity(of: Chained.self)
    let error = #expect(throws: SchemaError.self) { try Entity(of: Numbered.self) }
    #expect(error?.code == .undeterminable)
  }

  struct Dated: Codable {
    var day: Date
    enum CodingKeys: CodingKey { case day }
    init(from decoder: any Decoder) throws {
      let text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .day)
      day = try ISO8601Transform().restore(text)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(ISO8601Transform().store(day), forKey: .day)
    }
  }

  @Test func `an example of another type than is read says so`() {
    let first = #expect(throws: SchemaError.self) { try Entity(of: Dated.self, named: "D") }
    #expect(first?.lines == [#"Field("day", \.day).example(…)"#])
    let second = #expect(throws: SchemaError.self) {
      try Entity(of: Dated.self, named: "D") { Field("day", \.day).example(Date()) }
    }
    #expect(
      second?.message.contains("is read as String, and the value of its field is a Date") == true)
    #expect(second?.lines.first?.contains("restoring: …") == true)
  }

  @Test func `names that look the same are one name`() {
    struct Cafe: Sendable {
      var first: Int
      var second: Int
    }
    let error = #expect(throws: SchemaError.self) {
      try Entity("C", restoring: Cafe.init) {
        Field(.init("caf\u{E9}", id: "1"), \.first)
        Field(.init("cafe\u{301}", id: "2"), \.second)
      }
    }
    #expect(error?.code == .duplicateAttribute)
  }
}
