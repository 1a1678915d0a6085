#if SQLite
  internal import GRDB
  internal import RecordStorage
  internal import StorageTransforms

  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  extension TableLayout {
    /// The record of a row that ``TableStatements/select`` reads.
    ///
    /// - Throws: ``StorageError/Code/damaged`` for what no store has put there.
    func record(_ row: Row) throws -> StoredRecord {
      let stored = StoredValue(row[0] as DatabaseValue)
      guard let key = RecordKey(stored), key.kind == table.keyKind, Self.isWhole(stored, row, 0)
      else {
        throw StorageError(
          .damaged, "the column '\(keyColumn)' of the key holds what is no key of the table",
          entity: table.entity.name, value: stored)
      }
      var values: [StoredValue] = []
      values.reserveCapacity(kinds.count)
      for position in kinds.indices {
        let value = StoredValue(row[position + 1] as DatabaseValue)
        guard isPossible(value, at: position), Self.isWhole(value, row, position + 1) else {
          throw damaged(value, at: position, of: key)
        }
        values.append(value)
      }
      return StoredRecord(key: key, values: values)
    }

    private func isPossible(_ value: StoredValue, at position: Int) -> Bool {
      guard value != .null else { return !table.entity.attributes[position].isRequired }
      return kinds[position] == nil || value.kind == kinds[position]
    }

    /// Whether text has all bytes that the column has. It ends early at U+0000, and bytes that are no UTF-8 were replaced.
    private static func isWhole(_ value: StoredValue, _ row: Row, _ index: Int) -> Bool {
      guard case .text(let text) = value, let bytes = row[index] as Data? else { return true }
      return text.utf8.elementsEqual(bytes)
    }

    private func damaged(
      _ value: StoredValue, at position: Int, of key: RecordKey
    ) -> StorageError {
      let attribute = table.entity.attributes[position]
      return StorageError(
        .damaged, "the column '\(columns[position])' holds what was never stored there",
        entity: table.entity.name, attribute: attribute.name, key: key, value: value)
    }
  }
#endif
