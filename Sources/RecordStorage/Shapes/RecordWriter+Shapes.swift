internal import ArchiveCompression
internal import StorageTransforms

extension RecordWriter {
  /// Calls a function that stores a value with the session's shapes, and stores what it adds to them first.
  ///
  /// - Throws: ``StorageError``, and what the function throws.
  func storingShapes<Result>(_ body: (SharedShapes) throws -> Result) throws -> Result {
    let shapes = try shapes()
    for _ in 0..<2 {
      let result = try body(shapes)
      if try store(shapes) { return result }
    }
    // The rows of another transaction are not seen by this one, or none can be stored.
    shapes.stopWriting()
    return try body(shapes)
  }

  /// - Returns: Whether all that was added is stored; if not, what others have stored meanwhile is known now.
  private func store(_ shapes: SharedShapes) throws -> Bool {
    let additions = shapes.additions
    guard !additions.isEmpty else { return true }
    do {
      let present = try table(ShapeTable.id)
      if present == nil { try define(ShapeTable.table) }
      // A table of the program's own has the name.
      guard present == nil || present == ShapeTable.table else { return false }
      for rows in additions { try insert(ShapeTable.record(rows), into: ShapeTable.id) }
      shapes.didStore()
      return true
    } catch is StorageError {
      try reloadShapes()
      return false
    }
  }
}
