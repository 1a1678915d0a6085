import ArchiveInspection
import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// Enumerations whose cases have payloads, which are records of one of several shapes.
@Suite struct PayloadTests {
  enum Message: Codable, Equatable, Sendable {
    case text(String)
    case number(Int)
    case pair(Int, String)
    case point(x: Double, y: Double)
    case maybe(String?, code: Int?)
    case list([Int], [String: Double])
    case nothing
    case alsoNothing
    case inner(Inner)
  }

  enum Inner: Codable, Equatable, Sendable {
    case text(Int)
    case number(String)
  }

  indirect enum Term: Codable, Equatable, Sendable {
    case constant(Double)
    case variable(String)
    case sum(Term, Term)
    case negation(of: Term)
    case call(String, arguments: [Term])
  }

  struct Envelope: Codable, Equatable, Sendable {
    var first: Message
    var second: Message?
    var all: [Message]
    var named: [String: Message]
    var rest: [Message?]?
  }

  static let messages: [Message] = [
    .text("a"), .number(1), .pair(2, "b"), .point(x: 3, y: 4), .maybe(nil, code: nil),
    .maybe("c", code: 5), .list([6, 7], ["d": 8]), .nothing, .alsoNothing, .inner(.text(9)),
    .inner(.number("e")), .text("f"), .number(-10), .list([], [:]), .maybe("g", code: nil),
  ]

  static let term = Term.sum(
    .negation(of: .constant(1)),
    .call("f", arguments: [.variable("x"), .sum(.constant(2), .variable("y")), .constant(3)]))

  @Test(arguments: Layout.all)
  func `payloads are written directly, whatever cases follow each other`(_ layout: Layout) throws {
    #expect(try expectSameBytes(Self.messages, layout))
    #expect(try expectSameBytes(Array(Self.messages.reversed()), layout))
    #expect(try expectSameBytes(Self.messages[0], layout))
    #expect(try expectSameBytes(Self.term, layout))
    #expect(try expectSameBytes([Self.term, .constant(1), Self.term], layout))
    for message in Self.messages { #expect(try expectSameBytes(message, layout)) }
    #expect(
      try expectSameBytes(
        Envelope(
          first: .number(1), second: .text("a"), all: Self.messages, named: ["b": .nothing]), layout
      )
    )
  }

