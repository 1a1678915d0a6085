#if Encryption
  import ArchiveCompression
  import ArchiveFormat
  import ArchiveInspection
  import Crypto
  import Foundation
  import FoundationArchiveFormat
  import PropertyListFormat
  import TestSupport
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

    /// The error of a file that is refused.
    private static func refusal(of bytes: [UInt8]) -> ArchiveError? {
      do throws(ArchiveError) {
        _ = try FoundationGraph(bytes)
        return nil
      } catch { return error }
    }

    @Test(.enabled(if: table != nil, "the corpus is absent"))
    func `each refusal has an offset in the file, and in a graph a path`() throws {
      let ofGraphs: [ArchiveError.Code] = [
        .unsupportedArchiveVersion, .referenceOutOfRange, .malformedClass,
      ]
      var (count, pathCount) = (0, 0)
      for line in try #require(Self.table).split(separator: "\n").dropFirst() {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields[2] != "dump" else { continue }
        count += 1
        let file = Self.folder.appending(path: fields[0]).standardized
        let bytes = [UInt8](try Data(contentsOf: file))
        let error = try #require(Self.refusal(of: bytes), "\(fields[0])")
        let offset = try #require(error.byteOffset, "\(fields[0]): \(error)")
        // A value that is missing at the end is missing behind the last byte.
        #expect(0...bytes.count ~= offset, "\(fields[0]): \(error)")
        if ofGraphs.contains(error.code) {
          pathCount += 1
          #expect(!error.path.isEmpty, "\(fields[0]): \(error)")
        }
      }
      #expect(count > 40 && pathCount > 2, "\(count), \(pathCount)")
    }

    @Test(.enabled(if: table != nil, "the corpus is absent"))
    func `cut and changed XML has the same error at the same place in UTF-8 and in UTF-16`() throws
    {
      var random = SeededGenerator(seed: 12)
      var count = 0
      for line in try #require(Self.table).split(separator: "\n").dropFirst() {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields[2] == "dump", let size = Int(fields[1]), size < 10_000 else { continue }
        let file = Self.folder.appending(path: fields[0]).standardized
        let xml = try FoundationGraph([UInt8](try Data(contentsOf: file))).bytes(.xml)
        var text = String(decoding: xml, as: UTF8.self)
        // A character in front that has other sizes in the two.
        text = text.replacing("<plist", with: "<!--ä€\u{1F600}--><plist", maxReplacements: 1)
        for _ in 0..<8 {
          let cut = try #require(text.unicodeScalars.indices.randomElement(using: &random))
          let changed = text[..<cut] + (Bool.random(using: &random) ? "" : "<" + text[cut...])
          guard let error = Self.refusal(of: Array(changed.utf8)) else { continue }
          count += 1
          let offset = try #require(error.byteOffset)
          let before = String(decoding: changed.utf8.prefix(offset), as: UTF8.self).utf16.count
          let wide = try #require(String(changed).data(using: .utf16BigEndian))
          let other = try #require(Self.refusal(of: [UInt8](wide)), "\(fields[0])")
          #expect(other.code == error.code && other.path == error.path, "\(fields[0]): \(other)")
          #expect(other.byteOffset == 2 * before, "\(fields[0]): \(other)")
        }
      }
      #expect(count > 100)
    }

    /// The files that have a dump, with its checksum.
    private static func dumpedFiles() throws -> [(
      name: String, checksum: String, graph: FoundationGraph
    )] {
      try #require(table).split(separator: "\n").dropFirst().compactMap { line in
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields[2] == "dump" else { return nil }
        let file = folder.appending(path: fields[0]).standardized
        return (fields[0], fields[4], try FoundationGraph([UInt8](try Data(contentsOf: file))))
      }
    }

    @Test(.enabled(if: table != nil, "the corpus is absent"))
    func `each file has the same dump when it was written in either form`() throws {
      let files = try Self.dumpedFiles()
      for (name, checksum, graph) in files {
        for form in [PropertyList.Form.binary, .xml] {
          let written = try graph.bytes(form)
          #expect(
            Self.checksum(try FoundationGraph.canonicalDump(of: written)) == checksum,
            "\(name) as \(form)")
        }
      }
      #expect(files.count > 50)
    }

    /// The names of a class with its superclasses and its hints.
    private struct ClassRecord: Hashable {
      var name: String
      var chain: [String]
      var hints: [String]
    }

    /// The entries of `$objects` that are class records, each as often as it is there.
    private static func classRecords(in graph: FoundationGraph) throws -> [ClassRecord] {
      let list = graph.list
      func texts(_ value: PropertyListValue) throws -> [String] {
        guard case .array(let nodes) = value else { return [] }
        var texts: [String] = []
        var place = PropertyListNodes.Place()
        while let node = try list.next(in: nodes, &place) {
          if case .string(let text) = try list.value(of: node) { texts.append(list.string(text)) }
        }
        return texts
      }
      var records: [ClassRecord] = []
      for entry in 1..<graph.entryCount {
        guard case .dictionary(let nodes) = try list.value(of: graph.node(of: entry)) else {
          continue
        }
        var record = ClassRecord(name: "", chain: [], hints: [])
        var place = PropertyListNodes.Place()
        while let keyNode = try list.next(in: nodes, &place),
          let valueNode = try list.next(in: nodes, &place)
        {
          let value = try list.value(of: valueNode)
          guard case .string(let key) = try list.value(of: keyNode) else { continue }
          switch (list.string(key), value) {
          case ("$classname", .string(let name)): record.name = list.string(name)
          case ("$classes", _): record.chain = try texts(value)
          case ("$classhints", _): record.hints = try texts(value)
          default: break
          }
        }
        if !record.name.isEmpty { records.append(record) }
      }
      return records
    }

    @Test(.enabled(if: table != nil, "the corpus is absent"))
    func `each file has the same dump and the same classes when it was an archive of ours`() throws
    {
      let files = try Self.dumpedFiles()
      for (name, checksum, graph) in files {
        let classes = try Self.classRecords(in: graph)
        let archive = try ArchiveAssembler(ArchiveLayout()).assemble(
          try graph.archiveTape(), maximumDepth: ArchiveLimits.untrusted.maximumDepth)
        let document = try #require(try ArchiveInspector(archive).documents.first)
        for form in [PropertyList.Form.binary, .xml] {
          let written = try FoundationGraph.bytes(ofDocument: document, form)
          #expect(
            Self.checksum(try FoundationGraph.canonicalDump(of: written)) == checksum,
            "\(name) as \(form)")
          // No class is lost, none is there twice. Their order is not kept.
          let back = try Self.classRecords(in: try FoundationGraph(written))
          #expect(Set(back) == Set(classes), "\(name) as \(form)")
          #expect(back.count == Set(classes).count, "\(name) as \(form)")
        }
      }
      #expect(files.count > 50)
    }

    private static func checksum(_ bytes: [UInt8]) -> String {
      SHA256.hash(data: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }
#endif
