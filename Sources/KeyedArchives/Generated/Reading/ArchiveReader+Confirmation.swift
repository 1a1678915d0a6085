/// The first values that generated code reads by a plan, compared with the coding of their types.
///
/// A process may only read, so that no value of a type was compared when it was written. Values of archives with class instances are not compared:
/// references may not be connected yet, and `encode(to:)` may follow them.
extension ArchiveReader {
  /// Compares a record with its type's own coding.
  ///
  /// - Throws: If the coding is another one, so that `init(from:)` reads the value.
  @usableFromInline
  @inline(never)
  func confirm<Record: ArchivableRecord>(_ record: Record, at place: ArchivedPlace) throws {
    guard OwnCoding.confirmsReading(record, userInfo), confirmsOrder(record, at: place) else {
      throw Self.unforeseen()
    }
    unsafe place.pointee.pointee.record?.pointee.awaitsCoding = false
  }

  /// True if the type's own coding takes missing fields for what generated code takes them for, and looks for no others.
  private func confirmsOrder<Record: ArchivableRecord>(
    _ record: Record, at place: ArchivedPlace
  ) -> Bool {
    guard let reading = unsafe place.record, unsafe reading.pointee.steps != nil else {
      return true
    }
    let schema = unsafe Ref<DirectState>(state).pointee.engine.schema
    let keys = unsafe (0..<reading.pointee.fieldCount).map {
      schema.key(of: unsafe reading.pointee.fields[$0].slot)
    }
    return OwnCoding.confirms(
      record, ofFields: { key in keys.contains { $0.hasSameBytes(as: key) } }, userInfo)
  }

  /// Compares a value that is one of the cases of its type with the type's own coding.
  ///
  /// - Throws: If the coding is another one, so that `init(from:)` reads the value.
  @usableFromInline
  @inline(never)
  func confirm<Value: ArchivableCases>(
    _ value: Value, case index: Int, _ payload: UnsafeMutablePointer<ReadingRecord>
  ) throws {
    guard OwnCoding.confirms(value, case: index, userInfo) else { throw Self.unforeseen() }
    unsafe payload.pointee.awaitsCoding = false
  }

  private var userInfo: [CodingUserInfoKey: Any] {
    unsafe Ref<DirectState>(state).pointee.engine.settings.values.userInfo
  }
}

extension DirectEngine {
  /// Lets the first value that is read by a plan be compared, unless one of its type was.
  func awaitCoding(
    _ record: ReadingPlans.Found, of type: any ArchivableValue.Type,
    _ keys: (any CodingKey.Type)?, case index: Int = OwnCoding.noCase
  ) {
    guard keys != nil, !schema.hasClasses,
      unsafe record.pointee.pointee.steps != nil || !OwnCoding.isConfirmed(type, case: index)
    else { return }
    unsafe record.pointee.pointee.awaitsCoding = true
  }
}
