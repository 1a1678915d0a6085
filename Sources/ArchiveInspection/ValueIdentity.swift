internal import ArchiveFormat

/// The bytes by which values are compared: kind and content. Equal values of one scope have equal bytes, and others have others.
enum ValueIdentity {
  /// Appends what a cell alone says. An object is its number, and so is a reference to it.
  ///
  /// - Parameters:
  ///   - bytes: The content of the scope.
  ///   - name: The name of an extension.
  static func append(
    _ cell: ArchiveCell, _ bytes: [UInt8], name: String, to identity: inout ByteSink
  ) {
    identity.byte(cell.kind == .reference ? CellKind.object.rawValue : cell.kind.rawValue)
    switch cell.kind {
    case .bool, .int, .uint, .int8, .uint8, .float32, .float64, .date:
      identity.fixed(cell.payload)
    case .int128, .uint128, .decimal, .numberText, .string, .data, .uuid, .url:
      identity.countedBytes(bytes[cell.byteRange])
    case .packed, .packedSet:
      identity.varint(Int(cell.detail))
      identity.varint(cell.length)
      identity.countedBytes(bytes[cell.offset..<Int(truncatingIfNeeded: cell.payload)])
    case .extension: identity.string(name)
    case .object, .reference, .backReference, .conditionalReference, .typed:
      identity.varint(Int(cell.detail))
    case .record: identity.varint(Int(cell.shape))
    case .absent, .null, .array, .set, .map, .keyedMap, .segment: break
    }
  }

  /// The byte behind the last value of a container; no kind of cell has it.
  static var endMark: UInt8 { 0xFE }
  /// The byte before the number of a set or map that was compared before; no kind of cell has it.
  static var numberMark: UInt8 { 0xFF }
}
