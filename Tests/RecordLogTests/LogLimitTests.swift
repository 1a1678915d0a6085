@testable import RecordLog
import RecordTestSupport
import Testing

/// Logs whose numbers have come to their ends, as only damage or somebody's hand brings them.
struct LogLimitTests {
  private static let salt = [UInt8](repeating: 7, count: 16)

  private static func folder(_ generation: UInt64, _ firstSequence: UInt64) -> MemoryFolder {
    let header = LogHeader(salt: salt, generation: generation, firstSequence: firstSequence)
    return MemoryFolder(TestLog.name, header.bytes)
  }

  /// A log in the place of the one that is written, with one commit.
  private static func replace(_ writer: LogWriter, in folder: MemoryFolder) throws -> LogWriter {
    let replacement = try LogReplacement(of: writer, TestLog.name, in: folder)
    try replacement.append(TestLog.payload(9))
    try replacement.prepare()
    return try replacement.finish()
  }

  @Test(arguments: [(1, 2), (.max - 1, .max), (.max, 1)] as [(UInt64, UInt64)])
  func `after the last generation comes the first one`(_ generation: UInt64, _ next: UInt64) throws
  {
    let folder = Self.folder(generation, 1)
    let writer = try TestLog.open(folder).writer
    #expect(try Self.replace(writer, in: folder).header.generation == next)
    #expect(try TestLog.read(#require(folder[TestLog.name])).numbers == [9])
  }

  @Test func `a log whose sequences are used up is read, and takes nothing more`() throws {
    let folder = Self.folder(1, LogFrame.sequenceLimit - 2)
    let writer = try TestLog.open(folder).writer
    try writer.commit(TestLog.payload(1))
    try writer.commit(TestLog.payload(2))
    let full = #expect(throws: LogError.self) { try writer.commit(TestLog.payload(3)) }
    #expect(full?.code == .limitExceeded)
    let old = #expect(throws: LogError.self) { try Self.replace(writer, in: folder) }
    #expect(old?.code == .limitExceeded)
    #expect(try TestLog.read(#require(folder[TestLog.name])).numbers == [1, 2])
  }

  @Test func `what takes the place of a log has no more sequences than are left`() throws {
    let folder = Self.folder(1, LogFrame.sequenceLimit - 1)
    let writer = try TestLog.open(folder).writer
    let next = try Self.replace(writer, in: folder)
    let full = #expect(throws: LogError.self) { try next.commit(TestLog.payload(3)) }
    #expect(full?.code == .limitExceeded)
    let replacement = try LogReplacement(of: writer, TestLog.name, in: MemoryFolder())
    try replacement.append(TestLog.payload(1))
    let further = #expect(throws: LogError.self) { try replacement.append(TestLog.payload(2)) }
    #expect(further?.code == .limitExceeded)
  }

  @Test(arguments: [(0, 1, 32), (0, 0, 32), (1, 0, 40), (1, LogFrame.sequenceLimit, 40)])
  func `a header with other numbers is none that is written`(
    _ generation: UInt64, _ firstSequence: UInt64, _ byteOffset: Int
  ) {
    let header = LogHeader(salt: Self.salt, generation: generation, firstSequence: firstSequence)
    let error = #expect(throws: LogError.self) { try LogHeader(header.bytes) }
    #expect(error?.code == .malformed && error?.byteOffset == byteOffset)
  }
}
