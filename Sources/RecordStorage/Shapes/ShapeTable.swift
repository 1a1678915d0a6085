internal import ArchiveCompression
internal import StorageTransforms

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The table that keeps the shape dictionary of a store (Spec/back-ends.md, section 11): rows, under the number of the first of them.
enum ShapeTable {
  static let id = "ArchiveShapes"

  static let table = RecordTable(
    EntitySchema(
      TransformContext.Subject(id),
      attributes: [
        AttributeSchema("first_row", type: .int64, form: TransformForm("native"), isRequired: true),
        AttributeSchema("rows", type: .blob, form: TransformForm("native"), isRequired: true),
      ]), keyKind: .integer, keyAttribute: "first_row")

  static func record(_ additions: ShapeAdditions) -> StoredRecord {
    let first = Int64(additions.baseRowCount)
    return StoredRecord(
      key: .integer(first), values: [.integer(first), .blob(Data(additions.rows))])
  }

  /// The dictionary that a session finds: all rows up to the first that are none, or not the next ones (rule A1). O(rows).
  ///
  /// - Throws: ``StorageError``.
  static func dictionary(in session: RecordReader) throws -> ShapeDictionary {
    guard try session.table(id) == table else { return ShapeDictionary() }
    var batches: [(first: Int64, rows: [UInt8])] = []
    let cursor = try session.cursor(in: id)
    while let record = try cursor.next() {
      guard case .integer(let first) = record.key, case .blob(let rows)? = record.values.last else {
        break
      }
      batches.append((first, Array(rows)))
    }
    return ShapeDictionary(batches: batches)
  }
}
