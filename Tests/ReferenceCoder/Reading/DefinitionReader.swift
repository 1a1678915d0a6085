internal import struct ArchiveFormat.ArchiveError

/// Reading definition rows (Spec, section 5) with every rule of D1–D4 and K1 checked.
struct DefinitionReader {
  var definitions: ArchiveDefinitions
  var cursor: ByteCursor
  let limits: ReadingLimits
  /// The numbers of shapes and of types that kinds named.
  private var namedShapes = NamedNumbers()
  private var namedTypes = NamedNumbers()
  /// One past the largest numbers that the rows can define.
  private var shapeLimit = 0
  private var typeLimit = 0

  init(
    _ definitions: ArchiveDefinitions, _ cursor: ByteCursor, _ limits: ReadingLimits
  ) {
    self.definitions = definitions
    self.cursor = cursor
    self.limits = limits
  }

  mutating func readRows() throws(ArchiveError) {
    let start = cursor.position
    let count = try cursor.count()
    guard count <= cursor.remaining else { throw cursor.truncated(count) }
    guard count <= limits.maximumDefinitionCount - definitions.rowCount else {
      throw ReadingLimits.exceeded("definitions", limits.maximumDefinitionCount, at: start)
    }
    (shapeLimit, typeLimit) = (definitions.shapes.count + count, definitions.types.count + count)
    for _ in 0..<count { try readRow() }
    definitions.rowCount += count
    try checkNames()
  }

  /// Throws if a kind named a shape or type that no row has (rule D4).
  private func checkNames() throws(ArchiveError) {
    let shape = namedShapes.first(from: definitions.shapes.count)
    let type = namedTypes.first(from: definitions.types.count)
    if let shape, shape.place < type?.place ?? .max {
      throw malformed("a kind names shape \(shape.number), which is not there", at: shape.place)
    }
    if let type {
      throw malformed("a kind names type \(type.number), which is not there", at: type.place)
    }
  }

  /// Reads one row of a dictionary.
  private mutating func readDictionaryRow() throws(ArchiveError) {
    guard definitions.rowCount < limits.maximumDefinitionCount else {
      throw ReadingLimits.exceeded(
        "definitions", limits.maximumDefinitionCount, at: cursor.position)
    }
    // Every row takes a byte at least, and the rows of before and these have their limit.
    let (count, limit) = (cursor.remaining, limits.maximumDefinitionCount)
    shapeLimit = min(definitions.shapes.count + count, limit)
    typeLimit = min(definitions.types.count + count, limit)
    try readRow()
    definitions.rowCount += 1
  }

  private mutating func readRow() throws(ArchiveError) {
    let place = cursor.position
    let head = try cursor.count()
    switch head & 3 {
    case 0: try readType(nameByteCount: head >> 3, hasFlags: head & 4 != 0, at: place)
    case 1: try readShape(type: (head >> 2) - 1, at: place)
    case 2:
      throw ArchiveError(
        .needsFeature,
        "reading this needs to know definition rows of kind 2, which draft 1 of the format had; this version of the reads draft \(ArchiveFraming.draft)",
        byteOffset: place)
    default: try readDerivedShape(base: head >> 2, at: place)
    }
  }

