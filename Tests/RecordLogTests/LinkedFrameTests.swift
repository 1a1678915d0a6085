import RecordTestSupport
import Testing

@testable import RecordLog

/// Each head has the checksum of the one before (Spec/record-log.md, rule F5): copies of one log that went different ways are told.
@Suite struct LinkedFrameTests {
  /// A log that begins alike, and then has records of these numbers, all of the same length.
  private func log(_ numbers: [Int], of header: LogHeader) throws -> MemoryFolder {
    let folder = MemoryFolder(TestLog.name, header.bytes)
    let writer = try TestLog.open(folder).writer
    for number in numbers { try writer.commit(TestLog.payload(number)) }
    writer.releaseLock()
    return folder
  }

  private func hint(_ folder: MemoryFolder) throws -> LogHint {
    try #require(try TestLog.open(folder).writer.hint())
  }

  private func frames(_ folder: MemoryFolder) throws -> [LogFrame] {
    var reader = try LogReader(#require(try folder.open(TestLog.name, .read)))
    var frames: [LogFrame] = []
    while let commit = try reader.next() { frames.append(commit.frame) }
    return frames
  }

  @Test func `each head has the checksum of what stands before it`() throws {
    let header = LogHeader()
    let folder = try log([1, 2], of: header)
    // Also over an opening, a group of several commits, and a refusal.
    let writer = try TestLog.open(folder).writer
    let tickets = try (3...5).map { try writer.enqueue(TestLog.payload($0)) }
    for ticket in tickets { try writer.wait(for: ticket) }
    folder.withFaults { $0.room = 100 }
    #expect(throws: LogError.self) { try writer.commit(TestLog.payload(6, byteCount: 200)) }
    folder.withFaults { $0.room = nil }
    try writer.commit(TestLog.payload(7))
    let frames = try frames(folder)
    #expect(frames.count == 6)
    #expect(frames.map(\.link) == [header.checksum] + frames.dropLast().map(\.checksum))
  }

  /// The last commit is the same in both, at the same place.
  @Test(arguments: [
    ([1, 2, 9], [1, 3, 9]), ([1, 2, 9], [2, 1, 9]), ([1, 2, 3, 9], [3, 1, 2, 9]),
  ])
  func `the hint of a copy that went another way is not believed`(
    _ numbers: [Int], _ others: [Int]
  ) throws {
    let header = LogHeader()
    let (folder, other) = (try log(numbers, of: header), try log(others, of: header))
    let (own, foreign) = (try hint(folder), try hint(other))
    #expect(own.frameOffset == foreign.frameOffset && own.sequence == foreign.sequence)
    for (hint, expected) in [(own, []), (foreign, numbers)] {
      var found: [Int] = []
      _ = try LogWriter.open(TestLog.name, in: folder, hint: hint) { commit throws(LogError) in
        found.append(try TestLog.number(commit))
      }
      #expect(found == expected)
    }
  }

  @Test func `a frame of a copy that went another way is not taken, and no torn tail`() throws {
    let header = LogHeader()
    let (folder, other) = (try log([1, 2], of: header), try log([1, 3, 4], of: header))
    let bytes = try #require(folder[TestLog.name])
    let tail = try #require(other[TestLog.name])[bytes.count...]
    let (numbers, ending) = try TestLog.read(bytes + tail)
    #expect(numbers == [1, 2] && ending == .damaged(at: bytes.count))
    let mixed = MemoryFolder(TestLog.name, bytes + tail)
    let error = #expect(throws: LogError.self) { try TestLog.open(mixed) }
    #expect(error?.code == .damaged && mixed[TestLog.name] == bytes + tail)
    // A torn frame may hold anything.
    let torn = bytes + tail.dropLast(8)
    guard case .torn(bytes.count, _) = try TestLog.read(torn).ending else {
      Issue.record("a frame that is not whole is no torn tail")
      return
    }
  }

  /// Another log has the place of the one that was read, and its last commit is the same bit by bit.
  @Test func `a reader notices that other commits have the places of those that it saw`() throws {
    let header = LogHeader()
    let (folder, other) = (try log([1, 2, 9], of: header), try log([1, 3, 9], of: header))
    var follower = LogFollower(TestLog.name, in: folder)
    var numbers: [Int] = []
    func refresh() throws {
      _ = try follower.refresh { _, _ in
        numbers = []
      } visit: { commit throws(LogError) in
        numbers.append(try TestLog.number(commit))
      }
    }
    try refresh()
    #expect(numbers == [1, 2, 9])
    let file = try #require(try folder.open(TestLog.name, .write))
    try file.write(#require(other[TestLog.name]), at: 0)
    try refresh()
    #expect(numbers == [1, 3, 9])
  }
}
