import ArchiveInspection
import Foundation
import KeyedArchives
import Testing
import VectorSupport

/// The vectors under `Spec/vectors` are what the code writes and refuses.
///
/// With `REGENERATE_VECTORS=1` in the environment they are written anew.
@Suite(.serialized) struct VectorTests {
  private static let files = VectorFolder.ofSpecification(
    regenerates: ProcessInfo.processInfo.environment["REGENERATE_VECTORS"] == "1")

  private let vectors = VectorCheck(Self.files)

  private func check(_ text: String, at path: String) throws {
    #expect(try Self.files.holds(text, at: path), "\(path)")
  }

  @Test func `valid vectors are written and dumped as they stand`() throws {
    for vector in try ValidVector.all() {
      let dictionary = try vector.dictionary.map { try ShapeDictionary(rows: $0.rows) }
      let inspector = try ArchiveInspector(vector.bytes, dictionary: dictionary)
      try check(
        VectorFolder.text(vector.bytes, [vector.comment] + comment(on: vector.dictionary)),
        at: "valid/\(vector.name).hex")
      try check(
        String(decoding: try inspector.dump(), as: UTF8.self), at: "valid/\(vector.name).json")
    }
  }

  private func comment(on dictionary: VectorDictionary?) -> [String] {
    dictionary.map { ["dictionary: \($0.name)"] } ?? []
  }

  @Test func `the dictionary of a home is as it stands`() throws {
    let home = try VectorDictionary.home()
    try check(VectorFolder.text(home.rows, [home.comment]), at: "dictionaries/home.hex")
  }

  @Test func `invalid vectors and dictionaries are as they are made from their seed`() throws {
    #expect(try vectors.filesNotAsMade() == [])
  }

  @Test func `every reader refuses every invalid vector with its code at its place`() throws {
    #expect(vectors.invalid.count >= 500)
    for vector in vectors.invalid {
      #expect(vectors.refusalsNotAsExpected(vector) == [], "\(vector): \(vector.bytes)")
    }
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
      try check(VectorFolder.text(first, [name]), at: "equivalent/\(name).a.hex")
      try check(VectorFolder.text(second, [name]), at: "equivalent/\(name).b.hex")
    }
  }

  @Test func `every valid file is dumped as it says, also those written by hand`() throws {
    let files = try VectorFile.all(in: Self.files.url.appending(path: "valid"))
    #expect(files.count > 40)
    for file in files {
      let dump = String(decoding: try ArchiveInspector(file.bytes).dump(), as: UTF8.self)
      let expected = Self.files.url.appending(path: "valid/\(file.name).json")
      let text = try String(contentsOf: expected, encoding: .utf8)
      #expect(dump == text.trimmingCharacters(in: .newlines), "\(file.name)")
    }
  }
}
