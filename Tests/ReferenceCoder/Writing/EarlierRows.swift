internal import struct ArchiveFormat.ArchiveError

/// The definitions from which matching goes on: those of a shape dictionary, or none.
struct EarlierRows: Sendable {
  private(set) var definitions = ArchiveDefinitions()
  /// The shapes that records may be matched to.
  private(set) var liveShapes = LiveShapes()
  /// A tape without values whose keys and types have the numbers of the rows.
  private(set) var tape = ArchiveTape()

  /// No rows.
  init() {}

  /// The rows that bytes hold.
  init(_ rows: [UInt8]) throws(ArchiveError) {
    definitions = try DefinitionReader.definitions(ofDictionary: rows, limits: .trusted)
    for shape in definitions.shapes.indices { liveShapes.replay(shape, in: definitions.shapes) }
    for key in definitions.keys { _ = tape.number(ofKey: key) }
    for type in definitions.types { _ = tape.number(ofType: type) }
  }

  var rowCount: Int { definitions.rowCount }
}
