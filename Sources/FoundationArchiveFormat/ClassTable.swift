internal import PropertyListFormat

/// The classes of the objects that are reached, each with a number in the order in which they are met.
struct ClassTable {
  /// A class, and the bytes and names that each of its objects counts.
  struct Row {
    let entry: Int
    let objectClass: FoundationGraph.ObjectClass
    let textByteCount: Int
    let extraNameCount: Int
  }

  /// By number: the classes.
  private(set) var rows: [Row] = []
  /// By entry of `$objects`: the number of the class that it is, plus 1; 0 for other entries.
  private var numbers: [Int32]

  init(entryCount: Int) { numbers = Array(repeating: 0, count: entryCount) }

  /// Returns the number of the class that an entry is; nil for other entries. O(1).
  func number(of entry: Int) -> Int? { numbers[entry] == 0 ? nil : Int(numbers[entry]) - 1 }

  /// The class that an entry is; nil for other entries. O(1).
  subscript(entry: Int) -> FoundationGraph.ObjectClass? {
    number(of: entry).map { rows[$0].objectClass }
  }

  /// Adds the class that an entry is, and returns its number.
  mutating func add(_ objectClass: FoundationGraph.ObjectClass, _ entry: Int) -> Int {
    rows.append(
      Row(
        entry: entry, objectClass: objectClass, textByteCount: objectClass.textByteCount,
        extraNameCount: objectClass.extraNameCount))
    numbers[entry] = Int32(truncatingIfNeeded: rows.count)
    return rows.count - 1
  }
}
