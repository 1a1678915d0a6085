/// Values on their way into an archive: a flat list that is only appended to.
///
/// ``ShapeMatcher`` gives its records shapes and ``ContentWriter`` writes it.
struct ArchiveTape: Sendable {
  var cells: [ArchiveCell] = []
  /// Names and cells of the roots, in order; by default an unnamed one that the first cell begins.
  var roots = [ArchivedRoot(name: "", cell: 0)]
  /// Cells of the objects that stand behind the roots, because only back references lead to them.
  var tail: [Int] = []
  /// The bytes to which leaves refer.
  var bytes: [UInt8] = []
  private(set) var keys: [String] = []
  private(set) var types: [ArchivedTypeRow] = []
  private var keyNumbers: [Digest: UInt32] = [:]
  private var typeNumbers: [ArchivedTypeRow: Int] = [:]

  /// The number of a key, the same for the same bytes.
  mutating func number(ofKey key: String) -> UInt32 {
    if let known = keyNumbers[key.digest] { return known }
    let number = UInt32(truncatingIfNeeded: keys.count)
    keys.append(key)
    keyNumbers[key.digest] = number
    return number
  }

  mutating func number(ofType row: ArchivedTypeRow) -> Int {
    if let known = typeNumbers[row] { return known }
    types.append(row)
    typeNumbers[row] = types.count - 1
    return types.count - 1
  }
}

/// A root of a scope: its name, empty for the unnamed one, and its cell.
struct ArchivedRoot: Sendable {
  var name: String
  var cell: Int
}
