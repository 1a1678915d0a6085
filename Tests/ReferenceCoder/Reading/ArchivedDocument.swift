/// The values of one scope as a flat list, checked and ready to be walked or decoded.
final class ArchivedDocument: Sendable {
  let cells: [ArchiveCell]
  /// The bytes to which leaves refer.
  let bytes: [UInt8]
  /// Cells of the objects, by number; negative for those that only edges name.
  let objects: [Int]
  let roots: [ArchivedRoot]
  /// Cells of the objects behind the roots, to which only back references lead.
  let tail: [Int]
  let definitions: ArchiveDefinitions

  init(
    cells: [ArchiveCell], bytes: [UInt8], objects: [Int], roots: [ArchivedRoot], tail: [Int],
    definitions: ArchiveDefinitions
  ) {
    self.cells = cells
    self.bytes = bytes
    self.objects = objects
    self.roots = roots
    self.tail = tail
    self.definitions = definitions
  }

  /// Bytes of memory that the list of values takes.
  var byteCount: Int {
    cells.count * MemoryLayout<ArchiveCell>.stride + objects.count * MemoryLayout<Int>.stride
  }

  /// The cell of an object; nil if it stands nowhere.
  func cell(ofObject number: Int) -> Int? {
    number < objects.count && objects[number] >= 0 ? objects[number] : nil
  }

  /// A string, or the decimal form of an integer, as a key; nil for other keys.
  func keyText(_ cell: ArchiveCell) -> String? {
    switch cell.kind {
    case .string: String(decoding: bytes[cell.byteRange], as: UTF8.self)
    case .int, .int8: String(Int64(bitPattern: cell.payload))
    case .uint, .uint8: String(cell.payload)
    case .int128: String(Int128(truncatingIfNeeded: word128(cell)))
    case .uint128: String(word128(cell))
    default: nil
    }
  }

  /// The sixteen bytes of an integer of 128 bits, the lowest first.
  func word128(_ cell: ArchiveCell) -> UInt128 {
    bytes[cell.byteRange].reversed().reduce(0) { $0 << 8 | UInt128($1) }
  }
}