  private mutating func readType(
    nameByteCount: Int, hasFlags: Bool, at place: Int
  ) throws(ArchiveError) {
    let start = cursor.position
    let flags = hasFlags ? try cursor.varint() : 0
    guard flags < 2 * UInt64(ExtensionName.flag) else {
      throw ArchiveError(
        .needsFeature, "reading this needs to know the flags \(flags) of a type",
        byteOffset: start)
    }
    guard hasFlags == (flags != 0) else {
      throw malformed("the flags of a type row are given as 0", at: start)
    }
    let range = try cursor.range(ofByteCount: nameByteCount)
    if flags & UInt64(ExtensionName.flag) != 0 {
      guard flags == UInt64(ExtensionName.flag) else {
        throw malformed("the row of an extension has flags of a type", at: start)
      }
      return try readExtension(range, at: place)
    }
    guard (1...ArchivedTypeRow.maximumNameByteCount).contains(nameByteCount) else {
      throw malformed("a type name has \(nameByteCount) bytes", at: place)
    }
    try cursor.validateUTF8(range)
    let name = String(decoding: cursor.bytes[range], as: UTF8.self)
    guard ArchivedTypeRow.isValidName(name) else {
      throw malformed("a type name holds control characters", at: range.lowerBound)
    }
    var row = ArchivedTypeRow(name: name, isClass: flags & 1 != 0)
    if flags & 2 != 0 {
      let versionPlace = cursor.position
      row.version = try cursor.varint()
      guard row.version > 0 else {
        throw malformed("a type version is given as 0", at: versionPlace)
      }
    }
    if flags & 4 != 0 {
      let countPlace = cursor.position
      let count = try cursor.count()
      guard count > 0 else {
        throw malformed("the number of generic arguments is given as 0", at: countPlace)
      }
      guard count <= cursor.remaining else { throw cursor.truncated(count) }
      for _ in 0..<count { row.arguments.append(try typeReference()) }
    }
    if flags & 8 != 0 { row.superclass = try typeReference() }
    definitions.types.append(row)
    guard definitions.typeRows.insert(row).inserted else {
      throw malformed("the type stands twice", at: place)
    }
  }

  private mutating func typeReference() throws(ArchiveError) -> Int {
    let start = cursor.position
    let type = try cursor.count()
    guard type < definitions.types.count else {
      throw malformed("type \(type) is not there yet", at: start)
    }
    return type
  }

  private mutating func readShape(type: Int, at place: Int) throws(ArchiveError) {
    guard type < definitions.types.count else {
      throw malformed("type \(type) is not there yet", at: place)
    }
    let start = cursor.position
    let count = try cursor.count()
    guard count <= limits.maximumFieldCount else {
      throw ReadingLimits.exceeded("fields in a shape", limits.maximumFieldCount, at: start)
    }
    guard count <= cursor.remaining else { throw cursor.truncated(count) }
    try countFields(count, at: start)
    var fields: [ShapeField] = []
    var seen: Set<Int> = []
    for _ in 0..<count {
      var field = try readField(key: 0)
      let keyStart = cursor.position
      field.key = try readKey()
      guard seen.insert(field.key).inserted else {
        throw malformed("a shape has one key twice", at: keyStart)
      }
      fields.append(field)
    }
    definitions.shapes.append(ArchiveShape(type: type < 0 ? nil : type, fields: fields))
  }

  private mutating func countFields(_ count: Int, at start: Int) throws(ArchiveError) {
    definitions.fieldCount += count
    guard definitions.fieldCount <= limits.maximumTotalFieldCount else {
      throw ReadingLimits.exceeded(
        "fields in all shapes", limits.maximumTotalFieldCount, at: start)
    }
  }

  private mutating func readKey() throws(ArchiveError) -> Int {
    let start = cursor.position
    let head = try cursor.count()
    if head & 1 == 1 {
      guard head >> 1 < definitions.keys.count else {
        throw malformed("key \(head >> 1) is not there yet", at: start)
      }
      return head >> 1
    }
    guard head >> 1 <= limits.maximumKeyByteCount else {
      throw ReadingLimits.exceeded("bytes in a key", limits.maximumKeyByteCount, at: start)
    }
    let range = try cursor.range(ofByteCount: head >> 1)
    try cursor.validateUTF8(range)
    let key = String(decoding: cursor.bytes[range], as: UTF8.self)
    guard definitions.keyBytes.insert(key.digest).inserted else {
      throw malformed("a key stands in full twice", at: start)
    }
    definitions.keys.append(key)
    return definitions.keys.count - 1
  }

