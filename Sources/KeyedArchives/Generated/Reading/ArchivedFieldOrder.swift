/// The fields of a record in the order of its archive.
@safe
public struct ArchivedFieldOrder {
  @usableFromInline let record: UnsafePointer<ReadingRecord>
  /// The number of the next field.
  @usableFromInline var next = 0

  @inlinable
  @inline(__always)
  init(_ record: UnsafePointer<ReadingRecord>) { unsafe self.record = unsafe record }

  /// The places of the fields: state bits are taken at them.
  @inlinable
  @inline(__always)
  public var places: ArchivedPlaces { unsafe ArchivedPlaces(record) }

  /// The place of the field that was taken last.
  @inlinable
  @inline(__always)
  public var place: ArchivedPlace { places[next &- 1] }
}

/// A field of a record that is read in the order of the archive: the value, once the archive has it.
public struct ArchivedFieldResult<Value> {
  /// The value; nil as long as none was read.
  public var value: Value?

  /// The type of the field.
  @inlinable
  @inline(__always)
  public var type: Value.Type { Value.self }

  /// A field of which nothing was read.
  @inlinable
  @inline(__always)
  public init(_ type: Value.Type) {}

  /// The value that was read.
  ///
  /// - Throws: What makes the record be decoded by its `init(from:)`, which tells what is missing.
  @inlinable
  @inline(__always)
  public func required() throws -> Value {
    guard let value else { throw ArchiveReader.unforeseen() }
    return value
  }
}

extension ArchiveReader {
  /// Goes to the next field that the type described, and returns its number: the first that was described is 0. Fields that it did not describe are
  /// passed over.
  ///
  /// - Returns: nil behind the last field.
  /// - Throws: What makes the record be decoded by its `init(from:)`.
  @inlinable
  public mutating func takeField(
    _ order: inout ArchivedFieldOrder, _ bits: inout ArchivedStateBits
  ) throws -> Int? {
    guard let steps = unsafe order.record.pointee.steps else { return nil }
    while unsafe order.next < order.record.pointee.fieldCount {
      let step = unsafe steps[order.next]
      order.next &+= 1
      if step.index >= 0 { return Int(truncatingIfNeeded: step.index) }
      if try step.takeState(&bits) { try passOver(order.place) }
    }
    return nil
  }

  /// Passes over the payload of a field.
  @usableFromInline
  @inline(never)
  mutating func passOver(_ place: ArchivedPlace) throws {
    let state = unsafe Ref<DirectState>(state)
    state.pointee.cursor = unsafe RawCursor(position, end)
    // Generated code counted the levels inside of the record in advance.
    state.pointee.depth -= state.pointee.extraDepth
    defer { state.pointee.depth += state.pointee.extraDepth }
    guard state.passOver(unsafe place.pointee.pointee.slot) else { throw Self.unforeseen() }
    unsafe position = unsafe state.pointee.cursor.place
  }
}
