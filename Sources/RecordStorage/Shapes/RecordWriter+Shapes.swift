internal import ArchiveCompression
internal import StorageTransforms

extension RecordWriter {
  /// Calls a function that stores a value with the session's shapes, and stores what it adds to them first.
  ///
  /// - Throws: ``StorageError``, and what the function throws.
  func storingShapes<Result>(_ body: (SharedShapes) throws -> Result) throws -> Result {
    let shapes = try shapes()
    let result = try body(shapes)
    guard shapes.hasAdditions else { return result }
    if try store(shapes.takeAdditions()) { return result }
    // Another transaction has added rows: they may be those that the value needs.
    try reloadShapes()
    let again = try body(shapes)
    guard shapes.hasAdditions else { return again }
    if try store(shapes.takeAdditions()) { return again }
    // The rows of the other one are not seen by this one: nothing is added here any more.
    shapes.replace(try ShapeTable.dictionary(in: self), takesAdditions: false)
    return try body(shapes)
  }

  /// - Returns: Whether all is stored; if not, others have stored rows meanwhile.
  private func store(_ additions: [ShapeAdditions]) throws -> Bool {
    do {
      if try table(ShapeTable.id) == nil { try define(ShapeTable.table) }
      for rows in additions { try insert(ShapeTable.record(rows), into: ShapeTable.id) }
      return true
    } catch let error as StorageError where [.duplicateKey, .schemaChanged].contains(error.code) {
      return false
    }
  }
}
