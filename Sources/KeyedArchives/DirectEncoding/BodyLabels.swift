/// The classes of this call whose objects have bodies that are no records of them: a label, the row of the class, says which it is (Spec, section 13,
/// *typed*).
///
/// Rows get their numbers once all shapes are known. Where the content names one, it has the number that the last pass found.
struct BodyLabels {
  /// The classes, by their numbers among the encoder's types, in the order in which their first bodies ended.
  private(set) var types: [Int] = []
  /// The numbers of their rows, as the last pass found them.
  private var rows: [Int] = []
  private var positions: [Int: Int] = [:]
  /// The numbers of rows in any pass, by those of the types.
  private var knownRows: [Int: Int] = [:]
  /// True once what was written has the number of a row in it.
  private(set) var areNamed = false

  var isEmpty: Bool { types.isEmpty }

  /// Forgets the classes of the call before.
  mutating func begin() {
    types.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    positions.removeAll(keepingCapacity: true)
    areNamed = false
  }

  /// Adds a class if it is not there.
  mutating func add(_ type: Int) {
    guard types.last != type, positions[type] == nil else { return }
    positions[type] = types.count
    types.append(type)
    rows.append(knownRows[type] ?? 0)
  }

  /// The position of a class among those of this call; nil if none of its bodies has ended.
  func position(of type: Int) -> Int? { positions[type] }

  /// The numbers of the rows, for a kind that the content gets. From here on they have to be right.
  mutating func nameRows() -> [Int] {
    areNamed = true
    return rows
  }

  /// Takes the numbers of the rows of all classes of the call.
  ///
  /// - Returns: False if the content may have other numbers.
  mutating func found(_ numbers: some Collection<Int>) -> Bool {
    let isSame = rows.elementsEqual(numbers)
    rows = Array(numbers)
    for (type, number) in zip(types, numbers) { knownRows[type] = number }
    return isSame || !areNamed
  }
}
