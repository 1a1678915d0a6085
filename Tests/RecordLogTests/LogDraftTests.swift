import RecordTestSupport
import Testing

@testable import RecordLog

/// Logs of draft 1, whose heads do not say what stands before them (Spec/record-log.md, rule D1).
@Suite struct LogDraftTests {
  /// A log as the code of draft 1 wrote it: a group of one commit, and one of two.
  private static let bytes: [UInt8] = hex(
    """
    894b5245430d0a1a0101000000000000000102030405060708090a0b0c0d0e0f
    01000000000000000100000000000000000000000000000000000000076018a4
    1b0000002b59596a01000000000000000100000000000000d2771a4001030307
    0d736368656d6102032107170363736561440000003f000016000000cb3b3be8
    020000000000000002000000000000006a50eece020362c3a9210322d4fe489a
    9999999999b93f8200ff0000000000000800000033d59eb10300000000000000
    0200000000000000cef61961030321070505c0de00000000
    """)

  private static func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap { $0.hexDigitValue.map(UInt8.init) }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  private func commits(
    _ folder: MemoryFolder
  ) throws -> (header: LogHeader, frames: [LogFrame], ending: LogEnding) {
    var reader = try LogReader(#require(try folder.open(TestLog.name, .read)))
    var frames: [LogFrame] = []
    while let commit = try reader.next() { frames.append(commit.frame) }
    return (reader.header, frames, try reader.ending())
  }

  private func opened(_ folder: MemoryFolder) throws -> LogWriter {
    try LogWriter.open(TestLog.name, in: folder) { _ in }.writer
  }

  @Test func `it is read, and appended to as it is`() throws {
    let folder = MemoryFolder(TestLog.name, Self.bytes)
    let writer = try opened(folder)
    #expect(writer.header.draft == 1)
    for number in 4...9 { try writer.commit(TestLog.payload(number, byteCount: number)) }
    #expect(writer.hint() == nil)
    writer.releaseLock()
    let bytes = try #require(folder[TestLog.name])
    #expect(bytes.starts(with: Self.bytes))
    let (header, frames, ending) = try commits(folder)
    #expect(header.draft == 1 && ending == .complete)
    #expect(frames.map(\.sequence) == Array(1...9) && frames.map(\.group) == [1, 2, 2] + (4...9))
    #expect(frames.allSatisfy { $0.link == nil && $0.payload.lowerBound == $0.byteOffset + 28 })
  }

  /// Rules T2 and T3 hold for heads without a link, too.
  @Test func `damage of it is told from a torn tail`() throws {
    let folder = MemoryFolder(TestLog.name, Self.bytes)
    let writer = try opened(folder)
    for number in 4...6 { try writer.commit(TestLog.payload(number)) }
    writer.releaseLock()
    let bytes = try #require(folder[TestLog.name])
    let frames = try commits(folder).frames
    for place in 64..<bytes.count {
      for changed in [
        bytes[..<place] + [0xFF] + bytes[place...], bytes[..<place] + bytes[(place + 1)...],
      ] {
        let changed = Array(changed)
        let (_, found, ending) = try commits(MemoryFolder(TestLog.name, changed))
        let missing = UInt64(found.count + 1)
        if frames.contains(where: { $0.group > missing && $0.byteOffset > place }) {
          #expect(ending == .damaged(at: found.last?.end ?? 64), "\(place)")
        } else if case .damaged = ending {
          Issue.record("\(place): \(ending)")
        }
      }
    }
  }

  @Test func `a compaction makes it one of today`() throws {
    let folder = MemoryFolder(TestLog.name, Self.bytes)
    let writer = try opened(folder)
    let replacement = try LogReplacement(of: writer, TestLog.name, in: folder)
    for number in 1...2 { try replacement.append(TestLog.payload(number)) }
    try replacement.prepare()
    let next = try replacement.finish()
    try next.commit(TestLog.payload(3))
    let (header, frames, ending) = try commits(folder)
    #expect(header.draft == LogHeader.latestDraft && header.generation == 2)
    #expect(frames.map(\.sequence) == [4, 5, 6] && ending == .complete)
    #expect(frames.map(\.link) == [header.checksum] + frames.dropLast().map(\.checksum))
    #expect(next.hint() != nil)
  }

  /// A hint is checked against one frame, and that of draft 1 does not say what stood before it.
  @Test func `no hint of it is believed`() throws {
    let folder = MemoryFolder(TestLog.name, Self.bytes)
    let last = try #require(try commits(folder).frames.last)
    let hint = LogHint(
      salt: Array(0..<16), sequence: last.sequence, frameOffset: last.byteOffset,
      checksum: last.checksum)
    var isResumed: Bool?
    _ = try LogWriter.open(TestLog.name, in: folder, hint: hint) { _, resumed in
      isResumed = resumed
    } visit: { _ in
    }
    #expect(isResumed == false)
  }
}
