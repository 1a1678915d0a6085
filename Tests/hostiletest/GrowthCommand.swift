import ArchiveInspection
import Foundation
import HostileInput
import KeyedArchives
import RecordStorage
import RecordTestSupport

/// Reads adversarial input of a size and of twice that size in calls that stand by themselves, for a tool that counts
/// instructions: `growth [--filter TEXT] [--part 16]`. `.ci/hostile-growth` is that tool. Each input has 1 / PART of its size.
enum GrowthCommand {
  /// Something that reads bytes.
  private struct Reader: Sendable {
    let name: String
    /// Whether work on a value is O(its depth), which limits bound: what makes errors with coding paths, and indented lines.
    var isOfDepth = false
    let read: @Sendable ([UInt8]) throws -> Void
  }

  /// Bytes to read, of a size.
  private struct Input: Sendable {
    let name: String
    let size: Int
    var isDeep = false
    let readers: [Reader]
    let bytes: @Sendable (Int) throws -> [UInt8]
  }

  private static let limits = {
    var limits = ArchiveLimits.trusted
    limits.maximumDepth = 1 << 20
    // What leads to itself is decoded as values until there were so many.
    limits.maximumVisitCount = 100_000
    return limits
  }()

  private static let ofArchives = [
    Reader(name: "decode") { _ = try unarchiver.decode(ArchivedValue.self, from: $0) },
    Reader(name: "decode, swallowing", isOfDepth: true) {
      _ = try unarchiver.decode(Wanderer.self, from: $0)
    },
    Reader(name: "decode, swallowing, cells", isOfDepth: true) {
      var unarchiver = unarchiver
      unarchiver.usesCells = true
      _ = try unarchiver.decode(Wanderer.self, from: $0)
    },
    Reader(name: "decode, roots") {
      let roots = try unarchiver.roots(of: Data($0))
      for name in roots.names { _ = try? roots.decode(ArchivedValue.self, named: name) }
    },
    Reader(name: "requirements") { _ = try unarchiver.requirements(of: Data($0)) },
    Reader(name: "schema-less") { _ = try ArchiveInspector($0, limits: limits) },
    Reader(name: "verify") {
      _ = ArchiveVerification(of: $0, limits: limits, requiresCanonicalForm: true)
    },
    Reader(name: "dump") { _ = try ArchiveInspector($0, limits: limits).dump() },
    Reader(name: "summary") {
      let inspector = try ArchiveInspector($0, limits: limits)
      _ = inspector.summary.description
      _ = inspector.typeUsages()
    },
    Reader(name: "print", isOfDepth: true) {
      var count = 0
      try ArchiveInspector($0, limits: limits).printTree(.full) { count += $0.utf8.count }
    },
    Reader(name: "JSON") { _ = try? ArchiveInspector($0, limits: limits).json(.lossy) },
    Reader(name: "re-encode") {
      for root in try ArchiveInspector($0, limits: limits).roots {
        _ = try root.value.archived(maximumDepth: limits.maximumDepth)
      }
    },
    Reader(name: "encode") {
      var archiver = KeyedArchiver()
      archiver.maximumDepth = limits.maximumDepth
      let value = try unarchiver.decode(ArchivedValue.self, from: $0)
      _ = try archiver.encode(value) as Data
    },
  ]

  private static let unarchiver = KeyedUnarchiver(limits: limits)

  private static let ofTexts = [
    Reader(name: "import") {
      _ = try ArchivedValue(json: $0, maximumDepth: limits.maximumDepth)
    },
    Reader(name: "import and encode") {
      _ = try ArchivedValue(json: $0, maximumDepth: limits.maximumDepth)
        .archived(maximumDepth: limits.maximumDepth)
    },
  ]

  private static let ofLogs = [
    Reader(name: "open") { _ = try FileBackEnd("a.krec", in: MemoryFolder("a.krec", $0)) },
    Reader(name: "inspect") { _ = try StoreInspector($0, checksValues: true) },
    Reader(name: "verify") { _ = try StoreVerification(of: StoreInspector.file(of: $0)) },
    Reader(name: "salvage") {
      _ = try FileBackEnd.salvage(
        "a.krec", in: MemoryFolder("a.krec", $0), to: "b.krec", in: MemoryFolder())
    },
    Reader(name: "compact") {
      try FileBackEnd("a.krec", in: MemoryFolder("a.krec", $0)).compact()
    },
  ]

  private static let ofLists = ListReader.all.map { reader in
    Reader(name: reader.name) { try reader.read($0) }
  }

  private static let inputs =
    GrowingArchive.all.map { archive in
      Input(
        name: archive.name, size: archive.size, isDeep: archive.isDeep, readers: ofArchives
      ) { archive.bytes($0) }
    }
    + GrowingText.all.map { text in
      Input(name: "JSON: \(text.name)", size: text.size, readers: ofTexts) { text.text($0) }
    }
    + GrowingLog.all.map { log in
      Input(name: "log: \(log.name)", size: log.size, readers: ofLogs) { try log.bytes($0) }
    }
    + GrowingList.all.filter { !$0.isBoundedByLimits }.map { list in
      Input(name: "list: \(list.name)", size: list.size * 16, readers: ofLists) { list.bytes($0) }
    }

  static func run(_ arguments: [String]) throws -> Bool {
    let options = Options(arguments)
    let filter = options.text("--filter")
    let parts = max(1, options.number("--part") ?? 16)
    for input in inputs where filter.map({ input.name.contains($0) }) ?? true {
      try trace(input, max(1, input.size / parts))
    }
    return true
  }

  private static func trace(_ input: Input, _ size: Int) throws {
    for factor in [1, 2] {
      let bytes = try input.bytes(size * factor)
      for reader in input.readers where !(input.isDeep && reader.isOfDepth) {
        // What happens only once is not counted.
        try? reader.read(bytes)
        traceWork { try? reader.read(bytes) }
        traceEnd()
        print(input.name, reader.name, factor, bytes.count, separator: "\t")
        fflush(nil)
      }
    }
  }

  // The counting tool knows these by their names, so they must stay functions.

  @inline(never) @_optimize(none)
  private static func traceWork(_ work: () -> Void) { work() }

  @inline(never) @_optimize(none)
  private static func traceEnd() {}
}
