/// A type whose values are one leaf of an archive.
protocol ArchiveLeaf {
  /// The cell of the value; bytes it refers to are added to the tape.
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell

  /// The value of a leaf cell, nil if it holds none of this type.
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Self?
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
