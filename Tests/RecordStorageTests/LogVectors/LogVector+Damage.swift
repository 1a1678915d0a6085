import ArchiveCompression

@testable import RecordLog
@testable import RecordStorage

extension LogVector {
  static func crc32(_ bytes: [UInt8], _ seed: UInt32 = 0) -> UInt32 {
    Checksum.crc32(seed, bytes[...])
  }

  static func little(_ number: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
    (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// Groups of one, two, one and one commit.
  static func groups() throws -> LogBytes {
    var log = try LogBytes.withTable()
    for (key, group) in zip(2... as PartialRangeFrom<Int64>, [2, 2, 4, 5] as [UInt64]) {
      log.add(group: group) {
        $0.put(.integer(key), [.text("commit \(key)"), .real(Double(key)), .null])
      }
    }
    return log
  }

  static func torn() throws -> [LogVector] {
    let log = try groups()
    let last = log.frames[4]
    let whole = Array(log.bytes[..<last.byteOffset])
    let second = log.frames[1]
    // The second group was being written: its first frame did not arrive, or not whole.
    let upToSecond = Array(log.bytes[..<log.frames[3].byteOffset])
    func changed(_ bytes: [UInt8], _ change: (inout [UInt8]) -> Void) -> [UInt8] {
      var bytes = bytes
      change(&bytes)
      return bytes
    }
    var holding = LogBytes()
    try holding.add { try $0.define(1, LogBytes.table) }
    let copy = holding.bytes
    holding.add { $0.put(.integer(1), [.null, .null, .blob([1, 2] + copy)]) }
    return [
      .valid("T1-zeros", "Zeros behind the last frame.", whole + Array(repeating: 0, count: 80)),
      .valid("T3-head", "A head that was cut off.", Array(log.bytes[..<(last.byteOffset + 20)])),
      .valid("T3-payload", "A payload that was cut off.", Array(log.bytes[..<(last.end - 12)])),
      .valid(
        "T3-bit", "A changed bit in the last commit.",
        changed(log.bytes) { $0[last.payload.lowerBound + 3] ^= 4 }),
      .valid(
        "T3-hole", "Of the last group the second frame arrived alone.",
        changed(upToSecond) { bytes in
          for place in second.byteOffset..<second.end { bytes[place] = 0 }
        }),
      .valid(
        "T3-group", "A frame of the torn group stands behind a changed bit.",
        changed(upToSecond) { $0[second.payload.lowerBound] ^= 1 }),
      .valid(
        "T3-log-in-a-record",
        "The torn commit holds a copy of the log: the groups of its frames are older.",
        Array(holding.bytes.dropLast(8))),
      .valid(
        "T3-noise", "Bytes that are no frame.",
        whole + (0..<200).map { UInt8(truncatingIfNeeded: $0 * 89 + 17) }),
      .valid(
        "F3-group", "A last frame of a group that is neither the one before nor its own.",
        try {
          var log = try LogBytes.withTable()
          log.add { $0.addNote([1]) }
          log.add { $0.addNote([2]) }
          log.add(group: 2) { $0.addNote([3]) }
          return log.bytes
        }()),
    ]
  }

  /// The same commits but for one, of the same length.
  static func copy(_ text: String) throws -> LogBytes {
    var log = try LogBytes.withTable()
    for text in [text, "both"] {
      log.add { $0.put(.integer(1), [.text(text), .null, .null]) }
    }
    return log
  }

  static func damaged() throws -> [LogVector] {
    let log = try groups()
    let (first, second, fourth) = (log.frames[0], log.frames[1], log.frames[3])
    func damaged(
      _ name: String, _ about: String, at frame: LogFrame, _ bytes: [UInt8]
    ) -> LogVector {
      .invalid(name, about, .damaged, at: frame.byteOffset, bytes)
    }
    func changed(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
      var bytes = log.bytes
      change(&bytes)
      return bytes
    }
    let (own, other) = (try copy("this"), try copy("that"))
    return [
      damaged(
        "T2-bit-of-a-head", "A bit of a head, in front of a later group.", at: second,
        changed { $0[second.byteOffset + 9] ^= 1 }),
      damaged(
        "T2-bit-of-a-link", "A bit of a link.", at: second,
        changed { $0[second.byteOffset + 25] ^= 1 }),
      damaged(
        "T2-bit-of-a-payload", "A bit of a payload.", at: second,
        changed { $0[second.payload.upperBound - 1] ^= 0x80 }),
      damaged(
        "T2-padding", "A zero behind a payload that is none.", at: first,
        changed { $0[first.end - 1] = 1 }),
      damaged(
        "T2-frame-gone", "A frame that is zeros.", at: fourth,
        changed { bytes in for place in fourth.byteOffset..<fourth.end { bytes[place] = 0 } }),
      damaged(
        "T2-byte-put-in", "A byte that was put in: what is moved is proven by the next head.",
        at: first, changed { $0.insert(0xFF, at: first.byteOffset + 40) }),
      damaged(
        "T2-byte-taken-out",
        "A byte that was taken out in front of the last frame: its payload proves it.",
        at: fourth, changed { $0.remove(at: fourth.payload.lowerBound + 5) }),
      damaged(
        "T2-frame-taken-out", "A frame that was taken out.", at: second,
        changed { $0.removeSubrange(second.byteOffset..<second.end) }),
      damaged(
        "F5-other-history",
        "A commit of a copy of the log that went on separately, in its right place.",
        at: own.frames[2],
        Array(own.bytes[..<own.frames[2].byteOffset] + other.bytes[own.frames[2].byteOffset...])),
    ]
  }

  static func headers() throws -> [LogVector] {
    let log = try example()
    func header(
      _ name: String, _ about: String, _ code: LogError.Code, at place: Int,
      _ change: (inout [UInt8]) -> Void
    ) -> LogVector {
      .invalid(name, about, code, at: place, resealed(log, change))
    }
    func set(_ bytes: [UInt8], at place: Int) -> (inout [UInt8]) -> Void {
      { $0.replaceSubrange(place..<place + bytes.count, with: bytes) }
    }
    let unsealed = log.bytes.enumerated().map { $0 == 33 ? $1 ^ 1 : $1 }
    return [
      .invalid("H1-nothing", "No bytes.", .truncated, at: 0, []),
      .invalid(
        "H1-cut-off", "A header that was cut off.", .truncated, at: 63, Array(log.bytes[..<63])),
      .invalid(
        "H2-signature", "The first bytes as a transfer as text leaves them.", .notARecordLog, at: 0,
        log.bytes.filter { $0 != 0x0D }),
      .invalid(
        "H1-other-file", "A short file that begins otherwise.", .notARecordLog, at: 0,
        Array("hello".utf8)),
      .invalid(
        "H2-checksum", "A changed bit of the header.", .checksumMismatch, at: 60, unsealed),
      header(
        "H2-draft-1", "The first draft, whose heads have no link.", .unsupportedVersion, at: 10,
        set([0, 0], at: 10)),
      header(
        "H2-draft-2", "An earlier draft, whose archives are of draft 1.", .unsupportedVersion,
        at: 10, set([1, 0], at: 10)),
      header("H2-draft-4", "A later draft.", .unsupportedVersion, at: 10, set([3, 0], at: 10)),
      header(
        "H2-draft-65536", "The last draft, and a later version: the draft is judged before.",
        .unsupportedVersion, at: 10
      ) {
        $0.replaceSubrange(8..<12, with: [9, 9, 0xFF, 0xFF])
      },
      header(
        "H2-read-version-2", "A later read version.", .unsupportedVersion, at: 8, set([2], at: 8)),
      header(
        "H2-read-version-0", "A read version that none has.", .malformed, at: 8, set([0], at: 8)),
      header(
        "H2-write-version-0", "A write version that none has.", .malformed, at: 9, set([0], at: 9)),
      header(
        "H2-generation-0", "A generation that none has.", .malformed, at: 32,
        set(little(UInt64(0)), at: 32)),
      header(
        "H2-sequence-0", "A first sequence of 0.", .malformed, at: 40,
        set(little(UInt64(0)), at: 40)),
      header(
        "H2-sequence-limit", "A first sequence of 2^63 − 1.", .malformed, at: 40,
        set(little(LogFrame.sequenceLimit), at: 40)),
    ]
  }
}
