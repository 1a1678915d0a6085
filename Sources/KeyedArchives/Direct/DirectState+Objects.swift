internal import ArchiveFormat

/// Class instances (Spec, section 8).
///
/// What is not as it is expected here is read from cells, which tell what is wrong; the instances are
/// the same ones there (``DecodedObjects``).
extension Ref<DirectState> {
  /// The instance at the cursor, in a slot that is ready for its class; nil, with the cursor anywhere,
  /// where it is read from cells.
  ///
  /// It is one of the class that is asked for: `Value?` as a result would have its metadata looked up.
  func instance<Value: Decodable>(
    _ type: Value.Type, _ slot: Ref<FieldSlot>
  ) throws -> AnyObject? {
    let start = pointee.cursor.mark
    guard let head = pointee.cursor.varint(), let decoded = pointee.objects.decoded else {
      return nil
    }
    if head >= 3 {
      let value = try reference(type, slot, head - 3, at: start)
      if value != nil { accept(at: start) }
      return value
    }
    guard let number = number(ofHeader: head, at: start) else { return nil }
    guard let instance = decoded[number] else {
      let value = try object(type, slot, slot, number, isTagged: head != 0)
      if value != nil { accept(at: start) }
      return value
    }
    guard let end = pointee.objects.places.end(number),
      let value = try known(instance, number, type, slot)
    else { return nil }
    pointee.cursor.mark = end
    accept(at: start)
    return value
  }

  /// The number of the object whose header the cursor goes past; nil if it may not stand here.
  @inline(__always)
  private func number(ofHeader head: UInt64, at start: RawCursor.Mark) -> Int? {
    if head < 2 { return pointee.objects.number(at: start) }
    return mentionedNumber(at: start)
  }

  /// The number of an object that an edge mentioned before, behind its header.
  @inline(never)
  func mentionedNumber(at start: RawCursor.Mark) -> Int? {
    guard let number = pointee.cursor.varint(), pointee.objects.stand(number, at: start) else {
      return nil
    }
    return Int(truncatingIfNeeded: number)
  }

  private func reference<Value: Decodable>(
    _ type: Value.Type, _ slot: Ref<FieldSlot>, _ number: UInt64, at start: RawCursor.Mark
  ) throws -> AnyObject? {
    guard let number = pointee.objects.target(number, from: start) else { return nil }
    if let instance = pointee.objects.decoded?[number] {
      return try known(instance, number, type, slot)
    }
    // It was passed over, and is read now where it stands.
    guard let known = pointee.objects.places.body(number), known.kind != .undetermined,
      let header = pointee.objects.places.header(number)
    else { return nil }
    let (mark, depth) = (pointee.cursor.mark, pointee.depth)
    pointee.cursor.mark = header
    pointee.depth = known.depth
    defer {
      pointee.cursor.mark = mark
      pointee.depth = depth
    }
    let standing = pointee.engine.schema.root(known.kind)
    pointee.engine.schema.addInner(standing)
    guard let head = pointee.cursor.varint(),
      self.number(ofHeader: head, at: header) == number
    else { return nil }
    return try object(type, slot, standing, number, isTagged: head != 0)
  }

  /// An instance that was decoded before.
  @inline(__always)
  private func known<Value: Decodable>(
    _ instance: AnyObject, _ number: Int, _ type: Value.Type, _ slot: Ref<FieldSlot>
  ) throws -> AnyObject? {
    guard let row = pointee.objects.places.body(number)?.row,
      let wanted = allowedClass(type, row, slot)
    else { return nil }
    try countVisit()
    let address = unsafe unsafeBitCast(Swift.type(of: instance), to: Int.self)
    guard address == TypeAddress.of(wanted) || instance is Value else { return nil }
    observe(type, row, slot)
    return instance
  }

