import Foundation
import RecordLog
import RecordTestSupport
import Synchronization
import Testing

/// Commits, groups, and disks that fail.
@Suite struct LogWriterTests {
  @Test func `commits are there when the log is opened again`() throws {
    let folder = MemoryFolder()
    do {
      let (writer, numbers, ending) = try TestLog.open(folder)
      #expect(numbers.isEmpty && ending == .complete)
      for number in 1...20 { try writer.commit(TestLog.payload(number, byteCount: number * 7)) }
      #expect(writer.counts.commits == 20 && writer.counts.synchronizations == 20)
    }
    let (writer, numbers, ending) = try TestLog.open(folder)
    #expect(numbers == Array(1...20) && ending == .complete)
    try writer.commit(TestLog.payload(21))
    let bytes = try #require(folder.durable(TestLog.name))
    #expect(try TestLog.read(bytes).numbers == Array(1...21))
    #expect(bytes.count % 8 == 0)
  }

  @Test func `one writer at a time`() throws {
    let folder = MemoryFolder()
    let first = try TestLog.open(folder).writer
    let error = #expect(throws: LogError.self) { _ = try TestLog.open(folder) }
    #expect(error?.code == .locked)
    try first.commit(TestLog.payload(1))
  }

  /// The same with a folder of the system's, whose locks are the kernel's.
  @Test func `files of the system`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "log-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = FolderFileSystem(path: path)
    do {
      let (writer, _, _) = try TestLog.open(folder)
      try writer.commit(TestLog.payload(1))
      try writer.commit(TestLog.payload(2, byteCount: 100_000), durability: .written)
      let error = #expect(throws: LogError.self) { _ = try TestLog.open(folder) }
      #expect(error?.code == .locked)
    }
    #expect(try TestLog.open(folder).numbers == [1, 2])
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    #expect(names == ["test.krec", "test.krec.lock"])
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: "\(path)/test.krec")))
    #expect(try TestLog.read(bytes).numbers == [1, 2])
    // What bytes may ask for is not more than there is.
    let opened = try folder.open("test.krec", .read)
    let file = try #require(opened)
    for end in [bytes.count + 1, 1 << 40, .max] {
      #expect(try file.read(8..<end) == Array(bytes[8...]))
      #expect(try file.read(min(1 << 40, end - 1)..<end).isEmpty)
    }
    let missing = FolderFileSystem(path: path + "/none")
    let error = #expect(throws: LogError.self) { _ = try TestLog.open(missing) }
    #expect(error?.code == .inputOutput)
    #expect(try missing.open("x", .read) == nil)
  }

  @Test func `many threads share synchronizations`() async throws {
    let folder = MemoryFolder()
    let writer = try TestLog.open(folder).writer
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for index in 0..<100 {
            do {
              try writer.commit(TestLog.payload(thread * 100 + index))
            } catch {
              Issue.record("\(error)")
            }
          }
        }
      }
    }
    #expect(writer.counts.commits == 800 && writer.counts.synchronizations <= 800)
    let bytes = try #require(folder.durable(TestLog.name))
    #expect(try TestLog.read(bytes).numbers.sorted() == Array(0..<800))
  }

  @Test func `commits in line are one group and one synchronization`() throws {
    let folder = MemoryFolder()
    let writer = try TestLog.open(folder).writer
    let tickets = try (1...5).map { try writer.enqueue(TestLog.payload($0)) }
    #expect(folder[TestLog.name]?.count == LogHeader.byteCount)
    try writer.wait(for: tickets[2])
    for ticket in tickets { try writer.wait(for: ticket) }
    #expect(writer.counts.synchronizations == 1 && writer.counts.writes == 1)
    #expect(Set(tickets.map(\.frame.group)) == [1])
    let next = try writer.enqueue(TestLog.payload(6))
    #expect(next.frame.group == 6)
    try writer.wait(for: next)
  }

  @Test func `what is only written stays in an open group`() throws {
    let folder = MemoryFolder()
    let writer = try TestLog.open(folder).writer
    let frames = try [
      writer.commit(TestLog.payload(1)), writer.commit(TestLog.payload(2), durability: .written),
      writer.commit(TestLog.payload(3), durability: .written), writer.commit(TestLog.payload(4)),
      writer.commit(TestLog.payload(5)),
    ]
    #expect(frames.map(\.group) == [1, 2, 2, 2, 5])
    #expect(writer.counts.synchronizations == 3)
    let bytes = try #require(folder[TestLog.name])
    #expect(try TestLog.read(bytes).numbers == [1, 2, 3, 4, 5])
  }

  @Test func `a full disk takes nothing, and the writer goes on`() throws {
    let folder = MemoryFolder()
    let writer = try TestLog.open(folder).writer
    let first = try writer.commit(TestLog.payload(1))
    let before = try #require(folder[TestLog.name]).prefix(first.end)
    folder.withFaults { $0.room = 30 }
    let tickets = try [
      writer.enqueue(TestLog.payload(2, byteCount: 20_000)),
      writer.enqueue(TestLog.payload(3)),
    ]
    for ticket in tickets {
      let error = #expect(throws: LogError.self) { try writer.wait(for: ticket) }
      #expect(error?.code == .noSpace)
    }
    #expect(folder[TestLog.name] == Array(before))
    folder.withFaults { $0.room = nil }
    try writer.commit(TestLog.payload(4))
    // The refusal stays one, also now that its sequence is somebody else's.
    #expect(throws: LogError.self) { try writer.wait(for: tickets[0]) }
    let bytes = try #require(folder.durable(TestLog.name))
    #expect(try TestLog.read(bytes).numbers == [1, 4])
  }

  /// Rule W4: a reader may have seen them.
  @Test
  func `commits that are whole when the disk is full stay, and those behind them are refused`()
    throws
  {
    let folder = MemoryFolder()
    let writer = try TestLog.open(folder).writer
    try writer.commit(TestLog.payload(1), durability: .written)
    let tickets = try (2...5).map { try writer.enqueue(TestLog.payload($0, byteCount: 50)) }
    let kept = tickets[1].frame
    folder.withFaults { $0.room = kept.end - tickets[0].frame.byteOffset + 30 }
    for ticket in tickets[2...].reversed() {
      let error = #expect(throws: LogError.self) { try writer.wait(for: ticket) }
      #expect(error?.code == .noSpace && ticket.isRefused)
    }
    for ticket in tickets[..<2] {
      try writer.wait(for: ticket)
      #expect(!ticket.isRefused)
    }
    #expect(folder[TestLog.name]?.count == kept.end)
    #expect(try TestLog.read(#require(folder.durable(TestLog.name))) == ([1, 2, 3], .complete))
    folder.withFaults { $0.room = nil }
    let next = try writer.commit(TestLog.payload(6))
    #expect(next.sequence == 4 && next.group == 4 && next.byteOffset == kept.end)
    #expect(tickets[2].isRefused && !tickets[1].isRefused)
    #expect(try TestLog.read(#require(folder.durable(TestLog.name))) == ([1, 2, 3, 6], .complete))
  }

  @Test func `who builds on what was refused is refused`() throws {
    let folder = MemoryFolder()
    let writer = try TestLog.open(folder).writer
    let run = writer.next.run
    let ticket = try writer.enqueue(TestLog.payload(1), in: run)
    folder.withFaults { $0.room = 0 }
    #expect(throws: LogError.self) { try writer.wait(for: ticket) }
    folder.withFaults { $0.room = nil }
    let error = #expect(throws: LogError.self) {
      _ = try writer.enqueue(TestLog.payload(2), in: run)
    }
    #expect(error?.code == .noSpace && run.refusal == error && writer.next.run !== run)
    let next = try writer.enqueue(TestLog.payload(2), in: writer.next.run)
    try writer.wait(for: next)
    #expect(try TestLog.read(#require(folder.durable(TestLog.name))).numbers == [2])
  }

  /// Rule W6.
  @Test func `nothing stands behind the last commit, and zeros of a file system are cut off`()
    throws
  {
    let folder = MemoryFolder()
    let writer = try TestLog.open(folder).writer
    for number in 1...3 {
      let frame = try writer.commit(TestLog.payload(number, byteCount: 100 * number))
      #expect(folder[TestLog.name]?.count == frame.end)
    }
    writer.releaseLock()
    let bytes = try #require(folder[TestLog.name])
    folder[TestLog.name] = bytes + [UInt8](repeating: 0, count: 5_000)
    let (again, numbers, ending) = try TestLog.open(folder)
    #expect(numbers == [1, 2, 3] && ending == .complete)
    #expect(folder.durable(TestLog.name) == bytes)
    try again.commit(TestLog.payload(4))
    #expect(try TestLog.read(#require(folder.durable(TestLog.name))).numbers == [1, 2, 3, 4])
  }

  @Test func `a synchronization that failed poisons the writer`() throws {
    let folder = MemoryFolder()
    let writer = try TestLog.open(folder).writer
    try writer.commit(TestLog.payload(1))
    folder.withFaults { $0.failingSynchronization = 0 }
    let ticket = try writer.enqueue(TestLog.payload(2))
    let unknown = #expect(throws: LogError.self) { try writer.wait(for: ticket) }
    #expect(unknown?.code == .outcomeUnknown)
    let poisoned = #expect(throws: LogError.self) { try writer.commit(TestLog.payload(3)) }
    #expect(poisoned?.code == .poisoned)
    // What is not acknowledged, and only that, is lost with the power.
    let bytes = try #require(folder.durable(TestLog.name))
    #expect(try TestLog.read(bytes).numbers == [1])
  }

  /// Rule W7: the bytes can be read after the failure, and need not be on the medium.
  @Test func `what an opening finds is durable, also after a synchronization that failed`() throws {
    let folder = MemoryFolder()
    var writer = try TestLog.open(folder).writer
    try writer.commit(TestLog.payload(1))
    try writer.commit(TestLog.payload(2), durability: .written)
    folder.withFaults { $0.failingSynchronization = 0 }
    #expect(throws: LogError.self) { try writer.commit(TestLog.payload(3)) }
    writer.releaseLock()
    #expect(try TestLog.read(#require(folder.durable(TestLog.name))) == ([1], .complete))
    let again = try TestLog.open(folder)
    #expect(again.numbers == [1, 2, 3])
    #expect(try TestLog.read(#require(folder.durable(TestLog.name))) == ([1, 2, 3], .complete))
    writer = again.writer
    try writer.commit(TestLog.payload(4))
    #expect(try TestLog.read(#require(folder.durable(TestLog.name))) == ([1, 2, 3, 4], .complete))
  }

  @Test func `a full disk that cannot even be cut back poisons the writer`() throws {
    let folder = MemoryFolder()
    let writer = try TestLog.open(folder).writer
    folder.withFaults {
      $0.room = 3
      $0.truncationFails = true
    }
    let error = #expect(throws: LogError.self) { try writer.commit(TestLog.payload(1)) }
    #expect(error?.code == .outcomeUnknown)
    let next = #expect(throws: LogError.self) { try writer.commit(TestLog.payload(2)) }
    #expect(next?.code == .poisoned)
  }

  @Test func `no entries are no commit`() throws {
    let writer = try TestLog.open(MemoryFolder()).writer
    let error = #expect(throws: LogError.self) { try writer.commit(LogPayload()) }
    #expect(error?.code == .malformed)
  }
}
