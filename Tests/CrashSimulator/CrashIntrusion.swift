internal import RecordLog
internal import RecordTestSupport
internal import TestSupport

/// A change that another program makes to the file of an open log, and its moment (rule W8). Rule W10 is not tried here: files in memory have
/// no process that `fork` could double.
struct CrashIntrusion: Sendable {
  enum Way: Sendable {
    /// The file gets a second name, by a hard link.
    case linked
    /// The file is cut, or gets further bytes, in thousandths of its size.
    case cut(thousandths: Int)
    case lengthened(bytes: [UInt8])
  }

  enum Moment: CaseIterable, Sendable {
    /// Between two commits.
    case before
    /// Between the writer's first look and the synchronisation: behind its write, and when it is about to synchronise.
    case written, synchronizes
  }

  static let link = CrashStore.name + "-link"
  let way: Way
  let moment: Moment

  var isCut: Bool {
    if case .cut = way { true } else { false }
  }

  static func random(using random: inout SeededGenerator) -> CrashIntrusion {
    let way: Way =
      switch random.next() % 4 {
      case 0: .linked
      case 1: .lengthened(bytes: [UInt8](repeating: 0, count: 1 + Int(random.next() % 600)))
      case 2:
        .lengthened(
          bytes: (0...random.next() % 600).map { _ in UInt8(truncatingIfNeeded: random.next()) })
      default: .cut(thousandths: Int(random.next() % 1_000))
      }
    return CrashIntrusion(
      way: way, moment: Moment.allCases[Int(random.next() % UInt64(Moment.allCases.count))])
  }

  /// Returns true if an operation is the moment.
  func isDue(at operation: MemoryOperation) -> Bool {
    switch (moment, operation) {
    case (.written, .written(let name)), (.synchronizes, .synchronizes(let name)):
      // A log that was made or compacted is written to by the name that it had then.
      name == CrashStore.name || name == CrashStore.name + ".new"
    default: false
    }
  }

  func perform(in folder: MemoryFolder) throws(LogError) {
    guard let byteCount = folder[CrashStore.name]?.count else { return }
    let file = try folder.open(CrashStore.name, .write)
    switch way {
    case .linked: folder.link(CrashStore.name, as: Self.link)
    case .cut(let thousandths): try file?.truncate(to: byteCount * thousandths / 1_000)
    case .lengthened(let bytes): try file?.write(bytes, at: byteCount)
    }
  }
}
