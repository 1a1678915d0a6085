internal import struct ArchiveFormat.ArchiveError

/// Reads kinds (Spec, section 6) from definitions and content.
struct KindReader {
  /// One past the largest type number that may be named.
  let typeLimit: Int
  /// One past the largest shape number that may be named.
  let shapeLimit: Int
  /// The shapes and types that were named.
  var shapes = NamedNumbers()
  var types = NamedNumbers()

  init(typeLimit: Int, shapeLimit: Int) {
    self.typeLimit = typeLimit
    self.shapeLimit = shapeLimit
  }

  /// The kind that starts with `code`, which stood at `start`. Recursion is bounded by rule K1.
  mutating func read(
    _ code: UInt8, at start: Int, _ cursor: inout ByteCursor, into kinds: inout KindTable,
    nullable: Bool, depth: Int = 1
  ) throws(ArchiveError) -> KindID {
    guard depth <= KindTable.maximumDepth else {
      throw malformed("a kind nests too deep", at: start)
    }
    guard let kind = ArchiveKind(rawValue: code) else {
      throw ArchiveKind.unknown(code, "kind", at: start)
    }
    if let feature = kind.missingFeature {
      throw ArchiveError(
        .needsFeature, "reading this needs the feature “\(feature)”", byteOffset: start)
    }
    if kind.isLeafKind { return KindID(kind) }
    switch kind {
    case .recordOfShape:
      let place = cursor.position
      let shape = try cursor.count()
      guard shape < shapeLimit else {
        throw malformed("a kind names shape \(shape), which is not there", at: place)
      }
      shapes.note(shape, at: place)
      return kinds.record(ofShape: shape)
    case .array, .set:
      let inner = try read(&cursor, into: &kinds, nullable: true, depth: depth + 1)
      return kinds.container(kind, of: inner)
    case .object:
      let inner = try read(&cursor, into: &kinds, nullable: false, depth: depth + 1)
      return kinds.container(.object, of: inner)
    case .typed:
      let place = cursor.position
      let type = try cursor.count()
      guard type < typeLimit else { throw malformed("type \(type) is not there", at: place) }
      types.note(type, at: place)
      let inner = try read(&cursor, into: &kinds, nullable: false, depth: depth + 1)
      return kinds.typed(type, inner)
    case .map:
      let key = try read(&cursor, into: &kinds, nullable: true, depth: depth + 1)
      let value = try read(&cursor, into: &kinds, nullable: true, depth: depth + 1)
      return kinds.map(key: key, value: value)
    case .nullable where nullable:
      let inner = try read(&cursor, into: &kinds, nullable: false, depth: depth + 1)
      guard inner != .any else { throw malformed("nullable holds any", at: start) }
      return kinds.nullable(inner)
    default:
      throw malformed("\(kind) is no kind of a field or element", at: start)
    }
  }

  /// The kind that begins at the cursor.
  mutating func read(
    _ cursor: inout ByteCursor, into kinds: inout KindTable, nullable: Bool, depth: Int = 1
  ) throws(ArchiveError) -> KindID {
    let start = cursor.position
    return try read(
      cursor.byte(), at: start, &cursor, into: &kinds, nullable: nullable, depth: depth)
  }

  private func malformed(_ message: String, at offset: Int) -> ArchiveError {
    ArchiveError(.malformed, message, byteOffset: offset)
  }
}
