import Foundation
import TestSupport
import Testing

@testable import RecordLog

/// Entries, keys and values in bytes.
@Suite struct LogPayloadTests {
  private func bytes(_ value: LogValue) -> [UInt8] {
    var bytes: [UInt8] = []
    value.append(to: &bytes)
    return bytes
  }

  private func record(_ bytes: [UInt8]) throws -> [LogValue] {
    try LogPayload([3] + bytes).record(in: 0..<bytes.count + 1).values
  }

  /// The table of Spec/record-log.md, section 4.
  @Test func `values have the leads of the specification`() throws {
    let text = { (count: Int) in LogValue.text(String(repeating: "a", count: count)) }
    for (value, lead, byteCount) in [
      (.null, 0x00, 1), (.integer(0), 0x20, 1), (.integer(1), 0x21, 2), (.integer(-1), 0x21, 2),
      (.integer(127), 0x21, 2), (.integer(128), 0x22, 3), (.integer(-128), 0x21, 2),
      (.integer(-129), 0x22, 3), (.integer(.max), 0x28, 9), (.integer(.min), 0x28, 9),
      (.real(0), 0x40, 1), (.real(0.5), 0x44, 5), (.real(-0.0), 0x44, 5), (.real(0.1), 0x48, 9),
      (.real(.infinity), 0x44, 5), (.real(.nan), 0x48, 9), (text(0), 0x60, 1), (text(23), 0x77, 24),
      (text(24), 0x78, 26), (text(255), 0x78, 257), (text(256), 0x79, 259),
      (text(65536), 0x7A, 65541),
      (.blob([]), 0x80, 1), (.blob([7]), 0x81, 2),
      (.blob(Array(repeating: 1, count: 24)), 0x98, 26),
    ] as [(LogValue, UInt8, Int)] {
      let stored = bytes(value)
      #expect(stored.first == lead && stored.count == byteCount, "\(value)")
      #expect(try record(stored) == [value], "\(value)")
    }
  }