  private mutating func readField(key: Int) throws(ArchiveError) -> ShapeField {
    let start = cursor.position
    let byte = try cursor.byte()
    let mode = FieldMode(rawValue: byte >> 6)
    let kind = try readKind(code: byte & 0x3F, at: start)
    guard mode != .required || kind != .undetermined else {
      throw malformed("a required field is undetermined", at: start)
    }
    return ShapeField(key: key, mode: mode, kind: kind)
  }

  private mutating func readExtension(
    _ range: Range<Int>, at place: Int
  ) throws(ArchiveError) {
    guard ExtensionName.isValid(cursor.bytes[range]) else {
      throw malformed("the name of an extension is no reverse domain name", at: place)
    }
    let name = String(decoding: cursor.bytes[range], as: UTF8.self)
    guard !definitions.extensions.contains(name) else {
      throw malformed("an extension stands twice", at: place)
    }
    definitions.extensions.append(name)
  }

  private mutating func readDerivedShape(base: Int, at place: Int) throws(ArchiveError) {
    guard base < definitions.shapes.count else {
      throw malformed("shape \(base) is not there yet", at: place)
    }
    try countFields(definitions.shapes[base].fields.count, at: place)
    var shape = definitions.shapes[base]
    let start = cursor.position
    let count = try cursor.count()
    guard count > 0, count <= shape.fields.count else {
      throw malformed("a derived shape changes \(count) fields", at: start)
    }
    var least = 0
    for _ in 0..<count {
      let fieldStart = cursor.position
      let index = try cursor.count()
      guard index >= least, index < shape.fields.count else {
        throw malformed("a derived shape changes field \(index) out of order", at: fieldStart)
      }
      shape.fields[index] = try readField(key: shape.fields[index].key)
      least = index + 1
    }
    shape.base = base
    definitions.shapes.append(shape)
  }

  /// Shapes and types may be named before they stand, so their number is checked after the rows.
  private mutating func readKind(code: UInt8, at start: Int) throws(ArchiveError) -> KindID {
    var reader = KindReader(
      typeLimit: typeLimit, shapeLimit: shapeLimit)
    let kind = try reader.read(
      code, at: start, &cursor, into: &definitions.kinds, nullable: false)
    namedShapes.append(reader.shapes)
    namedTypes.append(reader.types)
    return kind
  }

  private func malformed(_ message: String, at offset: Int) -> ArchiveError {
    ArchiveError(.malformed, message, byteOffset: offset)
  }
}

extension ArchiveDefinitions {
  /// Adds the rows that begin at the cursor and leaves the cursor behind them.
  mutating func read(
    _ cursor: inout ByteCursor, limits: ReadingLimits
  ) throws(ArchiveError) {
    var reader = DefinitionReader(self, cursor, limits)
    try reader.readRows()
    (self, cursor) = (reader.definitions, reader.cursor)
  }
}

extension DefinitionReader {
  /// The rows of a dictionary, all of whose names have to stand among them (rule H3).
  static func definitions(
    ofDictionary rows: [UInt8], limits: ReadingLimits
  ) throws(ArchiveError) -> ArchiveDefinitions {
    var reader = DefinitionReader(ArchiveDefinitions(), ByteCursor(rows), limits)
    while reader.cursor.remaining > 0 { try reader.readDictionaryRow() }
    try reader.checkNames()
    return reader.definitions
  }

  /// The offsets in the bytes of a dictionary at which its rows end. The first offset is 0, the end of no rows.
  static func rowEnds(
    ofDictionary rows: [UInt8], limits: ReadingLimits
  ) throws(ArchiveError) -> [Int] {
    var reader = DefinitionReader(ArchiveDefinitions(), ByteCursor(rows), limits)
    var ends = [0]
    while reader.cursor.remaining > 0 {
      try reader.readDictionaryRow()
      ends.append(reader.cursor.position)
    }
    try reader.checkNames()
    return ends
  }
}
