/// Definitions that only grow, and what they were after each of their rows (Spec, section 9).
///
/// Everything that reading and writing against all rows needs is made once and shared by copies.
package struct DefinitionHistory: Sendable {
  /// What stood after some number of rows.
  private struct Mark {
    var byteCount = 0
    var shapeCount = 0
    var typeCount = 0
    var extensionCount = 0
    /// The largest numbers that a kind named, −1 for none.
    var largestShape = -1
    var largestType = -1
  }

  /// The definitions after all rows.
  package private(set) var definitions = ArchiveDefinitions()
  /// The shapes that records may be matched to after all rows.
  package private(set) var liveShapes = LiveShapes()
  /// What reading needs to know of the definitions after all rows.
  package private(set) var outline = DefinitionOutline()
  /// A tape without values whose keys and types have the numbers of the rows.
  package private(set) var tape = ArchiveTape()
  private var marks = [Mark()]

  /// Nothing.
  package static let empty = DefinitionHistory()

  private init() {}

  /// How many rows there are.
  package var rowCount: Int { marks.count - 1 }

  /// The bytes of the first rows.
  package func byteCount(ofRows count: Int) -> Int { marks[count].byteCount }

  /// Adds all rows that bytes hold (rules D1–D4, K1, H3).
  ///
  /// O(bytes), and O(rows of before) for what copies share.
  package mutating func append(_ rows: [UInt8], limits: ArchiveLimits) throws(ArchiveError) {
    var reader = DefinitionReader(definitions, ByteCursor(rows), limits)
    let last = marks[rowCount]
    while reader.cursor.remaining > 0 {
      try reader.readDictionaryRow()
      marks.append(
        Mark(
          byteCount: last.byteCount + reader.cursor.position,
          shapeCount: reader.definitions.shapes.count,
          typeCount: reader.definitions.types.count,
          extensionCount: reader.definitions.extensions.count,
          largestShape: max(last.largestShape, reader.largestShape),
          largestType: max(last.largestType, reader.largestType)))
    }
    try reader.checkNames()
    for shape in definitions.shapes.count..<reader.definitions.shapes.count {
      liveShapes.replay(shape, in: reader.definitions.shapes)
    }
    definitions = reader.definitions
    // Made now, so that encoding does not copy the kinds in order to add them.
    for shape in definitions.shapes.indices { _ = definitions.kinds.record(ofShape: shape) }
    outline.follow(definitions)
    for key in definitions.keys[tape.keys.count...] { _ = tape.number(ofKey: key) }
    definitions.keyNumbers = tape.keyNumbers
    for type in definitions.types[tape.types.count...] { _ = tape.number(ofType: type) }
    for name in definitions.extensions[tape.extensions.count...] {
      _ = tape.number(ofExtension: name)
    }
  }

  /// Whether the first rows name no shape or type that only later rows have (rule H3).
  package func isComplete(afterRows count: Int) -> Bool {
    marks[count].largestShape < marks[count].shapeCount
      && marks[count].largestType < marks[count].typeCount
  }

  /// The definitions after the first rows. O(rows), O(1) for all.
  package func definitions(afterRows count: Int) -> ArchiveDefinitions {
    guard count < rowCount else { return definitions }
    var earlier = definitions.forValues
    earlier.types = GrowingArray(definitions.types.prefix(marks[count].typeCount))
    earlier.extensions = GrowingArray(definitions.extensions.prefix(marks[count].extensionCount))
    earlier.shapes = GrowingArray(definitions.shapes.prefix(marks[count].shapeCount))
    earlier.rowCount = count
    return earlier
  }
}
