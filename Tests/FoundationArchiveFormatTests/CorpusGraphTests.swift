#if Encryption
  import ArchiveFormat
  import Crypto
  import Foundation
  import FoundationArchiveFormat
  import PropertyListFormat
  import Testing

  /// Files that Apple's programs wrote, and hostile ones. The folder has their expected dumps as checksums.
  @Suite struct CorpusGraphTests {
    private static let folder = URL(
      filePath: ProcessInfo.processInfo.environment["CORPUS"] ?? "/nowhere"
    ).appending(path: "nskeyedarchiver")
    private static let table = try? String(
      contentsOf: folder.appending(path: "expected.tsv"), encoding: .utf8)

    @Test(.enabled(if: table != nil, "the corpus is absent"))
    func `each file has its dump and its values, or is refused`() throws {
      var count = 0
      for line in try #require(Self.table).split(separator: "\n").dropFirst() {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        let file = Self.folder.appending(path: fields[0]).standardized
        let bytes = [UInt8](try Data(contentsOf: file))
        count += 1
        do throws(ArchiveError) {
          let graph = try FoundationGraph(bytes)
          let dumps = [try FoundationGraph.canonicalDump(of: bytes), try graph.valuesDump()].map(
            Self.checksum)
          #expect(fields[2] == "dump" && dumps == Array(fields[4...5]), "\(fields[0])")
        } catch {
          let isLimit = error.code == .limitExceeded
          #expect(
            fields[2] != "dump" && isLimit == (fields[2] == "limit"), "\(fields[0]): \(error)")
        }
      }
      #expect(count > 100)
    }

    @Test(.enabled(if: table != nil, "the corpus is absent"))
    func `each file has the same dump when it was written in either form`() throws {
      var count = 0
      for line in try #require(Self.table).split(separator: "\n").dropFirst() {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields[2] == "dump" else { continue }
        count += 1
        let file = Self.folder.appending(path: fields[0]).standardized
        let graph = try FoundationGraph([UInt8](try Data(contentsOf: file)))
        for form in [PropertyList.Form.binary, .xml] {
          let written = try graph.bytes(form)
          #expect(
            Self.checksum(try FoundationGraph.canonicalDump(of: written)) == fields[4],
            "\(fields[0]) as \(form)")
        }
      }
      #expect(count > 50)
    }

    private static func checksum(_ bytes: [UInt8]) -> String {
      SHA256.hash(data: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }
#endif
