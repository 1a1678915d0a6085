package import ArchiveFormat
internal import ArchiveInspection
internal import FoundationArchiveFormat
internal import PropertyListFormat

/// A way in which `archivecat` and the libraries read a property list.
package struct ListReader: Sendable {
  package let name: String
  /// Throws what the way throws.
  package let read: @Sendable ([UInt8]) throws(ArchiveError) -> Void

  private init(_ name: String, _ read: @escaping @Sendable ([UInt8]) throws(ArchiveError) -> Void) {
    self.name = name
    self.read = read
  }

  /// All of them.
  package static let all = [
    ListReader("check") { bytes throws(ArchiveError) in
      var check = ListCheck(try PropertyList(bytes))
      try check.check()
    },
    ListReader("copy, binary") { bytes throws(ArchiveError) in
      _ = try PropertyList(bytes).bytes(.binary)
    },
    ListReader("copy, XML") { bytes throws(ArchiveError) in
      _ = try PropertyList(bytes).bytes(.xml)
    },
    ListReader("canonical dump") { bytes throws(ArchiveError) in
      _ = try FoundationGraph.canonicalDump(of: bytes)
    },
    ListReader("dump of values") { bytes throws(ArchiveError) in
      _ = try FoundationGraph(bytes).valuesDump()
    },
    ListReader("archive, binary") { bytes throws(ArchiveError) in
      _ = try FoundationGraph(bytes).bytes(.binary)
    },
    ListReader("archive, XML") { bytes throws(ArchiveError) in
      _ = try FoundationGraph(bytes).bytes(.xml)
    },
    ListReader("converted and back") { bytes throws(ArchiveError) in
      let conversion = GraphConversion(isTrusted: false)
      _ = try conversion.converted(conversion.converted(bytes, to: .karc), to: .xml)
    },
    ListReader("dump") { bytes throws(ArchiveError) in
      _ = try InspectedFile(bytes, isTrusted: false).values().dump()
    },
    ListReader("tree") { bytes throws(ArchiveError) in
      var count = 0
      try InspectedFile(bytes, isTrusted: false).values().printTree(.full) {
        count += $0.utf8.count
      }
    },
    ListReader("JSON") { bytes throws(ArchiveError) in
      _ = try InspectedFile(bytes, isTrusted: false).values()
        .json(.lossy, isEscapedForTerminal: true)
    },
    ListReader("summary") { bytes throws(ArchiveError) in
      _ = try InspectedFile(bytes, isTrusted: false).summary().description
    },
    ListReader("classes") { bytes throws(ArchiveError) in
      try InspectedFile(bytes, isTrusted: false).types().print { _ in }
    },
    ListReader("findings") { bytes throws(ArchiveError) in
      let findings = InspectedFile(bytes, isTrusted: false).findings(requiresCanonicalForm: false)
      if let first = findings.first { throw first }
    },
  ]
}
