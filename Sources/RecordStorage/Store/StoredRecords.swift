/// The records that a query finds, one at a time. It ends with its read or transaction.
///
/// A transaction may change the records that it walks: each record that was there when the walk began comes once, with the values that it has
/// when it comes (rule R8 of Spec/back-ends.md). The first change reads what is left and keeps its keys, so that no change
/// can move a record in front of the walk or behind it. Let go of a walk that is not wanted any more before you change the table.
public final class StoredRecords {
  private let cursor: any RecordCursor
  private let reader: RecordReader
  private let table: RecordTable
  /// The reader's count when the table was compared last.
  private var definitionCount: Int
  private var rest: Int?
  /// The rest of the walk since the first change of the transaction; nil before.
  private var left: Left?

  /// The record that could not be read, if it was the last one.
  private var lastDamaged: RecordKey?

  /// The keys of records, how many of them came already, and the error that the cursor ended with.
  private struct Left {
    var keys = PackedKeys()
    var doneCount = 0
    var error: (any Error)?
  }

  init(
    _ cursor: any RecordCursor, _ reader: RecordReader, _ table: RecordTable, limit: Int?
  ) {
    self.cursor = cursor
    self.reader = reader
    self.table = table
    definitionCount = reader.definitionCount
    rest = limit
  }

  /// The next record; nil behind the last one.
  ///
  /// - Throws: ``StorageError``; ``StorageError/Code/schemaChanged`` if the transaction has defined the table anew meanwhile. Behind a record
  ///   that is there and cannot be read, which is ``StorageError/Code/damaged`` with its key, the walk goes on.
  public func next() throws -> StoredRecord? { try nextResult()?.mapError(\.error).get() }

  /// The next record, or the error of one that cannot be read; nil behind the last one.
  func nextResult() throws -> Result<StoredRecord, DamagedRecord>? {
    try reader.checkSession()
    if rest == 0 { return nil }
    let result: Result<StoredRecord, DamagedRecord>
    do {
      guard let record = try left == nil ? cursor.next() : nextLeft() else {
        rest = 0
        return nil
      }
      lastDamaged = nil
      result = .success(record)
    } catch {
      result = .failure(try damaged(error))
    }
    if let count = rest { rest = count - 1 }
    return result
  }

  private func nextLeft() throws -> StoredRecord? {
    while let (keys, index) = left.map({ ($0.keys, $0.doneCount) }), index < keys.count {
      left?.doneCount += 1
      guard let key = OrderedBytes.key(in: keys[index]) else { continue }
      guard try isTableThere() else { return nil }
      if let values = try reader.values(of: key, in: table.id) {
        return StoredRecord(key: key, values: values)
      }
    }
    if let error = left?.error { throw error }
    return nil
  }

  /// Returns false for a table that the session has dropped, and so without records.
  private func isTableThere() throws -> Bool {
    if reader.definitionCount == definitionCount { return true }
    guard let present = try reader.knownTable(table.id) else { return false }
    guard present == table else {
      throw StorageError(
        .schemaChanged, "the table was defined anew while its records were walked",
        entity: table.entity.name)
    }
    definitionCount = reader.definitionCount
    return true
  }

  /// Reads what is left, and keeps its keys, before a change. O(left) the first time, in 13 bytes for each integer.
  ///
  /// An error of the cursor is thrown by the walk when it comes there, and not by the change.
  func takeKeys() {
    guard left == nil, rest != 0 else { return }
    var left = Left()
    do {
      while let key = try nextKey().map(OrderedBytes.key) {
        guard left.keys.bytes.count + key.count <= UInt32.max else {
          throw StorageError(
            .limitExceeded, "the keys of the records that are walked take more than 4 GiB")
        }
        left.keys.append(key[...])
      }
    } catch {
      left.error = error
    }
    self.left = left
  }

  /// The key of the next record, whether it can be read or not.
  private func nextKey() throws -> RecordKey? {
    do {
      let key = try cursor.next()?.key
      lastDamaged = nil
      return key
    } catch {
      return try damaged(error).key
    }
  }

  /// - Throws: The error, if it is not that of a single record, or of the same one again: then the cursor does not go on.
  private func damaged(_ error: any Error) throws -> DamagedRecord {
    let damaged = try DamagedRecord(error)
    if damaged.key == lastDamaged { throw error }
    lastDamaged = damaged.key
    return damaged
  }
}

/// A record that a back end holds and cannot read: rule R10 of Spec/back-ends.md.
struct DamagedRecord: Error {
  let key: RecordKey
  let error: StorageError

  /// - Throws: The error, if it is not that of a single record.
  init(_ error: any Error) throws {
    guard let error = error as? StorageError, error.code == .damaged, let key = error.key else {
      throw error
    }
    (self.key, self.error) = (key, error)
  }
}
