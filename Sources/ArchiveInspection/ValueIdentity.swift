internal import ArchiveFormat

/// The bytes by which values are compared: kind and content (Spec, rule A2). Equal values of one scope have equal bytes, and others have others.
enum ValueIdentity {
  /// Appends what a cell alone says, without the values inside. An object is its number, and so is a reference to it; a row of numbers is an
  /// array or set like others.
  ///
  /// - Parameter bytes: The content of the scope.
  static func append(_ cell: ArchiveCell, _ bytes: [UInt8], to identity: inout ByteSink) {
    let kind: CellKind =
      switch cell.kind {
      case .reference: .object
      case .packed: .array
      case .packedSet: .set
      default: cell.kind
      }
    identity.byte(kind.rawValue)
    switch cell.kind {
    case .bool, .int, .uint, .int8, .uint8, .float32, .float64, .date:
      identity.fixed(cell.payload)
    case .int128, .uint128, .decimal, .numberText, .string, .data, .uuid, .url:
      identity.countedBytes(bytes[cell.byteRange])
    // The type of a record, the name of an extension.
    case .object, .reference, .backReference, .conditionalReference, .typed, .extension, .record:
      identity.varint(Int(cell.detail))
    case .absent, .null, .array, .set, .packed, .packedSet, .map, .keyedMap, .segment: break
    }
  }

  /// The byte behind the last value of a container; no kind of cell has it.
  static var endMark: UInt8 { 0xFE }
  /// The byte before the number of a set or map that was compared before; no kind of cell has it.
  static var numberMark: UInt8 { 0xFF }
}
