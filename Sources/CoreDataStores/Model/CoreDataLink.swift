/// The columns that say which objects a relationship leads to, where no column of its own entity does.
///
/// They are those of a table that joins two entities, or those of the destination, which has the key of the source.
public struct CoreDataLink: Hashable, Sendable {
  /// The table.
  public let table: String
  /// The column with the key of the object whose relationship it is.
  public let sourceColumn: String
  /// The column with the key of the object that the relationship leads to; nil for the key of the row.
  public let destinationColumn: String?
  /// The column with numbers that ascend in the order of the objects; nil if they have no order.
  public let orderColumn: String?
}
