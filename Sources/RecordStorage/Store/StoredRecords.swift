/// The records that a query finds, one at a time. It ends with its read or transaction.
///
/// A transaction may change the records that it walks: each record that was there when the walk began comes once, with the values that it has
/// when it comes (rule R8 of Spec/back-ends.md). The first change of the table takes the keys of what is left into memory, so that no change
/// can move a record in front of the walk or behind it.
public final class StoredRecords {
  private let cursor: any RecordCursor
  private let reader: RecordReader
  private let id: String
  private var rest: Int?
  /// The keys of the records that are left, and how many of them came already; nil while nothing was changed.
  private var left: (keys: PackedKeys, doneCount: Int)?

  init(_ cursor: any RecordCursor, _ reader: RecordReader, _ id: String, limit: Int?) {
    self.cursor = cursor
    self.reader = reader
    self.id = id
    rest = limit
  }

  /// The next record; nil behind the last one.
  ///
  /// - Throws: ``StorageError``.
  public func next() throws -> StoredRecord? {
    try reader.checkSession()
    if rest == 0 { return nil }
    guard let record = try left == nil ? cursor.next() : nextLeft() else {
      rest = 0
      return nil
    }
    if let count = rest { rest = count - 1 }
    return record
  }

  private func nextLeft() throws -> StoredRecord? {
    while let (keys, index) = left, index < keys.count {
      left?.doneCount += 1
      guard let key = OrderedBytes.key(in: keys[index]) else { continue }
      // Who deleted a record does not meet it again.
      if let values = try reader.values(of: key, in: id) {
        return StoredRecord(key: key, values: values)
      }
    }
    return nil
  }

  /// Takes the keys of what is left, before a change of the table. O(left) the first time, in 13 bytes for each integer.
  ///
  /// - Throws: ``StorageError``; ``StorageError/Code/limitExceeded`` for more than 4 GiB of keys.
  func takeKeys() throws {
    guard left == nil, rest != 0 else { return }
    var keys = PackedKeys()
    while let record = try cursor.next() {
      let key = OrderedBytes.key(record.key)
      guard keys.bytes.count + key.count <= UInt32.max else {
        throw StorageError(
          .limitExceeded, "the keys of the records that are walked take more than 4 GiB")
      }
      keys.append(key[...])
    }
    left = (keys, 0)
  }
}
