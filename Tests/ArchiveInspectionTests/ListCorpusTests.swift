#if Tools && (os(Linux) || os(macOS))
  import ArchiveInspection
  import Foundation
  import Testing

  /// Property lists and archives that Apple's programs wrote, and hostile ones, in all commands that read archives.
  @Suite struct ListCorpusTests {
    private static let folder = URL(
      filePath: ProcessInfo.processInfo.environment["CORPUS"] ?? "/nowhere"
    ).appending(path: "nskeyedarchiver")
    private static let table = try? String(
      contentsOf: folder.appending(path: "expected.tsv"), encoding: .utf8)

    @Test(.enabled(if: table != nil, "the corpus is absent"), .timeLimit(.minutes(10)))
    func `each file is read by every command, or refused by all with the same status`() throws {
      var counts: [String: Int] = [:]
      for line in try #require(Self.table).split(separator: "\n").dropFirst() {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        let file = Self.folder.appending(path: fields[0]).standardized.path
        counts[fields[2], default: 0] += 1
        let isPlain = fields[2] == "notKeyedArchive"
        let status: Int32 = fields[2] == "dump" || isPlain ? 0 : fields[2] == "limit" ? 69 : 65
        for arguments in [
          ["show"], ["show", "--full"], ["show", "--json"], ["info"], ["info", "--json"], ["types"],
          ["export", "--lossy"],
        ] {
          let outcome = try Command.run(arguments + [file])
          #expect(outcome.status == status, "\(arguments) \(fields[0]): \(outcome.complaint)")
          #expect(outcome.output.isEmpty == (status != 0), "\(arguments) \(fields[0])")
        }
        let verified = try Command.run("verify", file)
        let exact = try Command.run("export", file)
        guard status == 0 else {
          #expect(verified.status == status && exact.status == status, "\(fields[0])")
          continue
        }
        // A plain list that names an archiver is a broken archive.
        #expect(verified.status != 65 || isPlain, "\(fields[0]): \(verified.output)")
        #expect([0, 1, 65].contains(verified.status), "\(fields[0]): \(verified.status)")
        #expect(exact.status == 0 || exact.complaint.contains("JSON has no"), "\(fields[0])")
        let values = try InspectedFile(
          [UInt8](Data(contentsOf: URL(filePath: file))), isTrusted: false
        ).values()
        #expect(try PrintedPathTests.check(fields[0], values) > 0 || fields[0].contains("no_root"))
      }
      #expect(counts["dump", default: 0] > 50 && counts["notKeyedArchive", default: 0] > 20)
    }
  }
#endif
