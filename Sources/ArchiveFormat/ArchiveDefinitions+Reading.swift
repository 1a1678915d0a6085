/// Reading definition rows (Spec, section 5) with every rule of D1–D4 and K1 checked.
struct DefinitionReader {
  var definitions: ArchiveDefinitions
  var cursor: ByteCursor
  let limits: ArchiveLimits
  /// What kinds named.
  private var namedShapes = NamedNumbers()
  private var namedTypes = NamedNumbers()
  /// One past the largest numbers that the rows can define.
  private var shapeLimit = 0
  private var typeLimit = 0

  init(
    _ definitions: ArchiveDefinitions, _ cursor: ByteCursor, _ limits: ArchiveLimits
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
      throw ArchiveLimits.exceeded("definitions", limits.maximumDefinitionCount, at: start)
    }
    (shapeLimit, typeLimit) = (definitions.shapes.count + count, definitions.types.count + count)
    for _ in 0..<count { try readRow() }
    definitions.rowCount += count
    try checkNames()
  }

  /// The largest numbers that kinds named, −1 for none.
  var largestShape: Int { namedShapes.largest }
  var largestType: Int { namedTypes.largest }

  /// Throws if a kind named a shape or type that no row has (rule D4).
  func checkNames() throws(ArchiveError) {
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
  mutating func readDictionaryRow() throws(ArchiveError) {
    guard definitions.rowCount < limits.maximumDefinitionCount else {
      throw ArchiveLimits.exceeded(
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
        "reading this needs to know definition rows of kind 2, which draft 1 of the format had; this version of the package reads draft \(ArchiveFraming.draft)",
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
    guard definitions.typeIdentities.insert(identity(ofType: definitions.types.count - 1)).inserted
    else {
      throw malformed("the type stands twice", at: place)
    }
  }

  /// What no other row may have in common with this one, as bytes: comparing strings would find
  /// canonically equal names equal.
  private func identity(ofType index: Int) -> [UInt8] {
    let row = definitions.types[index]
    var identity = ByteSink()
    identity.varint(row.isClass ? 1 : 0)
    identity.varint(row.version)
    identity.varint(UInt64(truncatingIfNeeded: (row.superclass ?? -1) + 1))
    identity.varint(UInt64(truncatingIfNeeded: row.arguments.count))
    for argument in row.arguments { identity.varint(UInt64(truncatingIfNeeded: argument)) }
    identity.bytes.append(contentsOf: row.name.utf8)
    return identity.bytes
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
      throw ArchiveLimits.exceeded("fields in a shape", limits.maximumFieldCount, at: start)
    }
    guard count <= cursor.remaining else { throw cursor.truncated(count) }
    try countFields(count, at: start)
    var fields: [ShapeField] = []
    fields.reserveCapacity(min(count, Self.comparedCount))
    // Beyond a few fields their keys are found through a table.
    var seen: Set<Int> = []
    for _ in 0..<count {
      var field = try readField(key: 0)
      let keyStart = cursor.position
      field.key = try readKey()
      let isNew =
        count <= Self.comparedCount
        ? !fields.contains { $0.key == field.key } : seen.insert(field.key).inserted
      guard isNew else { throw malformed("a shape has one key twice", at: keyStart) }
      fields.append(field)
    }
    definitions.shapes.append(ArchiveShape(type: type < 0 ? nil : type, fields: fields))
  }

  /// Keys among which another one is looked for by comparing it with each: that is faster than a table, which is made first.
  private static var comparedCount: Int { 16 }

  /// Compares with the keys that are there; beyond a few of them, through a table.
  private mutating func isNewKey(_ range: Range<Int>) -> Bool {
    let bytes = cursor.bytes[range]
    if definitions.keys.count < Self.comparedCount {
      return !definitions.keys.contains {
        $0.utf8.count == bytes.count && $0.utf8.elementsEqual(bytes)
      }
    }
    if definitions.keyBytes.isEmpty {
      definitions.keyBytes = Set(definitions.keys.map { Array($0.utf8) })
    }
    return definitions.keyBytes.insert(Array(bytes)).inserted
  }

  private mutating func countFields(_ count: Int, at start: Int) throws(ArchiveError) {
    definitions.fieldCount += count
    guard definitions.fieldCount <= limits.maximumTotalFieldCount else {
      throw ArchiveLimits.exceeded(
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
      throw ArchiveLimits.exceeded("bytes in a key", limits.maximumKeyByteCount, at: start)
    }
    let range = try cursor.range(ofByteCount: head >> 1)
    try cursor.validateUTF8(range)
    guard isNewKey(range) else {
      throw malformed("a key stands in full twice", at: start)
    }
    definitions.keys.append(String(decoding: cursor.bytes[range], as: UTF8.self))
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
    guard definitions.extensionNames.insert(name.utf8.digest).inserted else {
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
  package mutating func read(
    _ cursor: inout ByteCursor, limits: ArchiveLimits
  ) throws(ArchiveError) {
    // Moved out and back, so that no table is copied.
    var taken = ArchiveDefinitions()
    swap(&taken, &self)
    var reader = DefinitionReader(taken, cursor, limits)
    taken = ArchiveDefinitions()
    try reader.readRows()
    self = reader.definitions
    cursor = reader.cursor
  }
}
