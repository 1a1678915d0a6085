/// Rows that a ``ShapeDictionary`` lacks for a record that was encoded against it.
///
/// The home of the record commits them before the record, in a transaction of their own, under the
/// number ``baseRowCount``, which must be unique: a second writer that goes on from the same rows
/// then fails, loads the dictionary again and encodes again.
public struct ShapeAdditions: Hashable, Sendable {
  /// The new rows, in the form of ``ShapeDictionary/rows``.
  public var rows: [UInt8]
  /// How many rows these are.
  public var rowCount: Int
  /// How many rows the dictionary has that they go on from.
  public var baseRowCount: Int
  /// The CRC-32 of the rows that they go on from.
  public var baseChecksum: UInt32

  /// Additions from their parts, as a home stored them.
  public init(rows: [UInt8], rowCount: Int, baseRowCount: Int, baseChecksum: UInt32) {
    self.rows = rows
    self.rowCount = rowCount
    self.baseRowCount = baseRowCount
    self.baseChecksum = baseChecksum
  }

  /// No additions to a dictionary.
  package init(to dictionary: ShapeDictionary) {
    self.init(
      rows: [], rowCount: 0, baseRowCount: dictionary.rowCount, baseChecksum: dictionary.checksum)
  }

  /// Whether the dictionary has all that the record needs.
  public var isEmpty: Bool { rowCount == 0 && rows.isEmpty }
}