  /// A new instance, whose body the cursor is at.
  ///
  /// - Parameters:
  ///   - slot: Where it is asked for.
  ///   - standing: Where it stands.
  private func object<Value: Decodable>(
    _ type: Value.Type, _ slot: Ref<FieldSlot>, _ standing: Ref<FieldSlot>, _ number: Int,
    isTagged: Bool
  ) throws -> AnyObject? {
    let (depth, schema) = (pointee.depth, pointee.engine.schema)
    guard let body = body(standing, isTagged: isTagged, schema),
      let wanted = allowedClass(type, body.row, slot),
      // Which fields an older map lacks is found out with cells.
      body.levelCount == 1 || TypeName.of(wanted).lineage == nil,
      // So is what a hook stored in the place of the body.
      !pointee.hooksObjects || body.levelCount == 1 || !isRestored(wanted),
      let decoded = pointee.objects.decoded, chargeColumn(body.levelCount),
      depth + body.levelCount <= pointee.maximumDepth, decoded.begin(number)
    else { return nil }
    observe(type, body.row, slot)
    pointee.depth = depth &+ body.levelCount
    let around = pointee.level
    do {
      expectForms(of: wanted, body, schema)
      let level = try enter(body.slot, .object)
      level.pointee.place = slot
      guard let decoder = level.pointee.decoder else { throw refuse(.limitExceeded, "no decoder") }
      var value: AnyObject
      if body.slot.pointee.forms == nil, let made = try generatedInstance(wanted, body.slot) {
        value = made
        pointee.level = around
      } else {
        // Slots are ready for objects if the type is a class.
        value = unsafe unsafeBitCast(try wanted.init(from: decoder), to: AnyObject.self)
        try leave(level, to: around)
      }
      if pointee.hooksObjects { value = try hooked(value, type, wanted, level) }
      if body.levelCount > 1, pointee.cursor.mark == level.pointee.start {
        pointee.zeroWidthCount &-= 1
      }
      pointee.depth = depth
      pointee.objects.end(
        number, at: pointee.cursor.mark, row: body.row, standing.pointee.kind, depth: depth)
      decoded.end(number, value)
      return value
    } catch {
      decoded.end(number, nil)
      throw error
    }
  }

  /// Notes in which forms the body of an object may be.
  @inline(__always)
  private func expectForms(of type: any Any.Type, _ body: ObjectBody, _ schema: DirectSchema) {
    guard schema.evolved.pointee.hasOlderObjects || body.slot.pointee.forms != nil else { return }
    guard case .older(let forms) = schema.objectForms(of: type, row: body.row) else {
      return body.slot.expect(nil)
    }
    body.slot.expect(forms)
  }

  /// Takes back that the object at a place was refused as other classes.
  @inline(__always)
  private func accept(at start: RawCursor.Mark) {
    guard pointee.mayHaveRefused, let ledger = pointee.engine.madeLedger,
      let decoded = pointee.objects.decoded
    else { return }
    let offset = pointee.engine.tagOffset(before: start, pointee.depth)
    ledger.accept(at: offset ?? pointee.engine.offset(of: start), in: decoded)
  }

  /// The row of the class of the object at the cursor, which ends up anywhere; nil for what is not foreseen, and for references to objects that were passed
  /// over.
  func rowOfObject(_ slot: Ref<FieldSlot>) -> Int? {
    let start = pointee.cursor.mark
    guard let head = pointee.cursor.varint(), let decoded = pointee.objects.decoded else {
      return nil
    }
    if head >= 3 {
      guard let number = pointee.objects.target(head - 3, from: start), decoded[number] != nil
      else { return nil }
      return pointee.objects.places.body(number)?.row
    }
    if head == 2, pointee.cursor.varint() == nil { return nil }
    return body(slot, isTagged: head != 0, pointee.engine.schema)?.row
  }

