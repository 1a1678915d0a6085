import StorageTransforms

@testable import RecordLog
@testable import RecordStorage

extension LogVector {
  /// The log of Spec/record-log.md, section 10.
  static let exampleName = "example"

  static func examplePayloads() throws -> [LogPayload] {
    var payloads = Array(repeating: LogPayload(), count: 3)
    try payloads[0].define(1, LogBytes.table)
    payloads[0].put(.integer(7), [.text("sea"), .real(0.5), .null])
    payloads[1].put(.integer(-300), [.text("é"), .real(0.1), .blob([0, 0xFF])])
    payloads[2].addRemove(entity: 1, key: .integer(7))
    payloads[2].addNote([0xC0, 0xDE])
    return payloads
  }

  static func example() throws -> LogBytes {
    var log = LogBytes()
    for (payload, group) in zip(try examplePayloads(), [1, 2, 2] as [UInt64]) {
      log.add(payload.bytes, group: group)
    }
    return log
  }

  static func valid() throws -> [LogVector] {
    [
      .valid(exampleName, "The log of record-log.md, section 10.", try example().bytes),
      .valid("empty", "A header alone.", LogBytes().bytes),
      .valid(
        "H2-numbers", "The last generation, and a first frame with the last sequence.",
        try {
          var log = LogBytes(generation: .max, firstSequence: LogFrame.sequenceLimit - 1)
          try log.add { try $0.define(1, LogBytes.table) }
          return log.bytes
        }()),
      .valid(
        "H2-newer-writer",
        "A write version that writers of today refuse, and bytes in what is unused.",
        resealed(try example()) { header in
          header[9] = 200
          for index in [12, 15, 48, 59] { header[index] = 0xAB }
        }),
      try values(), try keys(.text), try keys(.blob), try keyAttribute(), try changes(),
      try numbers(),
    ]
  }

  /// The log with another header, and the links that follow from it.
  static func resealed(_ log: LogBytes, _ change: (inout [UInt8]) -> Void) -> [UInt8] {
    var header = Array(log.bytes[..<60])
    change(&header)
    header += little(crc32(header))
    var made = header
    var link = header.suffix(4)
    let salt = crc32(Array(header[16..<32]))
    for frame in log.frames {
      var head = Array(log.bytes[frame.byteOffset..<frame.byteOffset + 24]) + link
      head += little(crc32(head, crc32(little(UInt64(made.count)), salt)))
      link = head.suffix(4)
      made += head + log.bytes[frame.payload.lowerBound..<frame.end]
    }
    return made
  }

  /// Values of all kinds and lengths.
  private static func values() throws -> LogVector {
    var log = try LogBytes.withTable()
    let integers: [Int64] = [
      0, 1, -1, 127, 128, -128, -129, 32_767, 32_768, 1 << 31, -1 << 31, 1 << 55, .max, .min,
    ]
    let reals = [
      0.0, -0.0, 0.5, 0.1, .infinity, -.infinity, .nan, 5e-324, 1.0e-45, .greatestFiniteMagnitude,
    ]
    log.add { payload in
      for (index, integer) in integers.enumerated() {
        let real = reals[index % reals.count]
        payload.put(.integer(integer), [.text(""), .real(real), .null])
      }
      for count in [1, 23, 24, 255, 256] {
        payload.put(
          .integer(1_000 + Int64(count)),
          [
            .text(String(repeating: "é", count: count / 2)), .integer(Int64(count)),
            .blob(Array(repeating: 7, count: count)),
          ])
      }
    }
    return .valid("P1-values", "Values of all kinds and lengths.", log.bytes)
  }

  /// Keys of one kind, in no order.
  private static func keys(_ kind: RecordKey.Kind) throws -> LogVector {
    var log = try LogBytes.withTable(LogBytes.table("Word", kind))
    let keys: [[UInt8]] = [
      [0x7A], [0x61, 0x62], [], [0x61], Array("é".utf8), Array(repeating: 0x6B, count: 2_000),
    ]
    for key in keys {
      log.add {
        $0.put(kind == .text ? .text(key) : .blob(key), [.null, .real(Double(key.count)), .null])
      }
    }
    return .valid("P2-\(kind)-keys", "Keys that are \(kind)s, of up to 2,000 bytes.", log.bytes)
  }

  private static func keyAttribute() throws -> LogVector {
    var log = try LogBytes.withTable(LogBytes.table("Word", .text, keyAttribute: "word"))
    log.add { $0.put(.text(Array("sea".utf8)), [.null, .real(1), .null]) }
    return .valid(
      "key-attribute", "A key that is an attribute: its value is null in the put.", log.bytes)
  }

  /// Records that are put again, removed, dropped and defined anew.
  private static func changes() throws -> LogVector {
    var log = try LogBytes.withTable()
    let other = LogBytes.table("Tag", .text)
    func row(_ text: String) -> [LogValue] { [.text(text), .null, .null] }
    log.add { for key in 1...4 as ClosedRange<Int64> { $0.put(.integer(key), row("first")) } }
    log.add {
      $0.put(.integer(2), row("second"))
      $0.addRemove(entity: 1, key: .integer(3))
      $0.addRemove(entity: 1, key: .integer(9))
    }
    try log.add { try $0.define(2, other) }
    log.add { $0.put(in: 2, .text([0x78]), row("dropped")) }
    try log.add {
      $0.addDrop(entity: 2)
      try $0.define(3, revision: 5, other)
      $0.put(in: 3, revision: 5, .text([0x79]), row("another table of that name"))
    }
    try log.add {
      try $0.define(1, revision: 2, LogBytes.table)
      $0.put(revision: 2, .integer(4), row("of revision 2"))
    }
    log.add { $0.addNote([]) }
    return .valid(
      "changes", "What is put again, removed, dropped, and defined anew.", log.bytes)
  }

  private static func numbers() throws -> LogVector {
    var log = LogBytes()
    let greatest = LogPayload.maximumNumber
    try log.add {
      try $0.define(greatest, revision: greatest, LogBytes.table)
      $0.put(in: greatest, revision: greatest, .integer(0), [.null, .null, .null])
    }
    return .valid("P4-greatest-numbers", "An entity and a revision of 2^32.", log.bytes)
  }
}
