internal import Foundation
package import RecordStorage
internal import StorageTransforms

/// A record that is written anew with every eighth move of a ``Ledger``, and large: systems write it in pieces.
package enum Ballast {
  private static let period: Int64 = 8
  private static let key: RecordKey = .integer(1)

  package static let table = RecordTable(
    EntitySchema(
      "Ballast",
      attributes: [
        AttributeSchema("move", type: .int64, form: TransformForm("native")),
        AttributeSchema("bytes", type: .blob, form: TransformForm("native")),
      ]), keyKind: .integer)

  /// Defines the table.
  package static func make(in session: RecordWriter) throws { try session.define(table) }

  /// Writes the record anew, if it is its turn.
  package static func follow(_ moves: Int64, byteCount: Int, in session: RecordWriter) throws {
    guard moves % period == 0 else { return }
    try session.upsert(record(moves, byteCount), in: table.id)
  }

  private static func record(_ moves: Int64, _ byteCount: Int) -> StoredRecord {
    let bytes = Data(repeating: UInt8(truncatingIfNeeded: moves / period), count: byteCount)
    return StoredRecord(key: key, values: [.integer(moves), .blob(bytes)])
  }

  /// - Throws: ``Ledger/Broken`` if the record is not that of the last move that had one.
  static func check(_ moves: Int64, _ session: RecordReader) throws {
    guard try session.table(table.id) != nil else { return }
    let last = moves - moves % period
    let found = try session.values(of: key, in: table.id)
    if found == nil, last == 0 { return }
    guard let found, found[0] == .integer(last) else {
      let move = found.map { "\($0[0])" } ?? "none"
      throw Ledger.Broken(description: "the ballast of \(move) at move \(moves)")
    }
    let byte = UInt8(truncatingIfNeeded: last / period)
    guard case .blob(let bytes) = found[1], bytes.allSatisfy({ $0 == byte }) else {
      throw Ledger.Broken(description: "the ballast of move \(last) has other bytes")
    }
  }
}
