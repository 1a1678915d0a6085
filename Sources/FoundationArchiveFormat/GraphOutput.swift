internal import PropertyListFormat

/// Takes what a graph has while the graph is checked: what is checked is what is written.
protocol GraphOutput {
  mutating func begin(_ archiver: PropertyListText, _ list: PropertyList)
  mutating func beginRoot(_ key: PropertyListText, _ list: PropertyList)
  mutating func endRoot()
  mutating func endRoots()

  /// Begins an object.
  ///
  /// - Parameter classNumber: Nil for values that are no objects with a class.
  mutating func beginObject(
    _ number: Int, _ classNumber: Int?, _ classes: ClassTable, _ list: PropertyList)

  mutating func key(_ key: PropertyListText, _ number: Int, _ list: PropertyList)

  /// Takes a reference.
  ///
  /// - Parameter number: The number of the object that the reference leads to; nil for nil.
  mutating func reference(_ number: Int?)

  /// Takes what is neither a key nor a reference.
  mutating func write(_ event: ListWalk.Event, _ list: PropertyList)
  mutating func endObject()
}

/// Takes nothing: the graph is only checked.
struct NoGraphOutput: GraphOutput {
  mutating func begin(_ archiver: PropertyListText, _ list: PropertyList) {}
  mutating func beginRoot(_ key: PropertyListText, _ list: PropertyList) {}
  mutating func endRoot() {}
  mutating func endRoots() {}
  mutating func beginObject(
    _ number: Int, _ classNumber: Int?, _ classes: ClassTable, _ list: PropertyList
  ) {}
  mutating func key(_ key: PropertyListText, _ number: Int, _ list: PropertyList) {}
  mutating func reference(_ number: Int?) {}
  mutating func write(_ event: ListWalk.Event, _ list: PropertyList) {}
  mutating func endObject() {}
}