  private func body(
    _ standing: Ref<FieldSlot>, isTagged: Bool, _ schema: DirectSchema
  ) -> ObjectBody? {
    if !isTagged || pointee.cursor.nextByte != KindCode.typed {
      let record =
        isTagged
        ? schema.taggedShape(self).map { schema.root(ofShape: $0) } : standing.pointee.first
      if let record, record.pointee.bodyRow >= 0 {
        return ObjectBody(slot: record, row: Int(record.pointee.bodyRow), levelCount: 1)
      }
      if isTagged { return nil }
    }
    guard
      let found = schema.bodyKind(
        isTagged ? .any : schema.bodyKind(of: standing.pointee.kind), self)
    else { return nil }
    return ObjectBody(
      slot: schema.root(found.kind), row: found.row, levelCount: found.isLabelled ? 2 : 1)
  }

  // MARK: Classes

  /// The class that objects of a row are decoded as in a slot that is ready for `type`; nil if none is
  /// allowed.
  @inline(__always)
  private func allowedClass<Value>(
    _ type: Value.Type, _ row: Int, _ slot: Ref<FieldSlot>
  ) -> Value.Type? {
    if slot.pointee.ownRow == Int32(truncatingIfNeeded: row) { return type }
    if slot.pointee.allowedCall == pointee.call,
      slot.pointee.allowedRow == Int32(truncatingIfNeeded: row)
    {
      return unsafe unsafeBitCast(slot.pointee.allowedClass, to: Value.Type.self)
    }
    return findClass(type, row, slot)
  }

  @inline(never)
  private func findClass<Value>(
    _ type: Value.Type, _ row: Int, _ slot: Ref<FieldSlot>
  ) -> Value.Type? {
    let engine = pointee.engine
    // A variable may hold a subclass of what it is declared as. Only what is found for the declared class is known to be one of its subclasses.
    let isDeclared = TypeAddress.of(type) == TypeAddress.of(Value.self)
    if isDeclared, let known = engine.knownClass(row: row, TypeAddress.of(type)) {
      noteClass(known, row, slot)
      return unsafe unsafeBitCast(known, to: Value.Type.self)
    }
    guard
      let allowed = engine.allowedClass(
        type, row, at: { engine.ledger.path(uncountedPath(of: slot)) })
    else { return nil }
    if allowed.isOwnName {
      slot.pointee.ownRow = Int32(truncatingIfNeeded: row)
    } else if allowed.isEverywhere, isDeclared {
      let address = TypeAddress.of(allowed.type)
      engine.note(address, row: row, TypeAddress.of(type))
      noteClass(address, row, slot)
    }
    return allowed.type
  }

  /// Notes the class that objects of a row are decoded as in a slot, for the rest of the call.
  private func noteClass(_ address: Int, _ row: Int, _ slot: Ref<FieldSlot>) {
    slot.pointee.allowedRow = Int32(truncatingIfNeeded: row)
    slot.pointee.allowedCall = pointee.call
    slot.pointee.allowedClass = address
  }

  /// Tells an observer, if there is one, that the class of a row is allowed. Cells tell of those that are not.
  @inline(__always)
  private func observe(_ type: any Any.Type, _ row: Int, _ slot: Ref<FieldSlot>) {
    if pointee.isObserved { pointee.engine.observe(type, row, at: uncountedLazyPath(of: slot)) }
  }

  /// The coding path of a value of a slot directly inside the innermost level, which counts as no visits: the caller asked for it.
  func uncountedPath(of slot: Ref<FieldSlot>) -> [any CodingKey] {
    uncountedLazyPath(of: slot).keys
  }

  /// The same path, which is made when somebody asks for it.
  func uncountedLazyPath(of slot: Ref<FieldSlot>) -> LazyPath {
    let visitCount = pointee.visitCount
    defer { pointee.visitCount = visitCount }
    return lazyPath(of: slot)
  }
}

/// The body of an object.
private struct ObjectBody {
  var slot: Ref<FieldSlot>
  /// The row of its class.
  var row: Int
  /// Containers that it stands in: the object, and a label that names its class.
  var levelCount: Int
}
