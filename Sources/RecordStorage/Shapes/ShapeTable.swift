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

  /// The dictionary that a session finds.
  ///
  /// - Throws: ``StorageError``; ``StorageError/Code/damaged`` for rows that are none, or not behind each other.
  static func dictionary(in session: RecordReader) throws -> ShapeDictionary {
    guard try session.table(id) != nil else { return ShapeDictionary() }
    var rows: [UInt8] = []
    var starts: [(key: RecordKey, byteOffset: Int)] = []
    let cursor = try session.cursor(in: id)
    while let record = try cursor.next() {
      guard case .blob(let bytes)? = record.values.last else {
        throw damaged("there are no rows", record.key)
      }
      starts.append((record.key, rows.count))
      rows += bytes
    }
    let dictionary: ShapeDictionary
    do {
      dictionary = try ShapeDictionary(rows: rows)
    } catch {
      throw damaged("\(error)", nil)
    }
    for (key, byteOffset) in starts {
      guard case .integer(let first) = key, 0..<Int64(dictionary.rowCount) ~= first,
        dictionary.history.byteCount(ofRows: Int(first)) == byteOffset
      else { throw damaged("these are not the rows that follow", key) }
    }
    return dictionary
  }

  private static func damaged(_ message: String, _ key: RecordKey?) -> StorageError {
    StorageError(.damaged, message, entity: id, key: key)
  }
}
