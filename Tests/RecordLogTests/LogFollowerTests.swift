import RecordLog
import RecordTestSupport
import Testing

/// What a reader sees of a log that others write (Spec/record-log.md, section 9).
@Suite struct LogFollowerTests {
  /// A follower, with the numbers of the commits that it was handed.
  private struct Reader {
    var follower: LogFollower
    var numbers: [Int] = []
    var beginnings = 0

    init(_ folder: MemoryFolder) { follower = LogFollower(TestLog.name, in: folder) }

    mutating func refresh(hint: LogHint? = nil) throws(LogError) -> Bool {
      var (numbers, beginnings) = (numbers, beginnings)
      let isNew = try follower.refresh(hint: { hint }) { _, _ in
        beginnings += 1
        numbers = []
      } visit: { commit throws(LogError) in
        numbers.append(try TestLog.number(commit))
      }
      (self.numbers, self.beginnings) = (numbers, beginnings)
      return isNew
    }
  }

  @Test func `commits are seen once they are whole`() throws {
    let folder = MemoryFolder()
    var reader = Reader(folder)
    let missing = #expect(throws: LogError.self) { try reader.refresh() }
    #expect(missing?.code == .inputOutput)
    let writer = try TestLog.open(folder).writer
    for number in 1...20 {
      try writer.commit(TestLog.payload(number), durability: number % 3 == 0 ? .synced : .written)
      #expect(try reader.refresh())
      #expect(reader.numbers == Array(1...number))
      #expect(try !reader.refresh())
    }
    #expect(reader.beginnings == 1)
  }

  /// A frame that is being written: each part of it, then all.
  @Test func `of a commit that is being written nothing is seen`() throws {
    let whole = MemoryFolder()
    let writer = try TestLog.open(whole).writer
    let first = try writer.commit(TestLog.payload(1))
    try writer.commit(TestLog.payload(2, byteCount: 30))
    let bytes = try #require(whole[TestLog.name])
    let folder = MemoryFolder(TestLog.name, Array(bytes[..<first.end]))
    let file = try #require(try folder.open(TestLog.name, .write))
    var reader = Reader(folder)
    #expect(try reader.refresh())
    for end in first.end..<bytes.count - 1 {
      try file.write([bytes[end]], at: end)
      #expect(try !reader.refresh())
      #expect(reader.numbers == [1])
    }
    try file.write([bytes[bytes.count - 1]], at: bytes.count - 1)
    #expect(try reader.refresh())
    #expect(reader.numbers == [1, 2] && reader.beginnings == 1)
  }

  /// The writer was killed within a frame; the next one cuts it off, and puts one of the same length in its place.
  @Test func `what was torn is replaced by what another writer writes`() throws {
    let folder = MemoryFolder()
    let first: LogFrame
    do {
      let writer = try TestLog.open(folder).writer
      first = try writer.commit(TestLog.payload(1))
      try writer.commit(TestLog.payload(2, byteCount: 40))
    }
    var bytes = try #require(folder[TestLog.name])
    bytes[first.end + 50] ^= 1
    let file = try #require(try folder.open(TestLog.name, .write))
    try file.write(bytes, at: 0)
    var reader = Reader(folder)
    #expect(try reader.refresh())
    #expect(reader.numbers == [1])
    let (writer, numbers, ending) = try TestLog.open(folder)
    #expect(numbers == [1] && ending != .complete)
    #expect(try !reader.refresh())
    try writer.commit(TestLog.payload(3, byteCount: 40))
    #expect(folder[TestLog.name]?.count == bytes.count)
    #expect(try reader.refresh())
    #expect(reader.numbers == [1, 3] && reader.beginnings == 1)
  }

