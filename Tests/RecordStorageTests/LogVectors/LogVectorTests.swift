import Foundation
import RecordTestSupport
import Testing

@testable import RecordLog
@testable import RecordStorage

/// `Spec/vectors/logs`, which the reader in `Spec/reader` reads too.
@Suite struct LogVectorTests {
  private static let specification = URL(filePath: #filePath)
    .appending(path: "../../../../Spec").standardizedFileURL
  private static let folder = specification.appending(path: "vectors/logs")

  private static func file(_ vector: LogVector, _ ending: String) -> URL {
    let kind = vector.expectation == .state ? "valid" : "invalid"
    return folder.appending(path: "\(kind)/\(vector.name).\(ending)")
  }

  private static func state(of vector: LogVector, written: Bool) throws -> LogVectorState {
    try LogVectorState(vector.bytes) { name, folder in
      if written { return try FileBackEnd(name, in: folder) }
      return try FileReaderBackEnd(name, in: folder)
    }
  }

  private static func json(_ state: LogVectorState) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(state) + Data("\n".utf8)
  }

  /// With `REGENERATE_VECTORS=1` the files are written.
  @Test func `the files are those that are made`() throws {
    let vectors = try LogVector.all()
    #expect(vectors.count > 100 && Set(vectors.map(\.name)).count == vectors.count)
    var files: [String: Data] = [:]
    for vector in vectors {
      files[Self.file(vector, "hex").path] = Data(vector.text.utf8)
      guard vector.expectation == .state else { continue }
      files[Self.file(vector, "json").path] = try Self.json(Self.state(of: vector, written: false))
    }
    let isWritten = ProcessInfo.processInfo.environment["REGENERATE_VECTORS"] == "1"
    for kind in ["valid", "invalid"] {
      let folder = Self.folder.appending(path: kind)
      if isWritten {
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      for name in names where files[folder.appending(path: name).path] == nil {
        Issue.record("\(kind)/\(name) is made by nobody")
      }
    }
    for (path, data) in files {
      if isWritten { try data.write(to: URL(filePath: path)) }
      #expect(try Data(contentsOf: URL(filePath: path)) == data, "\(path)")
    }
  }

  /// Readers and writers report the same.
  @Test(arguments: [false, true]) func `each is what it says`(written: Bool) throws {
    for vector in try LogVector.all() {
      do {
        let state = try Self.state(of: vector, written: written)
        #expect(vector.expectation == .state, "\(vector) is read")
        let expected = try Data(contentsOf: Self.file(vector, "json"))
        #expect(try JSONDecoder().decode(LogVectorState.self, from: expected) == state, "\(vector)")
      } catch let error as LogError {
        // A file without bytes is none for a writer (rule H1), and a later write version is not written.
        if written, ["H1-nothing", "H2-newer-writer"].contains(vector.name) { continue }
        guard case .refused(let code, let byteOffset) = vector.expectation else {
          Issue.record("\(vector): \(error)")
          continue
        }
        #expect(error.code == code && error.byteOffset == byteOffset, "\(vector): \(error)")
      }
    }
  }

  // MARK: - The log of Spec/record-log.md, section 10

  @Test func `the specification shows the first vector, which a store writes`() throws {
    let text = try String(
      contentsOf: Self.specification.appending(path: "record-log.md"), encoding: .utf8)
    let section = try #require(text.split(separator: "## 10. A log in bytes").last)
    let hex = try #require(section.split(separator: "```").dropFirst().first)
    let example = try #require(LogVector.valid().first { $0.name == LogVector.exampleName })
    let lines = example.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(hex.split(separator: "\n") == lines, "\(lines.joined(separator: "\n"))")
    let name = "example.krec"
    let header = LogHeader(salt: LogBytes.salt, generation: 1, firstSequence: 1)
    let folder = MemoryFolder(name, header.bytes)
    let writer = try LogWriter.open(name, in: folder) { _ in }.writer
    let payloads = try LogVector.examplePayloads()
    try writer.commit(payloads[0])
    let tickets = try payloads.dropFirst().map { try writer.enqueue($0) }
    for ticket in tickets { try writer.wait(for: ticket) }
    #expect(folder[name] == example.bytes)
  }
}
