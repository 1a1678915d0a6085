import Foundation
import KeyedArchives
import Testing
import Workloads

/// The bytes are those of the general encoder however containers are used, and after errors.
@Suite struct DirectContainerTests {
  private typealias Node = DirectEncodingTests.Node

  private enum Key: String, CodingKey { case a, b, c, d, e }
  private enum OtherKey: String, CodingKey { case a, b }

  private struct Custom: Encodable {
    var body: (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try body(encoder) }
  }

  @Test func `a type that encodes other keys each time keeps its meaning`() throws {
    struct Changing: Encodable {
      var keys: [Key]
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for key in keys { try container.encode(key.rawValue, forKey: key) }
      }
    }
    let sequences: [[Key]] = [[.a, .b], [.a], [.b, .a], [], [.a, .b, .c], [.a, .b], [.c]]
    for keys in sequences { try expectSameBytes(Changing(keys: keys)) }
    try expectSameBytes(sequences.map { Changing(keys: $0) })
    for keys in sequences.reversed() { try expectSameBytes([Changing(keys: keys)]) }
  }

  @Test func `one key with values of changing kinds`() throws {
    struct Changing: Encodable {
      var value: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if value % 2 == 0 {
          try container.encode(value, forKey: .a)
        } else {
          try container.encode("\(value)", forKey: .a)
        }
        try container.encodeIfPresent(value % 3 == 0 ? value : nil, forKey: .b)
      }
    }
    for value in 0..<6 { try expectSameBytes(Changing(value: value)) }
    try expectSameBytes((0..<9).map { Changing(value: $0) })
  }

  @Test func `nested containers, written in turns and in order`() throws {
    func nested(_ order: [Int]) -> Custom {
      Custom { encoder in
        var container = encoder.container(keyedBy: Key.self)
        var first = container.nestedContainer(keyedBy: OtherKey.self, forKey: .a)
        if order.first == 0 {
          try first.encode(1, forKey: .a)
          try first.encode(2, forKey: .b)
        }
        var second = container.nestedContainer(keyedBy: OtherKey.self, forKey: .b)
        try second.encode(3, forKey: .a)
        if order.first != 0 { try first.encode(1, forKey: .a) }
        try second.encode(4, forKey: .b)
        if order.first != 0 { try first.encode(2, forKey: .b) }
        try container.encode(true, forKey: .c)
        if order.last == 2 { try second.encode("late", forKey: .a) }
      }
    }
    struct InOrder: Encodable {
      var custom: Custom
      func encode(to encoder: any Encoder) throws { try custom.encode(to: encoder) }
    }
    #expect(try expectSameBytes(InOrder(custom: nested([0]))))
    let inTurns = try KeyedArchiver().encode(nested([1])) as [UInt8]
    #expect(try !expectSameBytes(nested([1])))
    #expect(inTurns == (try KeyedArchiver().encode(nested([0]))))
  }

  @Test func `a container that is kept across a recursive child of its own key type`() throws {
    struct Link: Encodable {
      var depth: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(depth, forKey: .a)
        if depth > 0 { try container.encode(Link(depth: depth - 1), forKey: .b) }
        try container.encode("after \(depth)", forKey: .c)
      }
    }
    try expectSameBytes(Link(depth: 0))
    try expectSameBytes(Link(depth: 3))
    try expectSameBytes([Link(depth: 2), Link(depth: 2)])
  }

  @Test func `a container of the outer value used inside its child writes to the outer value`()
    throws
  {
    final class Keep: @unchecked Sendable {
      var container: KeyedEncodingContainer<Key>?
    }
    let keep = Keep()
    let child = Custom { encoder in
      var own = encoder.container(keyedBy: Key.self)
      try own.encode(1, forKey: .a)
      try keep.container?.encode("outer", forKey: .c)
      try own.encode(2, forKey: .b)
    }
    let outer = Custom { encoder in
      var container = encoder.container(keyedBy: Key.self)
      keep.container = container
      try container.encode(0, forKey: .a)
      try container.encode(child, forKey: .b)
    }
    // Which is an error to the general encoder; the direct one must not make bytes of it.
    #expect(throws: ArchiveError.self) { try KeyedArchiver().encode(outer) as [UInt8] }
  }

  @Test func `a container that is used after its value`() throws {
    final class Keep: @unchecked Sendable {
      var container: KeyedEncodingContainer<Key>?
    }
    let keep = Keep()
    let values = (0..<4).map { index in
      Custom { encoder in
        var own = encoder.container(keyedBy: Key.self)
        try own.encode(index, forKey: .a)
        if index > 0 { try keep.container?.encode("stale", forKey: .b) }
        keep.container = own
      }
    }
    #expect(throws: ArchiveError.self) { try KeyedArchiver().encode(values) as [UInt8] }
  }

  @Test func `two containers of two key types on one encoder`() throws {
    try expectSameBytes(
      Custom { encoder in
        var first = encoder.container(keyedBy: Key.self)
        try first.encode(1, forKey: .c)
        var second = encoder.container(keyedBy: OtherKey.self)
        try second.encode(2, forKey: .a)
        try first.encode(3, forKey: .d)
      })
  }

  @Test func `a caught throw leaves no trace`() throws {
    struct Failure: Error {}
    let failing = Custom { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode("lost", forKey: .a)
      throw Failure()
    }
    try expectSameBytes(
      Custom { encoder in
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .a)
        try? container.encode(failing, forKey: .b)
        try container.encode(2, forKey: .c)
      })
  }

  @Test func `values that end before they are complete do not harm the next`() throws {
    struct Failure: Error {}
    for stop in 0..<4 {
      #expect(throws: Failure.self) {
        try KeyedArchiver().encode(
          [
            Custom { encoder in
              var container = encoder.container(keyedBy: Key.self)
              for (index, key) in [Key.a, .b, .c, .d].enumerated() {
                if index == stop { throw Failure() }
                try container.encode(Node(name: "x", children: [Node(name: "y")]), forKey: key)
              }
            }
          ]) as [UInt8]
      }
      try expectSameBytes(Node(name: "x", children: [Node(name: "y")]))
      try expectSameBytes(Tiny.sample)
    }
  }

  @Test func `superclasses through super encoders and through the same encoder`() throws {
    class Base: Codable {
      var name = "base"
      var count = 1
    }
    class Middle: Base {
      var weight = 2.5
      enum CodingKeys: CodingKey { case weight }
      override init() { super.init() }
      required init(from decoder: any Decoder) throws { fatalError() }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(weight, forKey: .weight)
        try super.encode(to: container.superEncoder())
      }
    }
    final class Last: Middle {
      var tag = "t"
      enum CodingKeys: CodingKey { case tag, parent }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try super.encode(to: container.superEncoder(forKey: .parent))
        try container.encode(tag, forKey: .tag)
      }
    }
    final class Flat: Base {
      var extra = true
      enum CodingKeys: CodingKey { case extra }
      override init() { super.init() }
      required init(from decoder: any Decoder) throws { fatalError() }
      override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(extra, forKey: .extra)
      }
    }
    #expect(try expectSameBytes(Middle()))
    #expect(try expectSameBytes([Last(), Last()]))
    #expect(try expectSameBytes([Flat(), Flat()]))
    #expect(try expectSameBytes([Base(), Flat(), Middle(), Last(), Flat()]))
  }

  @Test func `super encoders that are kept, used twice or not at all`() throws {
    struct Odd: Encodable {
      var way: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(way, forKey: .a)
        let other = container.superEncoder(forKey: .b)
        if way == 0 { try container.encode(true, forKey: .c) }
        if way != 1 {
          var first = other.container(keyedBy: OtherKey.self)
          try first.encode(1, forKey: .a)
          if way == 2 { try container.encode(true, forKey: .c) }
          var second = other.container(keyedBy: OtherKey.self)
          try second.encode(2, forKey: .b)
        }
        if way == 3 { try container.encode(true, forKey: .c) }
      }
    }
    for way in 0..<4 { try expectSameBytes(Odd(way: way)) }
    for way in 0..<4 { try expectSameBytes([Odd(way: way), Odd(way: 3)]) }
  }

  @Test func `a value that archives another while it is encoded`() throws {
    struct Outer: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .a)
        let inner: Data = try KeyedArchiver().encode(Tiny.sample)
        try container.encode([UInt8](inner), forKey: .b)
      }
    }
    #expect(try expectSameBytes(Outer()))
  }
}
