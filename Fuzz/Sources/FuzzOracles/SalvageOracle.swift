internal import RecordLog
internal import RecordStorage
internal import StorageTransforms

/// Salvages a record log, and reads it while it grows: what is salvaged opens; a reader sees what a writer finds.
public enum SalvageOracle {
  private static let name = "log.krec"

  /// Salvages the two files of an input: a log and its hint.
  public static func run(_ bytes: [UInt8]) {
    let input = FuzzInput(bytes)
    let (log, hint) = input.files
    let folder = FuzzFolder()
    folder[name] = log
    if !hint.isEmpty { folder[name + ".hint"] = hint }
    let (state, isComplete) = state(of: log)
    // Of a torn group salvage takes what a writer cuts off.
    salvage(folder, log, hint.isEmpty && isComplete ? state : nil)
    Oracle.require(folder[name] == log, "a salvage changed what it read")
    follow(log, state, step: Int(input.option) * 8 + 64)
  }

  /// What a writer finds in a log without a hint; nil if it is refused or a record cannot be read.
  private static func state(of log: [UInt8]) -> (state: StoreState?, isComplete: Bool) {
    let folder = FuzzFolder()
    folder[name] = log
    guard !log.isEmpty, let backEnd = RecordLogOracle.opened(folder, log.count) else {
      return (nil, false)
    }
    return (StoreState(backEnd, byteCount: log.count), backEnd.ending == .complete)
  }

  private static func salvage(_ folder: FuzzFolder, _ log: [UInt8], _ state: StoreState?) {
    let target = FuzzFolder()
    let report: SalvageReport
    do {
      report = try FileBackEnd.salvage(name, in: folder, to: name, in: target)
    } catch {
      Oracle.check(error, in: log.count)
      return Oracle.require(state == nil, "what opens is not salvaged: \(error)")
    }
    guard let saved = RecordLogOracle.opened(target, target[name]?.count ?? 0) else {
      fatalError("what was salvaged does not open")
    }
    guard let found = StoreState(saved, byteCount: .max) else {
      fatalError("what was salvaged cannot be read")
    }
    let count = found.records.reduce(0) { $0 + $1.count }
    Oracle.require(
      count == report.recordCount,
      "\(count) records were salvaged, and \(report.recordCount) are told")
    guard var expected = state else { return }
    // Who opens a log does not look whether values are unique.
    for lost in report.lostRecords where lost.error.code == .notUnique {
      for (index, table) in expected.tables.enumerated()
      where table.entity.name == lost.error.entity {
        expected.records[index].removeAll { $0.key == lost.key }
      }
    }
    Oracle.require(found == expected, "of a whole log another state was salvaged")
  }

  /// Reads the log again and again while it grows from its beginning.
  private static func follow(_ log: [UInt8], _ state: StoreState?, step: Int) {
    let folder = FuzzFolder()
    guard let file = try? folder.open(name, .create) else { return }
    var reader: FileReaderBackEnd?
    var end = 0
    while end < log.count {
      let next = min(end + max(step, log.count / 16 + 1), log.count)
      try? file.write(Array(log[end..<next]), at: end)
      end = next
      do {
        if let reader {
          try reader.refresh()
        } else {
          reader = try FileReaderBackEnd(name, in: folder)
        }
      } catch {
        Oracle.check(error, in: log.count)
        if end == log.count {
          Oracle.require(state == nil, "a reader refuses what a writer opens: \(error)")
        }
      }
    }
    guard let state, let reader else { return }
    Oracle.require(
      StoreState(reader, byteCount: .max) == state,
      "a reader that followed a log sees another state")
  }
}
