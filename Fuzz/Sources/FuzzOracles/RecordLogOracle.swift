internal import RecordLog
internal import RecordStorage
internal import StorageTransforms

/// Opens a record log with its hint, adds to it, closes it and opens it again: nothing that was there is lost.
public enum RecordLogOracle {
  private static let name = "log.krec"
  private static let hint = "log.krec.hint"

  static let table = RecordTable(
    EntitySchema(
      "Fuzz",
      attributes: [
        AttributeSchema("id", type: .int64, form: TransformForm("native"), isRequired: true),
        AttributeSchema("text", type: .text, form: TransformForm("native"), isIndexed: true),
        AttributeSchema("mark", type: .int64, form: TransformForm("native"), isUnique: true),
      ]), keyKind: .integer, keyAttribute: "id")

  /// Opens the two files of an input: a log and its hint.
  public static func run(_ bytes: [UInt8]) {
    let input = FuzzInput(bytes)
    let (log, hintBytes) = input.files
    let folder = FuzzFolder()
    folder[name] = log
    if !hintBytes.isEmpty { folder[hint] = hintBytes }
    guard let backEnd = opened(folder, log.count) else { return }
    // A hint is believed where records are, and errors tell those places.
    let limit = hintBytes.isEmpty ? log.count : .max
    let before = StoreState(backEnd, byteCount: limit)
    let isWritten = write(backEnd, folder, Int64(input.option))
    let after = StoreState(
      backEnd, byteCount: hintBytes.isEmpty ? folder[name]?.count ?? 0 : .max)
    if let before, isWritten {
      guard let after else { fatalError("after a commit nothing can be read") }
      checkKept(before, after)
    }
    if input.switches & 1 == 1 { compact(backEnd, folder, after) }
    let reader = try? FileReaderBackEnd(name, in: folder)
    if hintBytes.isEmpty, let after {
      guard let reader else { fatalError("a reader refuses what a writer has open") }
      Oracle.require(
        StoreState(reader, byteCount: .max) == after, "a reader sees another state than the writer")
    }
    backEnd.close()
    checkReopening(folder, after)
  }

  static func opened(_ folder: FuzzFolder, _ byteCount: Int) -> FileBackEnd? {
    do {
      return try FileBackEnd(name, in: folder)
    } catch {
      Oracle.check(error, in: byteCount)
      return nil
    }
  }

  private static func write(_ backEnd: FileBackEnd, _ folder: FuzzFolder, _ number: Int64) -> Bool {
    do {
      let store = RecordStore(backEnd)
      try store.write { session in
        if try session.table(table.id) == nil { try session.define(table) }
        try session.upsert(
          StoredRecord(
            key: .integer(number), values: [.integer(number), .text("\(number)"), .integer(number)]),
          in: table.id)
      }
      return true
    } catch {
      Oracle.check(error, in: .max)
      return false
    }
  }

  /// Whether every table but the one that was written to is as before.
  private static func checkKept(_ before: StoreState, _ after: StoreState) {
    for (position, former) in before.tables.enumerated() where former.id != table.id {
      guard let found = after.tables.firstIndex(of: former) else {
        fatalError("a commit lost a table")
      }
      Oracle.require(
        after.records[found] == before.records[position], "a commit changed other records")
    }
  }

  private static func compact(_ backEnd: FileBackEnd, _ folder: FuzzFolder, _ state: StoreState?) {
    do {
      try backEnd.compact()
      if let state {
        Oracle.require(
          StoreState(backEnd, byteCount: .max) == state, "a compaction changed the state")
      }
    } catch {
      Oracle.check(error, in: .max)
      guard let state else { return }
      // The sequences may be used up.
      Oracle.require(
        (error as? StorageError)?.code == .limitExceeded,
        "what can be read is not compacted: \(error)")
      Oracle.require(
        StoreState(backEnd, byteCount: .max) == state, "a refused compaction changed the state")
    }
  }

  private static func checkReopening(_ folder: FuzzFolder, _ state: StoreState?) {
    guard let state else { return }
    guard let hinted = opened(folder, folder[name]?.count ?? 0) else {
      fatalError("what was closed does not open")
    }
    Oracle.require(
      StoreState(hinted, byteCount: .max) == state, "behind its hint a log is another state")
    hinted.close()
  }
}
