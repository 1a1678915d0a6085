import Foundation
import Testing

@testable import KeyedArchives

/// Containers in turns: they take no more of the stack than there is, and keep no values.
@Suite struct TurnMemoryTests {
  /// A value that makes some calls.
  private struct Value: Encodable {
    let calls: (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try calls(encoder) }
  }

  /// Containers inside of each other, more than any stack has room for.
  @Test(arguments: [31, 33, 100_000]) func `levels`(_ count: Int) throws {
    for isThrown in [false, true] {
      let values = [1, 1, count, 1].map { count in
        Value { encoder in
          var container = encoder.unkeyedContainer()
          var list = container.nestedUnkeyedContainer()
          try container.encode(1)
          try list.encode(2)
          for _ in 0..<count { list = list.nestedUnkeyedContainer() }
          if isThrown, count > 1 { throw CocoaError(.coderInvalidValue) }
        }
      }
      for value in values {
        let whole = Result { try KeyedArchiver().encode(value) as [UInt8] }
        let general = Result { try KeyedArchiver().encodeThroughTape(value) }
        #expect((try? whole.get()) == (try? general.get()))
      }
    }
  }

  /// An encoder that waits for the next call keeps no value, though the last one threw.
  @Test func `values are let go`() throws {
    final class Owner: @unchecked Sendable {}
    struct Lent: Encodable {
      enum Key: CodingKey { case a, b }
      let owner: Owner
      let fails: Bool
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var list = container.nestedUnkeyedContainer(forKey: .a)
        var map = container.nestedContainer(keyedBy: OwnedKey.self, forKey: .b)
        try list.encode(1)
        try map.encode(2, forKey: OwnedKey(owner))
        try list.encode(2)
        if fails { throw CocoaError(.coderInvalidValue) }
      }
    }
    struct OwnedKey: CodingKey {
      let owner: Owner
      var stringValue: String { "k" }
      var intValue: Int? { nil }
      init(_ owner: Owner) { self.owner = owner }
      init?(stringValue: String) { nil }
      init?(intValue: Int) { nil }
    }
    weak var last: Owner?
    for fails in [false, false, false, true] {
      let owner = Owner()
      last = owner
      _ = try? KeyedArchiver().encode(Lent(owner: owner, fails: fails)) as [UInt8]
    }
    #expect(last == nil)
  }
}
