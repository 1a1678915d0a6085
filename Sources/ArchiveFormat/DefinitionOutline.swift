/// What reading a scope needs to know of its definitions as a whole. It follows them as they grow, so that many scopes do
/// not each go through all of them.
package struct DefinitionOutline: Sendable {
  package private(set) var fieldTable = FieldTable()
  /// Whether values may be objects.
  package private(set) var hasClasses = false
  /// By type: whether it is a class.
  package private(set) var isClass: [Bool] = []
  /// By shape: the row of the class whose records it describes, −1 for others.
  package private(set) var classRows: [Int32] = []
  /// Whether fields of any shape hold back or conditional edges.
  package private(set) var hasEdges = false
  /// Whether types have versions.
  package private(set) var hasVersions = false

  package init() {}

  package init(_ definitions: ArchiveDefinitions) { follow(definitions) }

  /// Takes in what was added to the definitions. O(of that).
  package mutating func follow(_ definitions: ArchiveDefinitions) {
    for number in isClass.count..<definitions.types.count {
      let type = definitions.types[number]
      isClass.append(type.isClass)
      hasClasses = hasClasses || type.isClass
      hasVersions = hasVersions || type.version > 0
    }
    for number in fieldTable.bitCounts.count..<definitions.shapes.count {
      let shape = definitions.shapes[number]
      hasEdges = hasEdges || shape.fields.contains { definitions.kinds.holdEdges($0.kind) }
      fieldTable.append(shape)
      let row = shape.type.flatMap { isClass[$0] ? Int32(truncatingIfNeeded: $0) : nil }
      classRows.append(row ?? -1)
    }
  }
}
