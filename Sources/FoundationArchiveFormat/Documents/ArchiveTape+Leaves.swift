internal import ArchiveFormat

extension ArchiveTape {
  /// Appends the cell of a value, or that of a container whose values follow.
  mutating func leaf(_ kind: CellKind, payload: UInt64 = 0, detail: UInt32 = 0) {
    var cell = ArchiveCell(kind)
    cell.payload = payload
    cell.detail = detail
    cells.append(cell)
  }

  /// Appends a value that has bytes.
  mutating func leaf(_ kind: CellKind, bytes content: some Collection<UInt8>) {
    var cell = ArchiveCell(kind)
    cell.payload = UInt64(truncatingIfNeeded: bytes.count)
    cell.length = content.count
    bytes.append(contentsOf: content)
    cells.append(cell)
  }

  /// Appends an integer as the first kind that holds it.
  mutating func integer(_ number: Int128) {
    if let small = Int64(exactly: number) {
      leaf(.int, payload: UInt64(bitPattern: small))
    } else if let large = UInt64(exactly: number) {
      leaf(.uint, payload: large)
    } else {
      let word = UInt128(truncatingIfNeeded: number)
      leaf(.int128, bytes: (0..<16).map { UInt8(truncatingIfNeeded: word >> (8 * UInt128($0))) })
    }
  }
}
