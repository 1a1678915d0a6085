import ArchiveInspection
import Foundation
import KeyedArchives
import Testing
import Workloads

/// The sizes that `Spec/examples.md` and `Spec/rationale.md` state.
@Suite struct RecordSizeTests {
  struct Eight: Codable, Equatable {
    var id = UUID()
    var count = 12
    var total = -300
    var ratio = 0.25
    var isActive = true
    var name = "Ada Lovelace"
    var city = "London"
    var created = Date(timeIntervalSinceReferenceDate: 700_000_000)
  }

  @Test func `a record of eight fields costs seven bytes besides its shape and values`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(Eight())
    let type = 2 + "RecordSizeTests.Eight".utf8.count
    let keys = ["id", "count", "total", "ratio", "isActive", "name", "city", "created"]
    let shape = 1 + 1 + keys.reduce(0) { $0 + 2 + $1.utf8.count }
    let values = 1 + 16 + (1 + 2) + 8 + (1 + 12) + (1 + 6) + 8
    let overhead = bytes.count - type - shape - values
    print("8-field record: \(bytes.count) bytes, \(overhead) beside shape and values")
    #expect(overhead == 7)
    #expect(try KeyedUnarchiver().decode(Eight.self, from: bytes).count == 12)
  }

  @Test func `a field that is absent costs one bit`() throws {
    struct Optionals: Codable { var a, b, c, d, e, f, g, h: Int? }
    let one: [UInt8] = try KeyedArchiver().encode([Optionals()])
    let many: [UInt8] = try KeyedArchiver().encode((0..<11).map { _ in Optionals() })
    #expect(many.count - one.count == 10)
  }

  @Test func `three records of four optionals share one shape in 45 bytes`() throws {
    struct M: Codable {
      var a: Int?
      var b: String?
      var c: Bool?
      var d: Double?
    }
    let records = [M(a: 1, b: "x"), M(c: true), M(a: 2, b: "y", c: false, d: 2.5)]
    let bytes: [UInt8] = try KeyedArchiver().encode(records)
    let type = try ArchiveInspector(bytes).typeUsages().compactMap(\.name).first ?? ""
    #expect(bytes.count - (type.utf8.count - 1) == 46)
    #expect(try JSONEncoder().encode(records).count == 62)
  }

  @Test func `the tiny record is small alone and against a dictionary`() throws {
    let alone: [UInt8] = try KeyedArchiver().encode(Tiny.sample)
    var home = Home()
    try home.put(Tiny.sample)
    let record = try home.put(Tiny.sample).bytes
    print("Tiny: \(alone.count) bytes alone, \(record.count) against a dictionary")
    #expect(alone.count <= 125)
    #expect(record.count <= 75)
    #expect(try home.get(Tiny.self, 1) == Tiny.sample)
  }

  @Test func `a million floats cost four bytes each and a thousand more`() throws {
    struct Holder: Codable { var floats: [Float] }
    let value = Holder(floats: (0..<1_000_000).map { Float($0) })
    let bytes: [UInt8] = try KeyedArchiver().encode(value)
    #expect(bytes.count < 4_001_500)
    #expect(try KeyedUnarchiver().decode(Holder.self, from: bytes).floats == value.floats)
  }
}
