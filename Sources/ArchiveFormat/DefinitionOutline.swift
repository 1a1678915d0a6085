/// What reading a scope needs to know of its definitions as a whole. It follows them as they grow, so that many scopes do
/// not each go through all of them.
package struct DefinitionOutline: Sendable {
  package private(set) var fieldTable = FieldTable([])
  /// Whether values may be objects.
  package private(set) var hasClasses = false
  /// Whether fields of any shape hold back or conditional edges.
  package private(set) var hasEdges = false
  /// Whether types have versions.
  package private(set) var hasVersions = false
  private var typeCount = 0
  private var refinementCount = 0

  package init() {}

  package init(_ definitions: ArchiveDefinitions) { follow(definitions) }

  /// Takes in what was added to the definitions. O(what was added); O(definitions) if a field was refined.
  package mutating func follow(_ definitions: ArchiveDefinitions) {
    for type in definitions.types[typeCount...] {
      hasClasses = hasClasses || type.isClass
      hasVersions = hasVersions || type.version > 0
    }
    typeCount = definitions.types.count
    if refinementCount != definitions.refinementCount {
      refinementCount = definitions.refinementCount
      (fieldTable, hasEdges) = (FieldTable([]), false)
    }
    let newShapes = definitions.shapes[fieldTable.bitCounts.count...]
    hasEdges = hasEdges || definitions.haveEdges(newShapes)
    fieldTable.append(newShapes)
  }
}
