public import ArchiveCompression
package import ArchiveFormat
package import FoundationArchiveFormat

/// A file as JSON: one object per file, with the same members in every version, safe to print.
public enum JSONReport {
  /// What an archive is, in numbers.
  public static func info(_ file: String, _ summary: ArchiveSummary) throws -> [UInt8] {
    try object(file) { report in
      report.add("framing", summary.framing.rawValue)
      report.add("readVersion", summary.readVersion)
      report.add("writeVersion", summary.writeVersion)
      report.add("optionalFeatures", summary.optionalFeatures)
      report.add("scopes", summary.scopeCount)
      report.add("roots", summary.rootCount)
      report.add("objects", summary.objectCount)
      report.add("values", summary.valueCount)
      report.add("types", summary.typeCount)
      report.add("shapes", summary.shapeCount)
      report.add("parts", summary.partCount)
      report.add("rawByteCount", summary.rawByteCount)
      report.add("storedByteCount", summary.storedByteCount)
      report.add("isPacked", summary.isPacked)
      report.key("dictionaryRowCount")
      if let count = summary.dictionaryRowCount {
        report.uint(UInt64(clamping: count))
      } else {
        report.null()
      }
      report.add("isIntact", true)
    }
  }

  /// The facts of a property list, in numbers. The members from `archiver` on are those of a keyed archive.
  package static func info(_ file: String, _ summary: PropertyListSummary) throws -> [UInt8] {
    try object(file) { report in
      report.add("kind", summary.graph == nil ? "propertyList" : "foundationArchive")
      report.add("form", summary.form)
      report.add("nodes", summary.nodeCount)
      report.add("storedByteCount", summary.byteCount)
      report.add("isIntact", true)
      guard let graph = summary.graph else { return report.add("lack", orNull: summary.lack) }
      report.add("archiver", graph.archiver)
      report.add("version", 100_000)
      report.key("rootKeys")
      report.add(names: graph.roots)
      report.add("objects", graph.reachedCount)
      report.add("entries", graph.entryCount)
      report.add("classes", graph.classCount)
    }
  }

  /// What is wrong with an archive.
  public static func verification(
    _ file: String, _ verification: ArchiveVerification
  ) throws -> [UInt8] {
    try self.verification(file, verification.findings)
  }

  /// A finding in a file.
  package static func verification(_ file: String, _ findings: [ArchiveError]) throws -> [UInt8] {
    try object(file) { report in
      report.add("isWellFormed", findings.allSatisfy { $0.code.isNote })
      report.key("findings")
      report.beginArray()
      for finding in findings {
        report.beginRecord()
        report.add("code", finding.code.rawValue)
        report.add("message", finding.message)
        if let byteOffset = finding.byteOffset { report.add("byteOffset", byteOffset) }
        if let rawOffset = finding.rawOffset { report.add("rawOffset", rawOffset) }
        report.add("path", finding.path.description)
        report.end()
      }
      report.end()
    }
  }

  /// The types of an archive.
  public static func types(_ file: String, _ usages: [TypeUsage]) throws -> [UInt8] {
    try object(file) { report in
      report.key("types")
      report.beginArray()
      for usage in usages {
        report.beginRecord()
        report.add("name", orNull: usage.name)
        report.add("isClass", usage.isClass)
        report.add("version", usage.version)
        report.add("superclass", orNull: usage.superclass)
        report.add("isAmongOthers", usage.isAmongOthers)
        report.add("count", usage.count)
        report.add("byteCount", usage.byteCount)
        report.add("ownByteCount", usage.ownByteCount)
        report.end()
      }
      report.end()
    }
  }

  /// The classes of a keyed archive of Foundation's.
  package static func classes(_ file: String, _ usages: [FoundationClassUsage]) throws -> [UInt8] {
    try object(file) { report in
      report.key("types")
      report.beginArray()
      for usage in usages {
        report.beginRecord()
        report.add("name", usage.name)
        report.add("isClass", true)
        report.key("superclasses")
        report.add(names: usage.superclasses)
        report.key("standIns")
        report.add(names: usage.hints)
        report.add("count", usage.count)
        report.end()
      }
      report.end()
    }
  }

  private static func object(
    _ file: String, _ build: (inout ArchivedValueBuilder) -> Void
  ) throws -> [UInt8] {
    var report = ArchivedValueBuilder()
    report.beginRecord()
    report.add("file", file)
    build(&report)
    return try report.finish().json(isEscapedForTerminal: true)
  }
}

extension ArchivedValueBuilder {
  fileprivate mutating func add(_ key: String, _ value: String) {
    self.key(key)
    string(value)
  }

  fileprivate mutating func add(names: [String]) {
    beginArray()
    for name in names { string(name) }
    end()
  }

  fileprivate mutating func add(_ key: String, orNull value: String?) {
    if let value { return add(key, value) }
    self.key(key)
    null()
  }

  fileprivate mutating func add(_ key: String, _ value: Bool) {
    self.key(key)
    bool(value)
  }

  fileprivate mutating func add(_ key: String, _ value: some FixedWidthInteger) {
    self.key(key)
    uint(UInt64(clamping: value))
  }
}
