import Foundation
import Testing

@testable import RecordLog
import RecordTestSupport

/// The vector of Spec/record-log.md, section 10.
@Suite struct LogVectorTests {
  private func vector() throws -> [UInt8] {
    let file = URL(filePath: #filePath).appending(path: "../../../Spec/record-log.md")
    let text = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
    let section = try #require(text.split(separator: "## 10. A log in bytes").last)
    let hex = try #require(section.split(separator: "```").dropFirst().first)
    let digits = hex.filter { !$0.isWhitespace }
    return try stride(from: 0, to: digits.count, by: 2).map { index in
      let start = digits.index(digits.startIndex, offsetBy: index)
      return try #require(UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16))
    }
  }

  private func payloads() -> [LogPayload] {
    var first = LogPayload()
    first.addSchema(entity: 1, revision: 1, attributeCount: 3, archive: Array("schema".utf8))
    first.addPut(
      entity: 1, key: .integer(7),
      LogRecord(revision: 1, values: [.text("sea"), .real(0.5), .null]))
    var second = LogPayload()
    second.addPut(
      entity: 1, key: .text(Array("é".utf8)),
      LogRecord(revision: 1, values: [.integer(-300), .real(0.1), .blob([0, 255])]))
    var third = LogPayload()
    third.addRemove(entity: 1, key: .integer(7))
    third.addNote([0xC0, 0xDE])
    return [first, second, third]
  }

  @Test func `a log is written as in the specification`() throws {
    let header = LogHeader(salt: Array(0..<16), generation: 1, firstSequence: 1)
    let folder = MemoryFolder(TestLog.name, header.bytes)
    let writer = try LogWriter.open(TestLog.name, in: folder) { _ in }.writer
    let payloads = payloads()
    try writer.commit(payloads[0])
    let tickets = try payloads.dropFirst().map { try writer.enqueue($0) }
    for ticket in tickets { try writer.wait(for: ticket) }
    let bytes = try #require(folder[TestLog.name])
    let expected = try vector()
    let hex = bytes.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
    #expect(bytes == expected, "\(hex)")
  }

  @Test func `the log of the specification is read`() throws {
    let folder = MemoryFolder(TestLog.name, try vector())
    let file = try folder.open(TestLog.name, .read)
    var reader = try LogReader(#require(file))
    var groups: [UInt64] = []
    for payload in payloads() {
      let commit = try #require(try reader.next())
      #expect(commit.payload.bytes == payload.bytes)
      groups.append(commit.frame.group)
    }
    #expect(groups == [1, 2, 2])
    #expect(try reader.ending() == .complete)
  }
}
