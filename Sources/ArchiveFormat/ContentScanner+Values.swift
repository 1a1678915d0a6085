extension ContentScanner {
  /// Reads, or opens, a tagged value.
  mutating func scanTagged() throws(ArchiveError) {
    let start = cursor.position
    let tag = try cursor.byte()
    if tag >= ArchiveKind.smallIntTag {
      return try scanShort(tag, at: start)
    }
    guard let kind = ArchiveKind(rawValue: tag) else {
      throw ArchiveKind.unknown(tag, "tag", at: start)
    }
    switch kind {
    case .null:
      var cell = ArchiveCell(.null)
      cell.offset = start
      try add(cell)
    case .bool, .true:
      var cell = ArchiveCell(.bool)
      cell.offset = start
      cell.payload = kind == .true ? 1 : 0
      try add(cell)
    case .record:
      let shape = try shapeNumber()
      guard shape >= ArchiveKind.shortFormLimit else { throw notShort(at: start) }
      try scanRecord(shape: shape, at: start)
    case .undetermined, .any, .recordOfShape, .nullable:
      throw malformed("\(tag) is no tag", at: start)
    case .array, .set, .map, .object, .typed:
      var reader = KindReader(
        typeLimit: definitions.types.count, shapeLimit: definitions.shapes.count)
      let whole = try reader.read(
        tag, at: start, &cursor, into: &definitions.kinds, nullable: false)
      try scan(whole, at: start)
    default:
      if let feature = kind.missingFeature {
        throw ArchiveError(
          .needsFeature, "reading this needs the feature “\(feature)”", byteOffset: start)
      }
      try scan(KindID(kind), at: start)
      if kind == .int || kind == .string { try checkTagLength(kind, at: start) }
    }
  }

  private mutating func scanShort(_ tag: UInt8, at start: Int) throws(ArchiveError) {
    if tag >= ArchiveKind.shortRecordTag {
      return try scanRecord(shape: Int(tag - ArchiveKind.shortRecordTag), at: start)
    }
    var cell: ArchiveCell
    if tag < ArchiveKind.shortStringTag {
      cell = ArchiveCell(.int)
      cell.payload = UInt64(tag - ArchiveKind.smallIntTag)
    } else {
      let range = try cursor.range(ofByteCount: Int(tag - ArchiveKind.shortStringTag))
      try cursor.validateUTF8(range)
      cell = ArchiveCell(.string)
      cell.payload = UInt64(truncatingIfNeeded: range.lowerBound)
      cell.length = range.count
    }
    cell.offset = start
    try add(cell)
  }

  /// Rule K3: what has a short form uses it.
  private func checkTagLength(_ kind: ArchiveKind, at start: Int) throws(ArchiveError) {
    guard let last = cells.last else { return }
    let isShort =
      kind == .int
      ? last.payload < UInt64(ArchiveKind.shortFormLimit)
      : last.length < ArchiveKind.shortFormLimit
    if isShort { throw notShort(at: start) }
  }

  private func notShort(at start: Int) -> ArchiveError {
    malformed("a value is not in its short form", at: start)
  }

  /// Reads, or opens, a value of a kind.
  mutating func scan(_ kind: KindID, at start: Int) throws(ArchiveError) {
    let node = definitions.kinds[kind]
    switch node.code {
    case .any: try scanTagged()
    case .record: try scanRecord(shape: shapeNumber(), at: start)
    case .recordOfShape: try scanRecord(shape: Int(node.number), at: start)
    case .array, .set: try scanArray(node, at: start)
    case .map: try scanMap(node, at: start)
    case .object: try scanObject(node.first, at: start)
    case .typed:
      var cell = ArchiveCell(.typed)
      cell.detail = UInt32(bitPattern: node.number)
      cell.offset = start
      var frame = ScanFrame(.typed)
      frame.kind = node.first
      frame.due = .kind
      try open(cell, frame)
    case .extension: try scanExtension(at: start)
    case .strongBackReference, .conditionalReference: try scanEdge(node.code, at: start)
    case .undetermined: throw malformed("a value of undetermined kind", at: start)
    default:
      var cell = try cursor.leaf(node.code)
      cell.offset = start
      try add(cell)
    }
  }

  private mutating func shapeNumber() throws(ArchiveError) -> Int {
    let start = cursor.position
    let shape = try cursor.count()
    guard shape < definitions.shapes.count else {
      throw malformed("shape \(shape) is not there", at: start)
    }
    return shape
  }

  // MARK: Records

  mutating func scanRecord(shape: Int, at start: Int) throws(ArchiveError) {
    guard shape < definitions.shapes.count else {
      throw malformed("shape \(shape) is not there", at: start)
    }
    var cell = ArchiveCell(.record)
    cell.shape = UInt32(truncatingIfNeeded: shape)
    cell.detail = UInt32(truncatingIfNeeded: (definitions.shapes[shape].type ?? -1) + 1)
    cell.offset = start
    var frame = ScanFrame(.record)
    frame.shape = shape
    frame.field = fieldStarts[shape]
    frame.bits = try cursor.bitRow(bitCount: bitCounts[shape])
    try open(cell, frame)
  }

  mutating func stepRecord(_ top: Int) throws(ArchiveError) {
    let shape = frames[top].shape
    while frames[top].field < fieldStarts[shape + 1] {
      if try scanField(top) { return }
    }
    key = 0
    try close(top, length: fieldStarts[shape + 1] - fieldStarts[shape])
  }

  /// Reads, or opens, the next field of a record; false if its state tells all of it.
  @inline(__always)
  mutating func scanField(_ top: Int) throws(ArchiveError) -> Bool {
    let field = fields[frames[top].field]
    frames[top].field += 1
    key = UInt32(truncatingIfNeeded: field.key)
    let state = try fieldState(top, field)
    if state == .value, !field.isBit {
      guard field.kind != .undetermined else {
        throw malformed("a field of undetermined kind has a value", at: frames[top].bits)
      }
      let start = cursor.position
      if field.kind == .any, start < cursor.end,
        cursor.bytes[start] == ArchiveKind.null.rawValue
      {
        throw malformed("a null in a record is no state", at: start)
      }
      if onlyCounts { drop(from: frames[top].cell + 1) }
      try scan(field.kind, at: start)
      return true
    }
    var cell = ArchiveCell(state == .absent ? .absent : state == .null ? .null : .bool)
    cell.offset = frames[top].bits
    cell.isOptionalCall = field.mode.contains(.optional)
    if state == .value { cell.payload = takeBit(top) ? 1 : 0 }
    try add(cell)
    return false
  }

  private mutating func takeBit(_ top: Int) -> Bool {
    defer { frames[top].bit += 1 }
    return cursor.bit(frames[top].bit, from: frames[top].bits)
  }

  mutating func fieldState(
    _ top: Int, _ field: ShapeField
  ) throws(ArchiveError) -> FieldCall.State {
    if field.mode == .required { return .value }
    let first = takeBit(top)
    if field.mode == .optional { return first ? .value : .absent }
    if field.mode == .nullable { return first ? .value : .null }
    let second = takeBit(top)
    guard first || !second else {
      throw malformed("an absent field has a value", at: frames[top].bits)
    }
    return first ? (second ? .value : .null) : .absent
  }

  // MARK: Objects, extensions

  private mutating func scanObject(_ body: KindID, at start: Int) throws(ArchiveError) {
    let place = cursor.position
    let head = try cursor.count()
    if let dueObject, head != 2 {
      throw malformed("object \(dueObject) is due, another one is there", at: place)
    }
    switch head {
    case 0, 1:
      guard head == 1 || body != .undetermined else {
        throw malformed("an object of undetermined kind stands here", at: place)
      }
      guard objects.count < limits.maximumObjectCount else {
        throw limits.exceeded(.objects, "objects", limits.maximumObjectCount, at: start)
      }
      var cell = ArchiveCell(.object)
      cell.detail = UInt32(truncatingIfNeeded: objects.count)
      cell.offset = start
      objects.append(cells.count)
      var frame = ScanFrame(.object)
      frame.kind = body
      frame.due = head == 0 ? .kind : .tagged
      try open(cell, frame)
    case 2: try scanMentionedObject(at: start)
    default:
      let number = head - 3
      guard number < objects.count, objects[number] != Self.nowhere,
        objects[number] != Self.awaited
      else {
        throw malformed("object \(number) does not stand before", at: place)
      }
      if objects[number] == Self.elsewhere {
        guard passesOver else {
          throw ArchiveError(
            .objectElsewhere, "object \(number) stands outside of what is read", byteOffset: start)
        }
      } else if objects[number] != Self.counted, cells[objects[number]].payload == 0 {
        throw malformed("object \(number) holds itself through an ordinary edge", at: place)
      }
      var cell = ArchiveCell(.reference)
      cell.detail = UInt32(truncatingIfNeeded: number)
      cell.offset = start
      try add(cell)
    }
  }

  /// An object that an edge mentioned before.
  private mutating func scanMentionedObject(at start: Int) throws(ArchiveError) {
    let place = cursor.position
    let number = try cursor.count()
    guard number < objects.count, objects[number] < 0, objects[number] != Self.counted else {
      throw malformed("object \(number) was not mentioned, or stands twice", at: place)
    }
    guard dueObject == nil || number == dueObject else {
      throw malformed("object \(number) is not the one that is due", at: place)
    }
    dueObject = nil
    if number < forgottenObjectCount { lateObjects.append(number) }
    objects[number] = cells.count
    var cell = ArchiveCell(.object)
    cell.detail = UInt32(truncatingIfNeeded: number)
    cell.offset = start
    var frame = ScanFrame(.object)
    frame.due = .tagged
    try open(cell, frame)
  }

  private mutating func scanEdge(_ kind: ArchiveKind, at start: Int) throws(ArchiveError) {
    hasEdges = true
    let place = cursor.position
    let mention = try cursor.count()
    let number = mention == 0 ? objects.count : mention - 1
    if mention == 0 {
      guard objects.count < limits.maximumObjectCount else {
        throw limits.exceeded(.objects, "objects", limits.maximumObjectCount, at: place)
      }
      objects.append(Self.nowhere)
    }
    guard number < objects.count else {
      throw malformed("object \(number) was not mentioned before", at: place)
    }
    var cell = ArchiveCell(.conditionalReference)
    if kind == .strongBackReference {
      cell.kind = .backReference
      if objects[number] == Self.nowhere {
        awaitedObjects.append(number)
        objects[number] = Self.awaited
      }
    }
    cell.detail = UInt32(truncatingIfNeeded: number)
    cell.offset = start
    try add(cell)
  }

  /// Rule O2; the class row goes into the object's cell.
  mutating func closeObject(_ top: Int) throws(ArchiveError) {
    let index = frames[top].cell
    guard let type = cells[index + 1].typeRow, definitions.types[type].isClass else {
      throw malformed("an object's body names no class", at: cells[index].offset)
    }
    if onlyCounts { objects[Int(cells[index].detail)] = Self.counted }
    try close(top, length: type)
  }

  private mutating func scanExtension(at start: Int) throws(ArchiveError) {
    let place = cursor.position
    let byteCount = try cursor.count()
    guard byteCount <= cursor.remaining else { throw cursor.truncated(byteCount) }
    var frame = ScanFrame(.extension)
    frame.place = place
    frame.end = cursor.position + byteCount
    var cell = ArchiveCell(.extension)
    let numberPlace = cursor.position
    let number = try cursor.count()
    guard number < definitions.extensions.count else {
      throw malformed("extension \(number) is not there", at: numberPlace)
    }
    cell.detail = UInt32(truncatingIfNeeded: number)
    cell.offset = start
    for observer in observers { observer.nameExtension(definitions.extensions[number]) }
    frame.due = .tagged
    try open(cell, frame)
  }
}
