import RecordLog
import RecordTestSupport
import Testing

@Suite("A folder in memory leaves behind what a disk may")
struct MemorySnapshotTests {
  private let folder = MemoryFolder("a", Array("0123".utf8))

  /// A write behind what is durable, and its images.
  private func text(_ fate: MemoryChange.Fate) throws -> String? {
    let file = try #require(try folder.open("a", .write))
    try file.write(Array("abcdef".utf8), at: 2)
    return text(folder.snapshot, fate)
  }

  private func text(_ snapshot: MemorySnapshot, _ fate: MemoryChange.Fate) -> String? {
    snapshot.files(after: snapshot.fate(names: true, changes: fate))["a"].map {
      String(decoding: $0.map { $0 == 0 ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
    }
  }

  @Test(
    "of a write is left what its fate says",
    arguments: [
      (.lost, "0123"), (.kept, "01abcdef"), (.torn(byteCount: 1), "01a3"),
      (.torn(byteCount: 4), "01abcd"), (.stretched(byteCount: 0), "0123____"),
      (.stretched(byteCount: 3), "01abc___"),
      (.scattered(pieceByteCount: 2, bits: 0b0101), "0123cd__"),
      (.scattered(pieceByteCount: 4, bits: 0b11), "01abcdef"),
    ] as [(MemoryChange.Fate, String)])
  func fates(fate: MemoryChange.Fate, left: String) throws {
    #expect(try text(fate) == left)
  }

  @Test("what a failed call was to make durable can be read, and is forgotten by the next")
  func forgotten() throws {
    let file = try #require(try folder.open("a", .write))
    try file.write(Array("ab".utf8), at: 0)
    folder.withFaults { $0.failingSynchronization = 0 }
    #expect(throws: LogError.self) { try file.synchronize() }
    try file.write(Array("c".utf8), at: 3)
    try file.synchronize()
    #expect(folder["a"] == Array("ab2c".utf8))
    #expect(text(folder.snapshot, .lost) == "012c")
    #expect(text(folder.snapshot, .kept) == "ab2c")
    try file.write(Array("ab".utf8), at: 0)
    try file.synchronize()
    #expect(text(folder.snapshot, .lost) == "ab2c")
  }

  @Test("names are there or not, each by itself, until the folder is made durable")
  func names() throws {
    _ = try folder.open("b", .create)
    try folder.rename("a", to: "c")
    let snapshot = folder.snapshot
    #expect(snapshot.nameChangeCount == 2)
    func names(_ isThere: [Bool]) -> [String] {
      var fate = snapshot.fate(names: true, changes: .kept)
      fate.names = isThere
      return snapshot.files(after: fate).keys.sorted()
    }
    #expect(names([false, false]) == ["a"])
    #expect(names([true, false]) == ["a", "b"])
    #expect(names([false, true]) == ["c"])
    try folder.synchronizeFolder()
    #expect(folder.snapshot.nameChangeCount == 0)
  }

  @Test(
    "a process that was killed leaves all but the end of its last write, and the power may go later"
  )
  func kill() throws {
    let file = try #require(try folder.open("a", .write))
    try file.write(Array("abcd".utf8), at: 4)
    let left = folder.snapshot.folder(killedAfter: 3)
    #expect(left["a"] == Array("0123abc".utf8))
    #expect(left.durable("a") == Array("0123".utf8))
    let opened = try #require(try left.open("a", .write))
    try opened.synchronize()
    #expect(left.durable("a") == Array("0123abc".utf8))
    #expect(folder.durable("a") == Array("0123".utf8))
  }
}
