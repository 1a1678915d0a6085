import Foundation
import KeyedArchives
import Testing

/// Archives of a leaf alone are read from bytes as from cells.
@Suite struct RootLeafTests {
  private enum Color: String, Codable, Equatable { case red, blue }
  private struct Name: Codable, Equatable {
    var text: String
    init(_ text: String) { self.text = text }
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  /// A value, or the place of its error.
  static func outcome<Value: Decodable>(
    _ type: Value.Type, _ bytes: [UInt8], usesCells: Bool, hasPlace: Bool = true
  ) -> String {
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    unarchiver.verifiesChecksums = hasPlace
    do {
      return "\(try unarchiver.decode(type, from: bytes))"
    } catch let error as ArchiveError {
      return hasPlace
        ? "error: \(error.code) at \(error.path), byte \(error.byteOffset ?? -1)" : "refused"
    } catch {
      return "error: \(error)"
    }
  }

  private static func expectSame<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) {
    #expect(
      outcome(type, bytes, usesCells: false) == outcome(type, bytes, usesCells: true), "\(type)")
  }

  private static func check<Value: Codable & Equatable>(_ value: Value) throws {
    for archiver in [KeyedArchiver(), KeyedArchiver(framing: .multiPart)] {
      let bytes: [UInt8] = try archiver.encode(value)
      #expect(try KeyedUnarchiver().decode(Value.self, from: bytes) == value)
      expectSame(Bool.self, bytes)
      expectSame(Int.self, bytes)
      expectSame(UInt8.self, bytes)
      expectSame(Int128.self, bytes)
      expectSame(Double.self, bytes)
      expectSame(Float.self, bytes)
      expectSame(String.self, bytes)
      expectSame(Data.self, bytes)
      expectSame(Date.self, bytes)
      expectSame(UUID.self, bytes)
      expectSame(URL.self, bytes)
      expectSame(Decimal.self, bytes)
      expectSame(Color.self, bytes)
      expectSame(Name.self, bytes)
      expectSame(Int?.self, bytes)
      expectSame(Color??.self, bytes)
      expectSame([Int].self, bytes)
      expectSame([String: Int].self, bytes)
      expectSame([Int: Color].self, bytes)
    }
    let bytes: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(value)
    for index in bytes.indices.dropFirst().dropLast(4) {
      for flip: UInt8 in [1, 0x10, 0x40, 0x80, 0xFF] {
        var changed = bytes
        changed[index] ^= flip
        let direct = outcome(Value.self, changed, usesCells: false, hasPlace: false)
        let cells = outcome(Value.self, changed, usesCells: true, hasPlace: false)
        #expect(direct == cells, "byte \(index) ^ \(flip) of \(value)")
      }
    }
  }

  @Test func `a leaf alone is read as what it is, and refused as what it is not`() throws {
    try Self.check(true)
    try Self.check(false)
    try Self.check(0)
    try Self.check(63)
    try Self.check(64)
    try Self.check(-1)
    try Self.check(Int.min)
    try Self.check(UInt64.max)
    try Self.check(Int8.min)
    try Self.check(UInt8.max)
    try Self.check(Int128.max)
    try Self.check(UInt128.max)
    try Self.check(1.5)
    try Self.check(Float(0.1))
    try Self.check("")
    try Self.check(String(repeating: "e", count: 63))
    try Self.check(String(repeating: "é", count: 64))
    try Self.check(Data([1, 2, 3]))
    try Self.check(Date(timeIntervalSinceReferenceDate: 7.25))
    try Self.check(UUID())
    try Self.check(#require(URL(string: "https://example.org/a?b#c")))
    try Self.check(#require(Decimal(string: "-12.50")))
    try Self.check(Color.blue)
    try Self.check(Name("name"))
    try Self.check(Int?.none)
    try Self.check(Int?.some(5))
    try Self.check(Color?.none)
    try Self.check(Color?.some(.red))
  }

  /// What stands behind a root counts before a wrong type does.
  @Test func bytesBehind() throws {
    struct Record: Codable { var (a, b) = (1, "b") }
    struct Other: Decodable { var c: Bool }
    func codes<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> [ArchiveError.Code?] {
      [false, true].map { usesCells in
        var unarchiver = KeyedUnarchiver()
        unarchiver.usesCells = usesCells
        unarchiver.verifiesChecksums = false
        do {
          _ = try unarchiver.decode(type, from: bytes)
          return nil
        } catch {
          return (error as? ArchiveError)?.code
        }
      }
    }
    let archives: [[UInt8]] = [
      try KeyedArchiver().encode(57), try KeyedArchiver().encode("text"),
      try KeyedArchiver().encode(Record()), try KeyedArchiver().encode([Record()]),
    ]
    for archive in archives {
      var bytes = archive
      bytes.insert(0x41, at: bytes.count - 4)
      for found in [
        codes([Int].self, bytes), codes([String: Int].self, bytes), codes(Other.self, bytes),
        codes(Record.self, bytes), codes(Date.self, bytes),
      ] {
        #expect(found == [.malformed, .malformed])
      }
    }
  }
}
