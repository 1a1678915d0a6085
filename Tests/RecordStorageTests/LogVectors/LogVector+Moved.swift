@testable import RecordLog

/// Rule T2 where one part of what it asks for decides.
extension LogVector {
  /// A log whose first frame has bytes put in, so that the frames behind are moved, and all their payloads are changed.
  private static func moved(_ log: LogBytes, _ behind: [UInt8]? = nil) -> [UInt8] {
    var bytes = log.bytes
    for frame in log.frames { bytes[frame.payload.lowerBound] ^= 1 }
    if let behind { bytes.replaceSubrange(log.frames[2].byteOffset..., with: behind) }
    bytes.insert(contentsOf: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF], at: log.frames[0].payload.lowerBound)
    return bytes
  }

  static func movedFrames() throws -> [LogVector] {
    let log = try groups()
    let (first, second, fourth, last) = (log.frames[0], log.frames[1], log.frames[3], log.frames[4])
    var twice = Array(log.bytes[..<last.byteOffset])
    for frame in [second, fourth] { twice[frame.payload.lowerBound] ^= 1 }
    var headAlone = log.bytes
    headAlone[last.payload.lowerBound] ^= 1
    headAlone.insert(0xFF, at: fourth.payload.lowerBound)
    let (own, other) = (try copy("this"), try copy("that"))
    var unlinked = Array(other.bytes[other.frames[2].byteOffset...])
    unlinked[unlinked.count - 1] ^= 1
    unlinked[other.frames[2].payload.lowerBound - other.frames[2].byteOffset] ^= 1
    return [
      .invalid(
        "T2-two-payloads", "Two changed payloads: a head of a later group in its place suffices.",
        .damaged, at: second.byteOffset, twice),
      .invalid(
        "T2-moved-heads",
        "Five bytes were put in, and each payload was changed: heads that follow each other prove it.",
        .damaged, at: first.byteOffset, moved(log)),
      .valid(
        "T3-moved-head", "A head alone that was moved, with another payload, proves nothing.",
        headAlone),
      .valid(
        "T3-moved-heads-without-link",
        "Nor do two heads that are moved alike, of which the second has the checksum of another one.",
        moved(own, unlinked)),
      try far("T2-moved-frame", "A whole frame that was moved, as far on as frames can be.", by: 0),
      try far("T3-moved-frame", "A whole frame of a sequence that is too far on.", by: 1),
    ]
  }

  /// A frame at a place where none was written, of as great a sequence as the bytes of the file can hold frames, or of a greater one.
  private static func far(_ name: String, _ about: String, by more: Int) throws -> LogVector {
    let payload = [UInt8](repeating: 5, count: 200)
    let start = LogBytes().bytes + [0xFF, 0xFF, 0xFF]
    let byteCount = start.count + LogFrame.aligned(32 + payload.count)
    var log = LogBytes(firstSequence: UInt64(1 + byteCount / 32 + more))
    log.add(payload)
    let bytes = start + log.bytes[log.frames[0].byteOffset...]
    return more == 0
      ? .invalid(name, about, .damaged, at: 64, bytes) : .valid(name, about, bytes)
  }

  /// Numbers of a last head that no head has.
  static func heads() throws -> [LogVector] {
    let log = try groups()
    let last = log.frames[4]
    var checksum = log.bytes
    checksum[last.byteOffset + 28] ^= 1
    var empty = log
    empty.add([])
    var greatest = LogBytes(generation: .max, firstSequence: LogFrame.sequenceLimit - 1)
    try greatest.add { try $0.define(1, LogBytes.table) }
    greatest.add([5, 1], sequence: LogFrame.sequenceLimit)
    return [
      .valid("T3-checksum-of-a-head", "A changed bit of the checksum of the last head.", checksum),
      .valid("T3-no-payload", "A last head that counts no bytes.", empty.bytes),
      .valid("T3-sequence-limit", "A last head of sequence 2^63 − 1.", greatest.bytes),
    ]
  }
}
