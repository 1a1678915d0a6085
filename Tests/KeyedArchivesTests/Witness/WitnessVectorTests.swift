import ArchiveFormat
import FuzzCases
import Foundation
import KeyedArchives
import ReferenceCoder
import TestTraits
import Testing
import VectorSupport

/// The reference coder and the vectors of the specification.
@Suite(.differential) struct WitnessVectorTests {
  @Test func `valid vectors are dumped as they stand, and read alike`() throws {
    let folder = VectorFolder.ofSpecification(regenerates: false)
    // Some vectors are rings of references: reading them as plain values goes on until the limit of visits is met.
    var coders = TwoCoders()
    coders.limits.maximumVisitCount = 20_000
    let names = try folder.names(in: "valid")
    #expect(names.count > 600)
    for name in names {
      let url = folder.url.appending(path: "valid/\(name)")
      let file = try VectorText(url.appendingPathExtension("hex"), folder)
      let decoder = ReferenceDecoder.inflating(dictionary: file.dictionary)
      let dump = Data(try decoder.dump(file.bytes).utf8)
      let expected = try Data(contentsOf: url.appendingPathExtension("json"))
      #expect(
        try DumpedValue(dump) == DumpedValue(expected),
        "\(name): \(String(decoding: dump, as: UTF8.self))")
      if file.dictionary == nil {
        coders.expectSameValue(ProbedValue.self, file.bytes, name) { "\($0)" }
      }
    }
  }

  @Test func `invalid vectors are refused with their codes at their places`() {
    for vector in InvalidVector.all() where !vector.isFoundByVerificationOnly {
      let decoder = ReferenceDecoder.inflating(
        limits: vector.archiveLimits, dictionary: vector.dictionary?.rows)
      let outcome = TwoCoders.outcome({ $0 }) { try decoder.dump(vector.bytes) }
      let place =
        switch vector.place {
        case .file(let offset), .rows(let offset): "\(offset) -1"
        case .packed(let block, let raw): "\(block) \(raw)"
        }
      let expected =
        vector.code == .limitExceeded ? vector.code.rawValue : "\(vector.code.rawValue) at \(place)"
      #expect(outcome == expected, "\(vector.name)")
    }
  }

  @Test func `equivalent vectors are dumped alike`() throws {
    let folder = VectorFolder.ofSpecification(regenerates: false)
    for name in try folder.names(in: "equivalent") where name.hasSuffix(".a") {
      let dumps = try [name, name.dropLast() + "b"].map { name in
        let url = folder.url.appending(path: "equivalent/\(name).hex")
        let dump = try ReferenceDecoder.inflating().dump(VectorText(url, folder).bytes)
        return dump.replacing("\"multi\"", with: "\"single\"")
      }
      #expect(dumps[0] == dumps[1], "\(name)")
    }
  }
}

/// A vector as it stands in a file, with the rows that it was written against.
private struct VectorText {
  let bytes: [UInt8]
  let dictionary: [UInt8]?

  init(_ file: URL, _ folder: VectorFolder) throws {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    bytes = lines.flatMap { line in
      line.prefix { $0 != "#" }.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
    let mark = "# dictionary: "
    dictionary = try lines.first { $0.hasPrefix(mark) }.map { line in
      let url = folder.url.appending(path: "dictionaries/\(line.dropFirst(mark.count)).hex")
      return try VectorText(url, folder).bytes
    }
  }
}
