import ArchiveInspection
import Foundation
import KeyedArchives
import Testing

/// The vectors under `Spec/vectors` are what the code writes and refuses.
///
/// With `REGENERATE_VECTORS=1` in the environment they are written anew.
@Suite(.serialized) struct VectorTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Spec/vectors").standardizedFileURL
  private static let regenerates =
    ProcessInfo.processInfo.environment["REGENERATE_VECTORS"] == "1"

  /// Bytes as commented hex, 16 to a line.
  private func commented(_ bytes: [UInt8], _ comments: [String]) -> String {
    var text = comments.map { "# \($0)\n" }.joined()
    for start in stride(from: 0, to: bytes.count, by: 16) {
      let line = bytes[start..<min(start + 16, bytes.count)]
      text += line.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16).uppercased() }
        .joined(separator: " ")
      text += "  # \(start)\n"
    }
    return text
  }

  private func check(_ text: String, at path: String) throws {
    let file = Self.folder.appending(path: path)
    if Self.regenerates {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(path)")
  }

  @Test func `valid vectors are written and dumped as they stand`() throws {
    for vector in try ValidVector.all() {
      let dictionary = try vector.dictionary.map { try ShapeDictionary(rows: $0.rows) }
      let inspector = try ArchiveInspector(vector.bytes, dictionary: dictionary)
      try check(
        commented(vector.bytes, [vector.comment] + comment(on: vector.dictionary)),
        at: "valid/\(vector.name).hex")
      try check(
        String(decoding: inspector.dump(), as: UTF8.self), at: "valid/\(vector.name).json")
    }
  }

  private func comment(on dictionary: VectorDictionary?) -> [String] {
    dictionary.map { ["dictionary: \($0.name)"] } ?? []
  }

  @Test func `dictionaries of vectors are as they stand`() throws {
    for dictionary in try VectorDictionary.all() {
      try check(
        commented(dictionary.rows, [dictionary.comment]), at: "dictionaries/\(dictionary.name).hex")
    }
  }

  private func findings(in vector: InvalidVector) -> [ArchiveError] {
    do throws(ArchiveError) {
      var dictionary: ShapeDictionary?
      if let rows = vector.dictionary?.rows { dictionary = try ShapeDictionary(rows: rows) }
      return ArchiveVerification(of: vector.bytes, dictionary: dictionary).findings
    } catch {
      return [error]
    }
  }

  @Test(arguments: InvalidVector.all) func `invalid vectors are refused with their code`(
    _ vector: InvalidVector
  ) throws {
    let findings = findings(in: vector)
    #expect(findings.first?.code == vector.code, "\(findings)")
    try check(
      commented(
        vector.bytes,
        ["\(vector.name)", "expect: \(vector.code.rawValue)"] + comment(on: vector.dictionary)),
      at: "invalid/\(vector.name).hex")
  }

  @Test func `equivalent vectors hold equal values in different bytes`() throws {
    let pairs: [(String, [UInt8], [UInt8])] = [
      ("regular-irregular", singlePart("01 16 05 09 05 09"), singlePart("01 16 0F 0B 05 01 05 09")),
      ("declared-any", singlePart("01 16 05 09 05 09"), singlePart("01 16 01 09 41 42")),
      ("single-multi", singlePart("01 45"), MultiPartFile.whole()),
      (
        "plain-packed",
        try KeyedArchiver().encode(String(repeating: "x", count: 99)),
        try KeyedArchiver(compression: .zlib()).encode(String(repeating: "x", count: 99))
      ),
    ]
    for (name, first, second) in pairs {
      let dumps = try [first, second].map { bytes in
        try ArchiveInspector(bytes).roots.map { ArchiveInspector.dump($0.value) }
      }
      #expect(dumps[0] == dumps[1], "\(name)")
      #expect(first != second)
      try check(commented(first, [name]), at: "equivalent/\(name).a.hex")
      try check(commented(second, [name]), at: "equivalent/\(name).b.hex")
    }
  }

  @Test func `every valid file is dumped as it says, also those written by hand`() throws {
    let files = try VectorFile.all(in: Self.folder.appending(path: "valid"))
    #expect(files.count > 40)
    for file in files {
      let dump = String(decoding: try ArchiveInspector(file.bytes).dump(), as: UTF8.self)
      let expected = Self.folder.appending(path: "valid/\(file.name).json")
      let text = try String(contentsOf: expected, encoding: .utf8)
      #expect(dump == text.trimmingCharacters(in: .newlines), "\(file.name)")
    }
  }

  /// Among them those of rule O4: what stands in the tail.
  @Test func `every invalid file is refused as it says`() throws {
    let files = try VectorFile.all(in: Self.folder.appending(path: "invalid"))
    #expect(files.count > 100)
    for file in files {
      let first = ArchiveVerification(of: file.bytes).findings.first
      #expect(first?.code.rawValue == file.expectation.first, "\(file.name)")
      if file.expectation.count > 1 {
        #expect(first?.byteOffset.map { "\($0)" } == file.expectation[1], "\(file.name)")
      }
    }
  }
}
