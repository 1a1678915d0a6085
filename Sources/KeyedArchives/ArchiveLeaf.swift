internal import ArchiveFormat

/// A type whose values are one leaf of an archive.
protocol ArchiveLeaf {
  /// The cell of the value; bytes it refers to are added to the tape.
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell

  /// The value of a cell of the kind of this type; nil for other cells.
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Self?

  /// What this type makes of a leaf of another kind; nil if that would lose something.
  static func converted(_ other: OtherLeaf) -> Self?

  /// Whether it makes values of texts.
  static var convertsText: Bool { get }

  /// True if the type reads the records that its own `encode(to:)` writes.
  static var hasRecords: Bool { get }

  /// The value of such a record; nil if it is none.
  static func value(from decoder: ValueDecoder) throws -> Self?

  /// The kind under which values are packed in rows, nil if they are not.
  static var packedKind: ArchiveKind? { get }

  /// Appends the packed form of many values.
  static func pack(_ values: [Self], _ sink: inout ByteSink)

  /// The values of a whole row at once, nil where they have to be taken one by one.
  static func unpack(_ row: PackedRow) -> [Self]?
}

extension ArchiveLeaf {
  static func converted(_ other: OtherLeaf) -> Self? { nil }
  static var convertsText: Bool { false }
  static var hasRecords: Bool { false }
  static func value(from decoder: ValueDecoder) throws -> Self? { nil }
  static var packedKind: ArchiveKind? { nil }
  static func pack(_ values: [Self], _ sink: inout ByteSink) {}
  static func unpack(_ row: PackedRow) -> [Self]? { nil }
}

extension ArchiveCell {
  init(_ kind: CellKind, payload: UInt64) {
    self.init(kind)
    self.payload = payload
  }

  /// A leaf with bytes, which are added to the tape.
  init(_ kind: CellKind, bytes: some Collection<UInt8>, _ tape: inout ArchiveTape) {
    self.init(kind)
    payload = UInt64(truncatingIfNeeded: tape.bytes.count)
    length = bytes.count
    tape.bytes.append(contentsOf: bytes)
  }
}
