/// Which target may import which modules: the arrows of the house, as a table.
struct ArchitectureRules {
  struct Row {
    /// Targets of this package and products of others.
    var modules: Set<String>
    /// Whether FoundationEssentials, Synchronization and the C library are allowed as well.
    var usesSystem = true
    /// True if all of Foundation is allowed: for programs, and for the one library that replaces a part of Foundation.
    var usesFoundation = false
  }

  static let rows: [String: Row] = [
    "ArchiveFormat": Row(modules: ["CChecksum"], usesSystem: false),
    "CZlib": Row(modules: []),
    "CPostgreSQL": Row(modules: []),
    "CChecksum": Row(modules: []),
    "CThreadStack": Row(modules: []),
    "PlatformC": Row(modules: ["Bionic", "Darwin", "Glibc", "Musl"], usesSystem: false),
    "ArchiveCompression": Row(modules: ["ArchiveFormat", "CChecksum", "CZlib"]),
    "ArchivableMacros": Row(
      modules: [
        "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftParser", "SwiftSyntax",
        "SwiftSyntaxBuilder",
        "SwiftSyntaxMacros",
      ]),
    "KeyedArchives": Row(
      modules: ["ArchivableMacros", "ArchiveCompression", "ArchiveFormat", "CThreadStack"]),
    // Combine is a part of the system, of Apple's systems alone.
    "StorageTransforms": Row(
      modules: ["KeyedArchives", "ArchiveCompression", "ArchiveFormat", "Combine"]),
    // Transliteration is in no smaller part of Foundation.
    "ValueTransformers": Row(
      modules: [
        "ArchiveFormat", "FoundationArchiveFormat", "PropertyListFormat", "StorageTransforms",
      ], usesFoundation: true),
    "SealedTransforms": Row(modules: ["StorageTransforms", "Crypto"]),
    "RecordLog": Row(modules: ["ArchiveFormat", "ArchiveCompression"]),
    "RecordStorage": Row(
      modules: [
        "RecordLog", "StorageTransforms", "KeyedArchives", "ArchiveCompression", "ArchiveFormat",
      ]),
    // Threads are those of ArchiveCompression.
    "RecordStorageConformance": Row(
      modules: ["RecordStorage", "StorageTransforms", "ArchiveCompression"]),
    "RecordStorageSQLite": Row(
      modules: ["RecordStorage", "StorageTransforms", "KeyedArchives", "GRDB", "GRDBSQLite"]),
    "RecordStoragePostgreSQL": Row(
      modules: ["RecordStorage", "StorageTransforms", "KeyedArchives", "CPostgreSQL"]),
    "PropertyListFormat": Row(modules: ["ArchiveFormat"], usesSystem: false),
    "FoundationArchiveFormat": Row(
      modules: ["ArchiveFormat", "PropertyListFormat"], usesSystem: false),
    "CoreDataStores": Row(
      modules: [
        "ArchiveFormat", "ArchiveCompression", "FoundationArchiveFormat", "PropertyListFormat",
        "GRDB", "GRDBSQLite",
      ]),
    "ArchiveInspection": Row(
      modules: [
        "ArchiveFormat", "ArchiveCompression", "FoundationArchiveFormat", "PropertyListFormat",
        "RecordLog",
      ]),
    "archivecat": Row(
      modules: [
        "ArchiveInspection", "ArchiveFormat", "ArchiveCompression", "CoreDataStores", "RecordLog",
        "ArgumentParser",
      ],
      usesFoundation: true),
    "Workloads": Row(modules: ["KeyedArchives"]),
    "archivedemo": Row(
      modules: [
        "KeyedArchives", "ArchiveCompression", "ArchiveFormat", "RecordLog", "RecordStorage",
        "RecordStorageSQLite", "SealedTransforms", "StorageTransforms",
      ],
      usesFoundation: true),
    "archivebench": Row(
      modules: [
        "StorageTransforms", "KeyedArchives", "ArchiveInspection", "ArchiveCompression",
        "ArchiveFormat", "FoundationArchiveFormat", "PropertyListFormat", "Workloads",
        "SwiftProtobuf", "RecordLog", "RecordStorage",
        "RecordStorageSQLite", "RecordStoragePostgreSQL", "GRDB",
      ],
      usesFoundation: true),
  ]

  /// PlatformC alone imports the C library of a platform.
  static let system: Set = ["FoundationEssentials", "Synchronization", "PlatformC"]

  /// Names by which types can be looked up at run time. The format never does that.
  static let runtimeLookups = [
    "_typeByName", "NSClassFromString", "NSStringFromClass", "_getTypeByMangledNameInContext",
  ]

  /// Whether a target may import a module. Foundation may stand in for FoundationEssentials where
  /// that is missing: in the `#else` of its `#if canImport(…)`.
  static func allows(_ module: SourceImports.Import, in target: String) -> Bool {
    guard let row = rows[target] else { return false }
    let isStandIn =
      module.module == "Foundation" && module.insteadOf.contains("FoundationEssentials")
    return allows(isStandIn ? "FoundationEssentials" : module.module, row)
  }

  private static func allows(_ module: String, _ row: Row) -> Bool {
    row.modules.contains(module) || row.usesSystem && system.contains(module)
      || row.usesFoundation && module == "Foundation"
  }

  /// The sentences for all imports of a file that break the rules.
  static func breaches(in text: String, of target: String) -> [String] {
    SourceImports(text).imports.filter { !allows($0, in: target) }.map {
      "\(target) must not import \($0)"
    }
  }

  /// The sentences for all imports of a file of `Tests/ReferenceCoder` that break its rule: of this package it imports
  /// single public types, by their names.
  static func breaches(in text: String, ofReferenceCoder path: String) -> [String] {
    let scoped = /^(?:internal|package) import struct ArchiveFormat\.Archive(?:Error|Limits|Path)$/
    let others = text.split(separator: "\n").filter { $0.wholeMatch(of: scoped) == nil }
      .joined(separator: "\n")
    let foundation = ["Foundation", "FoundationEssentials"]
    return SourceImports(others).imports.filter { !foundation.contains($0.module) }.map {
      "\(path) must not import \($0)"
    }
  }

  /// The sentences for all run-time lookups that a file names.
  static func lookups(in text: String) -> [String] {
    runtimeLookups.filter { text.contains($0) }.map { "\($0) looks up types at run time" }
  }
}
