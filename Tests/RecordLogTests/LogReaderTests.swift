import ArchiveCompression
import ArchiveFormat
import RecordLog
import RecordTestSupport
import Testing

/// What is read of a log that was cut off or changed.
@Suite struct LogReaderTests {
  /// Three groups: commit 1, commits 2 to 4, commit 5.
  private func log() throws -> (bytes: [UInt8], frames: [LogFrame]) {
    let folder = MemoryFolder()
    let writer = try TestLog.open(folder).writer
    var frames = [try writer.commit(TestLog.payload(1, byteCount: 9))]
    let tickets = try (2...4).map { try writer.enqueue(TestLog.payload($0, byteCount: $0)) }
    try writer.wait(for: tickets[0])
    frames += tickets.map(\.frame)
    frames.append(try writer.commit(TestLog.payload(5)))
    return (try #require(folder[TestLog.name]), frames)
  }

  /// Rules F4, T1, T3.
  @Test func `a log that was cut off anywhere is the state of an earlier time`() throws {
    let (bytes, frames) = try log()
    for count in LogHeader.byteCount..<bytes.count {
      let whole = frames.filter { $0.end <= count }
      let end = whole.last?.end ?? LogHeader.byteCount
      let (numbers, ending) = try TestLog.read(Array(bytes[..<count]))
      #expect(numbers == Array(1...5).prefix(whole.count).map { $0 }, "\(count)")
      let last = bytes[end..<count].lastIndex { $0 != 0 }
      #expect(
        ending == (last.map { .torn(at: end, byteCount: $0 + 1 - end) } ?? .complete), "\(count)")
      // A writer cuts the tail off and goes on.
      let folder = MemoryFolder(TestLog.name, Array(bytes[..<count]))
      let writer = try TestLog.open(folder).writer
      try writer.commit(TestLog.payload(77))
      let again = try TestLog.read(#require(folder.durable(TestLog.name)))
      #expect(again.numbers == numbers + [77] && again.ending == .complete)
    }
  }

  /// Rules F1, F2, T2, T3.
  @Test func `a changed bit in front of a later group is damage, in the last group a torn tail`()
    throws
  {
    let (bytes, frames) = try log()
    for byte in LogHeader.byteCount..<bytes.count {
      var changed = bytes
      changed[byte] ^= 1 << UInt8(byte % 8)
      let index = try #require(frames.firstIndex { byte < $0.end })
      let (numbers, ending) = try TestLog.read(changed)
      #expect(numbers == (1...5).prefix(index).map { $0 }, "byte \(byte)")
      let at = frames[index].byteOffset
      if frames[index].group == 5 {
        let last = changed.lastIndex { $0 != 0 } ?? at
        #expect(ending == .torn(at: at, byteCount: last + 1 - at))
      } else {
        #expect(ending == .damaged(at: at), "byte \(byte)")
        let folder = MemoryFolder(TestLog.name, changed)
        let error = #expect(throws: LogError.self) { _ = try TestLog.open(folder) }
        #expect(error?.code == .damaged && error?.byteOffset == at)
        #expect(folder[TestLog.name] == changed)
      }
    }
  }

  /// A group whose frames came to the medium in any order: what is whole in front of the gap is there.
  @Test func `a torn group with a hole is a torn tail`() throws {
    let (bytes, frames) = try log()
    // Commit 5 was not written yet; of its group commit 3 did not arrive.
    var torn = Array(bytes[..<frames[3].end])
    for byte in frames[2].byteOffset..<frames[2].end { torn[byte] = 0 }
    let (numbers, ending) = try TestLog.read(torn)
    #expect(numbers == [1, 2])
    let last = try #require(torn.lastIndex { $0 != 0 })
    #expect(ending == .torn(at: frames[2].byteOffset, byteCount: last + 1 - frames[2].byteOffset))
  }

  @Test func `a hint's word makes a torn tail damage`() throws {
    let (bytes, frames) = try log()
    let folder = MemoryFolder(TestLog.name, Array(bytes[..<frames[4].byteOffset]))
    let file = try folder.open(TestLog.name, .read)
    var reader = try LogReader(#require(file))
    while try reader.next() != nil {}
    #expect(try reader.ending(durable: 4) == .complete)
    #expect(try reader.ending(durable: 5) == .damaged(at: frames[4].byteOffset))
  }

  /// The table of section 2: the draft before the version, both behind the checksum.
  @Test func `a log of another draft or version says which`() throws {
    let (bytes, _) = try log()
    for (place, value, draft, version) in [
      (10, 0, "draft 1 ", ""), (10, 1, "draft 2 ", ""), (10, 3, "draft 4 ", ""),
      (11, 1, "draft 259 ", ""), (8, 2, "", "version 2,"),
    ] as [(Int, UInt8, String, String)] {
      var header = Array(bytes[..<60])
      header[place] = value
      if place > 8 { header[8] = 9 }
      var sink = ByteSink()
      sink.append(header[...])
      sink.fixed(Checksum.crc32(0, header[...]))
      let error = #expect(throws: LogError.self) { _ = try TestLog.read(sink.bytes + bytes[64...]) }
      #expect(error?.code == .unsupportedVersion)
      #expect(error?.byteOffset == (place > 8 ? 10 : 8))
      let words = "\(error.map { "\($0)" } ?? "")"
      #expect(words.contains(draft + version) && words.contains(" reads "), "\(words)")
    }
  }

  /// Rule H1, and the table of section 2.
  @Test func `a changed header is an error of its own`() throws {
    let (bytes, _) = try log()
    func code(_ bytes: [UInt8]) -> LogError.Code? {
      let error = #expect(throws: LogError.self) { _ = try TestLog.read(bytes) }
      return error?.code
    }
    for byte in 0..<LogHeader.byteCount {
      for bit in 0..<8 as Range<UInt8> {
        var changed = bytes
        changed[byte] ^= 1 << bit
        let expected: LogError.Code = byte < 8 ? .notARecordLog : .checksumMismatch
        #expect(code(changed) == expected, "byte \(byte), bit \(bit)")
      }
    }
    for count in 0..<LogHeader.byteCount { #expect(code(Array(bytes[..<count])) == .truncated) }
    #expect(code(Array("hello".utf8)) == .notARecordLog)
    let folder = MemoryFolder(TestLog.name, Array("somebody's notes".utf8))
    #expect(throws: LogError.self) { _ = try TestLog.open(folder) }
    #expect(folder[TestLog.name] == Array("somebody's notes".utf8))
  }

  @Test func `frames of another file, or of another place, are none`() throws {
    let (bytes, frames) = try log()
    let (other, _) = try log()
    // The same commits in a file with another salt.
    let mixed = Array(bytes[..<frames[1].byteOffset] + other[frames[1].byteOffset...])
    #expect(try TestLog.read(mixed).numbers == [1])
    // A log inside of a record, and one frame twice.
    let doubled = bytes + bytes[frames[4].byteOffset...]
    let (numbers, ending) = try TestLog.read(doubled)
    #expect(numbers == [1, 2, 3, 4, 5])
    let last = try #require(doubled.lastIndex { $0 != 0 })
    #expect(ending == .torn(at: bytes.count, byteCount: last + 1 - bytes.count))
  }

  @Test func `a reader goes on when the log has grown`() throws {
    let folder = MemoryFolder()
    let writer = try TestLog.open(folder).writer
    let first = try writer.commit(TestLog.payload(1))
    let file = try #require(try folder.open(TestLog.name, .read))
    var reader = try LogReader(file)
    #expect(try reader.next().map(TestLog.number) == 1)
    #expect(try reader.next() == nil)
    try writer.commit(TestLog.payload(2))
    #expect(try reader.next().map(TestLog.number) == 2)
    var second = LogReader(file, reader.header, after: first)
    #expect(try second.next().map(TestLog.number) == 2)
  }
}
