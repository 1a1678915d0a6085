internal import ArchiveFormat

/// How generated code reads the bodies of objects in a place.
@safe
struct ObjectReading {
  let type: any ArchivableObject.Type
  let record: UnsafeMutablePointer<ReadingRecord>
}

/// Class instances that generated code makes.
extension Ref<DirectState> {
  /// A new instance of a class, whose body the cursor is at and whose level was entered; nil, with nothing
  /// changed, where generated code does not foresee what stands there.
  func generatedInstance(_ type: any Any.Type, _ body: Ref<FieldSlot>) throws -> AnyObject? {
    guard pointee.usesGeneratedCode, pointee.maximumDepth > 64,
      pointee.generatedObjectCount < Self.generatedObjectLimit,
      body.pointee.attempts.isTaken(), let reading = pointee.engine.reading(of: type, body)
    else { return nil }
    pointee.generatedObjectCount &+= 1
    defer { pointee.generatedObjectCount &-= 1 }
    if isRefusedAnywhere { throw pointee.engine.refusal() }
    let before = ReadingSnapshot(self)
    do {
      let instance = try read(reading)
      body.pointee.attempts.succeed()
      return instance
    } catch {
      if pointee.engine.isLeftToCells { throw error }
      giveUp(before, error)
      body.pointee.attempts.fail()
      return nil
    }
  }

  /// Bodies that generated code reads one inside the other: each may be read once more for those around it.
  private static var generatedObjectLimit: Int { 32 }

  private func read(_ reading: ObjectReading) throws -> AnyObject {
    pointee.depth &+= 1
    var reader = ArchiveReader(self)
    let start = unsafe reader.position
    let fieldCount = unsafe reading.record.pointee.fieldCount
    pointee.valueCount &-= fieldCount
    pointee.visitCount &-= fieldCount
    let extraDepth = try unsafe reader.descend(into: reading.record)
    let instance: AnyObject
    do {
      instance =
        unsafe reading.record.pointee.steps == nil
        ? try reading.type.readObject(from: &reader, at: ArchivedPlaces(reading.record))
        : try reading.type.readObject(from: &reader, inOrderOf: ArchivedFieldOrder(reading.record))
    } catch {
      // So far it was read in vain.
      noteVain(reader)
      throw error
    }
    // A subclass that describes the fields of its superclass alone inherits code that makes the superclass.
    guard Swift.type(of: instance) == reading.type.archivedClass else { throw UnforeseenBytes() }
    pointee.extraDepth = extraDepth
    if unsafe reader.position == start { pointee.zeroWidthCount &-= 1 }
    guard pointee.valueCount >= 0, pointee.visitCount >= 0, pointee.zeroWidthCount >= 0,
      !isRefusedAnywhere
    else { throw UnforeseenBytes() }
    pointee.cursor = unsafe RawCursor(reader.position, reader.end)
    return instance
  }
}

extension DirectEngine {
  /// How generated code reads the bodies of a class in a place; nil if it does not.
  @inline(__always)
  fileprivate func reading(of type: any Any.Type, _ body: Ref<FieldSlot>) -> ObjectReading? {
    let address = unsafe unsafeBitCast(type, to: Int.self)
    if body.pointee.lookedUpClass == address { return body.pointee.objectReading }
    body.pointee.lookedUpClass = address
    body.pointee.objectReading = findReading(of: type, address, body)
    return body.pointee.objectReading
  }

  @inline(never)
  private func findReading(
    of type: any Any.Type, _ address: Int, _ body: Ref<FieldSlot>
  ) -> ObjectReading? {
    // A subclass that inherits the conformance has other fields.
    guard usesGeneratedCode, body.pointee.code == KindCode.recordOfShape,
      schema.readings.hasRoom, let object = type as? any ArchivableObject.Type,
      object.archivedClass == type, !OwnCoding.isForeign(type)
    else { return nil }
    let key = ReadingPlans.Key(shape: schema.shape(of: body.pointee.kind), type: address)
    let record = plan(key) { fields, bitCount in
      object.describeFields(&fields)
      fields.reading?.finish(withoutCopies: bitCount)
    }
    guard record.isUsable else { return nil }
    return unsafe ObjectReading(type: object, record: record.pointee)
  }
}
