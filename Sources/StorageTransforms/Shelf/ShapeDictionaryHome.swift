/// A home of a shape dictionary: it is kept with the records that are written against it.
///
/// A database commits additions in a transaction of their own, under the number of their first row, before a record
/// that uses them.
public protocol ShapeDictionaryHome: AnyObject, Sendable {
  /// The dictionary as it is now.
  var dictionary: ShapeDictionary { get }

  /// Adds rows that a record needs, so that they last at least as long as the record.
  ///
  /// - Returns: Whether they were added. They are not if the dictionary has other rows by now than those that they go
  ///   on from: ``dictionary`` gives those, and the record is encoded anew.
  /// - Throws: What kept them from being stored.
  func commit(_ additions: ShapeAdditions) throws -> Bool
}