  @Test func `payloads come back`() throws {
    let envelope = Envelope(
      first: .number(1), second: nil, all: Self.messages,
      named: ["b": .nothing, "c": .inner(.text(1))], rest: [nil, .text("d"), nil, .number(2)])
    let archiver = KeyedArchiver()
    let unarchiver = KeyedUnarchiver()
    #expect(try unarchiver.decode(Envelope.self, from: archiver.encode(envelope)) == envelope)
    #expect(
      try unarchiver.decode([Message].self, from: archiver.encode(Self.messages)) == Self.messages)
    #expect(try unarchiver.decode(Term.self, from: archiver.encode(Self.term)) == Self.term)
    for message in Self.messages {
      #expect(try unarchiver.decode(Message.self, from: archiver.encode(message)) == message)
    }
  }

  @Test func `a payload costs its shape and its bytes`() throws {
    func byteCount(_ count: Int) throws -> Int {
      let messages = (0..<count).map { $0 % 2 == 0 ? Message.number($0 % 60) : .text("ab") }
      return try (KeyedArchiver().encode(messages) as [UInt8]).count
    }
    // The shape's number and one byte of varint; the same and three bytes of string.
    #expect(try byteCount(60) - byteCount(40) == 10 * (2 + 4))
  }

  @Test(.long) func `blocks begin between payloads`() throws {
    let messages = (0..<30_000).map { index in
      index % 3 == 0
        ? Message.pair(index, "element \(index)")
        : index % 3 == 1 ? .list([index, 1], ["a": 0.5]) : .nothing
    }
    let archiver = KeyedArchiver()
    #expect(try expectSameBytes(messages))
    let archive: [UInt8] = try archiver.encode(messages)
    #expect(try KeyedUnarchiver().decode([Message].self, from: archive) == messages)
    let path = try ArchivePath(parsing: "[20001]")
    #expect(
      try KeyedUnarchiver().decode(Message.self, at: path, from: Data(archive)) == messages[20001])
    #expect(ArchiveVerification(of: archive, requiresCanonicalForm: true).findings.isEmpty)
    let tree = Term.call("f", arguments: messages.indices.map { .constant(Double($0)) })
    try expectSameBytes(tree)
    #expect(try KeyedUnarchiver().decode(Term.self, from: archiver.encode(tree)) == tree)
  }

  @Test func `one key type for the payloads of two types is left to the general way`() throws {
    enum Key: String, CodingKey { case value, other }
    struct First: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var payload = container.nestedContainer(keyedBy: Key.self, forKey: .value)
        try payload.encode(1, forKey: .other)
      }
    }
    struct Second: Encodable {
      var first = First()
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var payload = container.nestedContainer(keyedBy: Key.self, forKey: .other)
        try payload.encode(2, forKey: .other)
        try container.encode(first, forKey: .value)
      }
    }
    struct Third: Encodable {
      var first = First()
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(first, forKey: .value)
        var payload = container.nestedContainer(keyedBy: Key.self, forKey: .other)
        try payload.encode(2, forKey: .other)
      }
    }
    try expectSameBytes(Second())
    try expectSameBytes(Third())
    try expectSameBytes([Third(), Third()])
  }

  @Test func `a case whose payload changes its kinds is widened`() throws {
    struct Changing: Encodable {
      enum Key: String, CodingKey { case only, value }
      var value: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var payload = container.nestedContainer(keyedBy: Key.self, forKey: .only)
        if value % 2 == 0 {
          try payload.encode(value, forKey: .value)
        } else {
          try payload.encode("\(value)", forKey: .value)
        }
      }
    }
    let values = (0..<20).map { Changing(value: $0) }
    try expectSameBytes(values)
    let archive: [UInt8] = try KeyedArchiver().encode(values)
    #expect(ArchiveVerification(of: archive, requiresCanonicalForm: true).findings.isEmpty)
  }

  @Test func `payloads against dictionaries of shapes`() throws {
    var dictionary = ShapeDictionary()
    let archiver = KeyedArchiver()
    var records: [[UInt8]] = []
    for message in Self.messages + Self.messages {
      let encoding = try archiver.encode(message, against: dictionary)
      dictionary = try dictionary.adding(encoding.additions)
      records.append(encoding.bytes)
    }
    for (record, message) in zip(records, Self.messages + Self.messages) {
      #expect(
        try KeyedUnarchiver().decode(Message.self, from: record, dictionary: dictionary) == message)
    }
  }

  enum HeadKey: String, CodingKey { case header, children }
  enum PartKey: String, CodingKey { case count }

  /// A payload first, and then others of the type, whose records end before this one does.
  struct Item: Codable, Equatable {
    var children: [Item] = []

    init(_ children: [Item] = []) { self.children = children }

    init(from decoder: any Decoder) throws {
      children = try decoder.container(keyedBy: HeadKey.self).decode([Item].self, forKey: .children)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: HeadKey.self)
      var header = container.nestedContainer(keyedBy: PartKey.self, forKey: .header)
      try header.encode(children.count, forKey: .count)
      try container.encode(children, forKey: .children)
    }
  }

  @Test func `a payload before others of the type`() throws {
    let item = Item([Item(), Item([Item()])])
    try expectSameBytes(item)
    try expectSameBytes([item, Item(), item])
    try expectSameBytes([Item(), item])
    #expect(try roundTrip(item) == item)
  }

  /// Asks for containers that get nothing, before and after the one with the payload.
  struct Switching: Encodable {
    enum Part { case header, children }
    var before: [Part] = []
    var after: [Part] = []
    var hasCount = true
    var hasMore = false

    private func ask(_ parts: [Part], _ encoder: any Encoder) {
      for part in parts {
        switch part {
        case .header: _ = encoder.container(keyedBy: HeadKey.self)
        case .children: _ = encoder.container(keyedBy: PartKey.self)
        }
      }
    }

    func encode(to encoder: any Encoder) throws {
      ask(before, encoder)
      var container = encoder.container(keyedBy: HeadKey.self)
      var payload = container.nestedContainer(keyedBy: PartKey.self, forKey: .header)
      if hasCount { try payload.encode(1, forKey: .count) }
      if hasMore { try container.encode(2, forKey: .children) }
      ask(after, encoder)
    }
  }

  @Test func `several containers around a payload`() throws {
    let parts: [[Switching.Part]] = [[], [.header], [.children], [.children, .header]]
    for before in parts {
      for after in parts {
        for options in 0..<4 {
          let value = Switching(
            before: before, after: after, hasCount: options & 1 == 0, hasMore: options & 2 == 0)
          try expectSameBytes([value, value])
          try expectSameBytes(["a": value])
          try expectSameBytes(value)
        }
      }
    }
  }
}