  /// As after a synchronization that failed, and a loss of power: other commits have the places of those that were seen.
  @Test func `a log that was cut back in its place is read anew`() throws {
    let folder = MemoryFolder()
    let writer = try TestLog.open(folder).writer
    let first = try writer.commit(TestLog.payload(1))
    let short = try #require(folder[TestLog.name])
    try writer.commit(TestLog.payload(2))
    writer.releaseLock()
    var reader = Reader(folder)
    #expect(try reader.refresh())
    #expect(reader.numbers == [1, 2])
    let file = try #require(try folder.open(TestLog.name, .write))
    try file.truncate(to: first.end)
    #expect(try reader.refresh())
    #expect(reader.numbers == [1] && reader.beginnings == 2)
    try TestLog.open(folder).writer.commit(TestLog.payload(3))
    #expect(try reader.refresh())
    #expect(reader.numbers == [1, 3] && reader.beginnings == 2)
    // The length is what it was, and the commit another.
    try file.truncate(to: first.end)
    try TestLog.open(folder).writer.commit(TestLog.payload(4))
    #expect(try reader.refresh())
    #expect(reader.numbers == [1, 4] && reader.beginnings == 3)
    // Another log without commits.
    try file.truncate(to: LogHeader.byteCount)
    try file.write(LogHeader().bytes, at: 0)
    #expect(try reader.refresh())
    #expect(reader.numbers == [] && reader.beginnings == 4)
    try file.write(LogHeader().bytes, at: 0)
    #expect(try reader.refresh())
    #expect(reader.beginnings == 5 && short.count == first.end)
  }

  /// Rule C2.
  @Test func `a log that took the name is read from its beginning, and until then the old one`()
    throws
  {
    let folder = MemoryFolder()
    let writer = try TestLog.open(folder).writer
    try writer.commit(TestLog.payload(1))
    var reader = Reader(folder)
    #expect(try reader.refresh())
    let replacement = try LogReplacement(of: writer, TestLog.name, in: folder)
    try replacement.append(TestLog.payload(7))
    try replacement.prepare()
    #expect(try !reader.refresh())
    let next = try replacement.finish()
    #expect(reader.numbers == [1])
    #expect(try reader.refresh())
    #expect(reader.numbers == [7] && reader.beginnings == 2)
    try next.commit(TestLog.payload(8))
    #expect(try reader.refresh())
    #expect(reader.numbers == [7, 8] && reader.beginnings == 2)
    try folder.remove(TestLog.name)
    let gone = #expect(throws: LogError.self) { try reader.refresh() }
    #expect(gone?.code == .inputOutput && reader.numbers == [7, 8])
  }

  /// Rule T2.
  @Test func `damage is told, each time, and gone when it is repaired`() throws {
    let folder = MemoryFolder()
    let writer = try TestLog.open(folder).writer
    let frames = try (1...3).map { try writer.commit(TestLog.payload($0)) }
    let bytes = try #require(folder[TestLog.name])
    var reader = Reader(folder)
    let file = try #require(try folder.open(TestLog.name, .write))
    try file.truncate(to: frames[0].end)
    #expect(try reader.refresh())
    var damaged = bytes
    damaged[frames[1].payload.lowerBound] ^= 1
    try file.write(damaged, at: 0)
    for _ in 0..<2 {
      let error = #expect(throws: LogError.self) { try reader.refresh() }
      #expect(error?.code == .damaged && error?.byteOffset == frames[1].byteOffset)
      #expect(reader.numbers == [1])
    }
    var other = Reader(folder)
    let error = #expect(throws: LogError.self) { try other.refresh() }
    #expect(error?.code == .damaged && other.numbers == [])
    try file.write(bytes, at: 0)
    #expect(try reader.refresh())
    #expect(reader.numbers == [1, 2, 3] && reader.beginnings == 1)
  }

  @Test func `a hint's word is taken where it is true, and missed where it is not`() throws {
    let folder = MemoryFolder()
    let writer = try TestLog.open(folder).writer
    for number in 1...2 { try writer.commit(TestLog.payload(number)) }
    let hint = try #require(writer.hint())
    try writer.commit(TestLog.payload(3))
    var reader = Reader(folder)
    #expect(try reader.refresh(hint: hint))
    #expect(reader.numbers == [3])
    let file = try #require(try folder.open(TestLog.name, .write))
    try file.truncate(to: hint.frameOffset)
    var late = Reader(folder)
    let error = #expect(throws: LogError.self) { try late.refresh(hint: hint) }
    #expect(error?.code == .damaged)
  }
}
