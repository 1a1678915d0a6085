import ArchiveCompression
import ArchiveFormat
import ArchiveInspection
import FoundationArchiveFormat
import PropertyListFormat
import TestSupport
import TestTraits
import Testing

/// Graphs become archives of our own, and come back with the same dump.
@Suite struct GraphDocumentTests {
  /// The dump of what comes back from an archive of ours, written and read.
  private static func dumpThroughArchive(
    _ graph: FoundationGraph, _ form: PropertyList.Form = .binary
  ) throws -> [UInt8] {
    let archive = try ArchiveAssembler(ArchiveLayout()).assemble(
      try graph.archiveTape(), maximumDepth: ArchiveLimits.untrusted.maximumDepth)
    let document = try #require(try ArchiveInspector(archive).documents.first)
    return try FoundationGraph.canonicalDump(
      of: try FoundationGraph.bytes(ofDocument: document, form))
  }

  @Test(arguments: [false, true])
  func `random graphs have the same dump when they were archives of ours`(isForXML: Bool) throws {
    var acceptedCount = 0
    for seed in 5_000..<5_000 + UInt64(Rounds.of(1_200)) {
      var random = SeededGenerator(seed: seed)
      let bytes = try GraphComposer.archive(&random, isForXML: isForXML)
      guard let dump = try? FoundationGraph.canonicalDump(of: bytes) else { continue }
      acceptedCount += 1
      let graph = try FoundationGraph(bytes)
      #expect(
        try Self.dumpThroughArchive(graph, isForXML ? .xml : .binary) == dump, "seed \(seed)")
      let direct = try FoundationGraph.bytes(ofDocument: try graph.archivedDocument())
      #expect(try FoundationGraph.canonicalDump(of: direct) == dump, "seed \(seed)")
      let archive = try ArchiveAssembler(ArchiveLayout()).assemble(
        try graph.archiveTape(), maximumDepth: 512)
      let findings = ArchiveVerification(of: archive, requiresCanonicalForm: false).findings
      #expect(findings.isEmpty, "seed \(seed): \(findings)")
    }
    #expect(acceptedCount > Rounds.of(1_000))
  }
}
