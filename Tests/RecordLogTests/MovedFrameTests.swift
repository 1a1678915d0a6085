import RecordTestSupport
import TestSupport
import Testing

@testable import RecordLog

/// Rule T2: bytes that were put in or taken out move all frames behind them.
@Suite struct MovedFrameTests {
  /// Groups of 1, 3, 1, 1, 2 and 1 commits of some lengths.
  private func log() throws -> (bytes: [UInt8], frames: [LogFrame]) {
    let folder = MemoryFolder()
    let writer = try TestLog.open(folder).writer
    var number = 0
    var frames: [LogFrame] = []
    for count in [1, 3, 1, 1, 2, 1] {
      let tickets = try (0..<count).map { _ in
        number += 1
        return try writer.enqueue(TestLog.payload(number, byteCount: number * 11 % 23))
      }
      for ticket in tickets { try writer.wait(for: ticket) }
      frames += tickets.map(\.frame)
    }
    return (try #require(folder[TestLog.name]), frames)
  }

  enum Change: CaseIterable {
    case inserted, zeroInserted, removed, manyRemoved, doubled, manyDoubled

    /// - Returns: The bytes, and where those that were not touched begin in what was there before.
    func apply(_ bytes: [UInt8], at place: Int) -> (bytes: [UInt8], rest: Int) {
      let rest =
        switch self {
        case .inserted, .zeroInserted: place
        case .removed: place + 1
        case .manyRemoved: min(place + 75, bytes.count)
        case .doubled: max(place - 1, 0)
        case .manyDoubled: max(place - 90, LogHeader.byteCount)
        }
      let new: [UInt8] =
        switch self {
        case .inserted: [0xFF]
        case .zeroInserted: [0]
        default: []
        }
      return (bytes[..<place] + new + bytes[rest...], rest)
    }
  }

  @Test(arguments: Change.allCases)
  func `a log with moved frames of a later group is damaged, and not changed`(
    _ change: Change
  ) throws {
    let (bytes, frames) = try log()
    for place in LogHeader.byteCount..<bytes.count {
      let (changed, rest) = change.apply(bytes, at: place)
      let (numbers, ending) = try TestLog.read(changed)
      #expect(numbers == Array((1...9).prefix(numbers.count)))
      let missing = UInt64(numbers.count + 1)
      let later = frames.filter { $0.group > missing && $0.byteOffset >= rest }
      let at = frames[min(numbers.count, frames.count - 1)].byteOffset
      guard !later.isEmpty else {
        if case .damaged = ending { Issue.record("\(place): \(ending)") }
        continue
      }
      #expect(ending == .damaged(at: at), "\(place)")
      guard place % 16 == 0 else { continue }
      let folder = MemoryFolder(TestLog.name, changed)
      let error = #expect(throws: LogError.self) { _ = try TestLog.open(folder) }
      #expect(error?.code == .damaged && folder[TestLog.name] == changed)
    }
  }

  @Test(arguments: Change.allCases)
  func `salvage goes on with moved frames`(_ change: Change) throws {
    let (bytes, frames) = try log()
    for place in stride(from: LogHeader.byteCount, to: bytes.count, by: 3) {
      let (changed, rest) = change.apply(bytes, at: place)
      let folder = MemoryFolder(TestLog.name, changed)
      var reader = try LogReader(#require(try folder.open(TestLog.name, .read)))
      var found: [Int] = []
      repeat {
        while let commit = try reader.next() {
          found.append(try TestLog.number(commit))
          #expect(
            changed[commit.frame.payload].elementsEqual(commit.payload.bytes), "\(place)")
        }
      } while try reader.skip() != nil
      let whole = frames.filter { $0.end <= place || $0.byteOffset >= rest }
      #expect(Set(whole.map { Int($0.sequence) }).isSubset(of: found), "\(place)")
      #expect(found == found.sorted() && Set(found).count == found.count)
    }
  }

  @Test func `a log that a commit of its own holds stays what it is`() throws {
    let folder = MemoryFolder()
    let writer = try TestLog.open(folder).writer
    for number in 1...30 { try writer.commit(TestLog.payload(number, byteCount: number)) }
    let copy = try #require(folder[TestLog.name])
    var frames: [LogFrame] = []
    for lead in 0..<8 {
      var payload = LogPayload()
      payload.addPut(
        entity: 1, key: .integer(0),
        LogRecord(revision: 1, values: [.blob(Array(repeating: 1, count: lead) + copy)]))
      frames.append(try writer.commit(payload))
    }
    let bytes = try #require(folder[TestLog.name])
    let last = try #require(frames.last)
    for frame in frames {
      for end in stride(from: frame.byteOffset + 1, to: frame.end, by: 41) {
        let file = try MemoryFolder(TestLog.name, Array(bytes[..<end])).open(TestLog.name, .read)
        var reader = try LogReader(#require(file))
        while try reader.next() != nil {}
        guard case .torn(frame.byteOffset, _) = try reader.ending() else {
          Issue.record("byte \(end) of \(frame)")
          return
        }
      }
    }
    // One byte in front of the last but one is damage, whatever the blobs are.
    let (changed, _) = Change.inserted.apply(bytes, at: last.byteOffset - 40)
    let file = try MemoryFolder(TestLog.name, changed).open(TestLog.name, .read)
    var reader = try LogReader(#require(file))
    while try reader.next() != nil {}
    guard case .damaged = try reader.ending() else {
      Issue.record("a log with a log inside is not damaged")
      return
    }
  }

  @Test func `a torn payload of numbers that look like heads stays torn`() throws {
    let folder = MemoryFolder()
    let writer = try TestLog.open(folder).writer
    for number in 1...5 { try writer.commit(TestLog.payload(number)) }
    let whole = try #require(folder[TestLog.name])
    var random = SeededGenerator(seed: 12)
    // Sequences near the missing one, and counts that end within the file: the checksum of one head in sixteen fits some offset.
    var tail: [UInt8] = []
    for _ in 0..<20_000 {
      let number = UInt64.random(in: 1..<10_000, using: &random)
      withUnsafeBytes(of: number.littleEndian) { tail += $0 }
    }
    let bytes = whole + tail
    let file = try MemoryFolder(TestLog.name, bytes).open(TestLog.name, .read)
    var reader = try LogReader(#require(file))
    while try reader.next() != nil {}
    #expect(
      try reader.ending() == .torn(at: whole.count, byteCount: tail.lastIndex { $0 != 0 }! + 1))
    #expect(try reader.skip() == nil)
    // The next writer cuts the tail off, and goes on.
    let (_, commits) = try reopened(bytes)
    #expect(commits == 5)
  }

  /// Opens a log for writing, and counts its commits.
  private func reopened(_ bytes: [UInt8]) throws -> (folder: MemoryFolder, commits: Int) {
    let folder = MemoryFolder(TestLog.name, bytes)
    let writer = try TestLog.open(folder).writer
    try writer.commit(TestLog.payload(6))
    return (folder, try TestLog.read(#require(folder[TestLog.name])).numbers.count - 1)
  }

  @Test func `the offset of a head follows from its checksum`() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<2_000 {
      let form = FrameForm(seed: .random(in: .min ... .max, using: &random))
      let link = UInt32.random(in: .min ... .max, using: &random)
      let origin =
        Int.random(in: 8..<1 << UInt64.random(in: 8...33, using: &random), using: &random) * 8 + 64
      let sequence = UInt64.random(in: 1..<1 << UInt64(60), using: &random)
      let frame = LogFrame.bytes(
        [1, 2, 3], sequence: sequence, group: sequence, link: link, at: origin, form)
      let place = max(origin + Int.random(in: -1_000_000...1_000_000, using: &random), 0)
      let found = try FrameSearch(form).first(
        in: [9, 9, 9] + frame, at: place, startCount: 40
      ) { $0.sequence == sequence }
      #expect(found?.shift == place + 3 - origin)
    }
  }

  @Test func `random bytes behind the last frame are a torn tail`() throws {
    let (bytes, _) = try log()
    var random = SeededGenerator(seed: 5)
    let noise = (0..<1 << 20).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let (numbers, ending) = try TestLog.read(bytes + noise)
    #expect(numbers == Array(1...9))
    let last = try #require(noise.lastIndex { $0 != 0 })
    #expect(ending == .torn(at: bytes.count, byteCount: last + 1))
  }
}