  @Test func `values come back, whatever they are`() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<2000 {
      let bits = UInt64.random(in: 0 ... .max, using: &random)
      let shift = UInt64.random(in: 0...63, using: &random)
      let values: [LogValue] = [
        .integer(Int64(bitPattern: bits) >> Int64(shift)), .real(Double(bitPattern: bits)),
        .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))),
        .text(String(bits >> shift)), .blob(Array(repeating: UInt8(shift), count: Int(bits % 300))),
      ]
      #expect(try record(values.flatMap(bytes)) == values, "\(random)")
    }
  }

  /// Rule P1.
  @Test func `what is not in its shortest form is refused`() {
    for bad in [
      [0x21, 0], [0x22, 1, 0], [0x22, 0xFF, 0xFF], [0x29], [0x20 + 9, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      [0x44, 0, 0, 0, 0], [0x44, 0, 0, 0xC0, 0x7F], [0x41, 0],
      [0x48, 0, 0, 0, 0, 0, 0, 0xE0, 0x3F],
      [0x48, 0, 0, 0, 0, 0, 0, 0, 0], [0x78, 23] + Array(repeating: 97, count: 23), [0x79, 255, 0],
      [0x7A, 0, 1, 0, 0], [0x7B, 0, 0, 1, 0, 0, 0, 0, 0], [0x61, 0xFF], [0x62, 0xC0, 0x80],
      [0x7C], [0x9C], [0x01], [0x1F], [0xA0], [0xFF],
    ] as [[UInt8]] {
      let error = #expect(throws: LogError.self) { try record(bad) }
      #expect(error?.code == .malformed || error?.code == .truncated, "\(bad)")
    }
    for cut in [[0x21], [0x48, 1], [0x62, 97], [0x78], [0x79, 1], [0x98, 24]] as [[UInt8]] {
      let error = #expect(throws: LogError.self) { try record(cut) }
      #expect(error?.code == .truncated, "\(cut)")
    }
    let huge: [UInt8] = [0x9B] + Array(repeating: 0xFF, count: 8)
    #expect(throws: LogError.self) { try record(huge) }
  }

  private func sample() -> LogPayload {
    var payload = LogPayload()
    payload.addSchema(entity: 1, revision: 1, attributeCount: 2, archive: [1, 2, 3])
    payload.addPut(
      entity: 1, key: .text(Array("k".utf8)),
      LogRecord(revision: 1, values: [.integer(-5), .text("é")]))
    payload.addRemove(entity: 1, key: .blob([0, 255]))
    payload.addDrop(entity: 2)
    payload.addNote([1])
    return payload
  }

  @Test func `entries come back`() throws {
    let payload = sample()
    let entries = try payload.entries
    #expect(entries.count == 5)
    guard case .put(1, .text([0x6B]), let values) = entries[1] else {
      Issue.record("\(entries[1])")
      return
    }
    #expect(
      try payload.record(in: values) == LogRecord(revision: 1, values: [.integer(-5), .text("é")]))
    #expect(
      Array(entries.prefix(1) + entries.dropFirst(2)) == [
        .schema(entity: 1, revision: 1, attributeCount: 2, archive: [1, 2, 3]),
        .remove(entity: 1, key: .blob([0, 255])),
        .drop(entity: 2), .note([1]),
      ])
  }

  @Test func `a record is that of its key`() throws {
    let record = LogRecord(revision: 1, values: [.integer(-5), .text("é")])
    let keys: [LogKey] = [.integer(7), .integer(-7), .text([0x6B]), .text([]), .blob([0x6B])]
    for key in keys {
      var payload = LogPayload()
      payload.addNote([1])
      let range = payload.addPut(entity: 300, key: key, record)
      payload.addRemove(entity: 300, key: key)
      let entry = Array(payload.bytes[range])
      #expect(try payload.record(put: range, key: key, count: 2) == record)
      #expect(
        try LogRecord(put: entry, checksum: payload.checksum(of: range), key: key) == record)
      for other in keys where other != key {
        let error = #expect(throws: LogError.self) { try payload.record(put: range, key: other) }
        #expect(error?.code == .damaged && error?.byteOffset == range.lowerBound)
      }
      let remove = range.upperBound..<payload.bytes.count
      #expect(throws: LogError.self) { try payload.record(put: remove, key: key) }
      let error = #expect(throws: LogError.self) {
        try LogRecord(put: entry, checksum: payload.checksum(of: range) ^ 1, key: key)
      }
      #expect(error?.code == .checksumMismatch)
    }
  }

  @Test func `no bytes trap, and every cut is an error`() throws {
    let bytes = sample().bytes
    var random = SeededGenerator(seed: 3)
    let ends = try ends(of: sample())
    for count in 1..<bytes.count where !ends.contains(count) {
      let error = #expect(throws: LogError.self) {
        try LogPayload(Array(bytes[..<count])).entries
      }
      #expect(error?.code == .truncated, "\(count)")
    }
    for _ in 0..<20_000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        changed[Int.random(in: 0..<changed.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      let payload = LogPayload(changed)
      guard let entries = try? payload.entries else { continue }
      for case .put(_, _, let values) in entries { _ = try? payload.record(in: values) }
    }
  }

  /// Where entries end.
  private func ends(of payload: LogPayload) throws -> Set<Int> {
    var ends: Set<Int> = []
    for count in 1...payload.bytes.count {
      if let entries = try? LogPayload(Array(payload.bytes[..<count])).entries, !entries.isEmpty {
        ends.insert(count)
      }
    }
    #expect(ends.count == 5)
    return ends
  }

  @Test func `keys are ordered by kind, and then by value or bytes`() {
    let keys: [LogKey] = [
      .integer(.min), .integer(-1), .integer(0), .integer(.max), .text([]), .text(Array("Z".utf8)),
      .text(Array("a".utf8)), .text(Array("a\u{0}".utf8)), .text(Array("ab".utf8)),
      .text(Array("é".utf8)), .blob([]), .blob([0]), .blob([0, 0]), .blob([255]),
    ]
    for (left, first) in keys.enumerated() {
      for (right, second) in keys.enumerated() {
        #expect((first < second) == (left < right))
        #expect((first == second) == (left == right))
      }
      #expect(LogKey(first.value) == first)
    }
    #expect(LogKey(.null) == nil && LogKey(.real(1)) == nil)
  }
}
