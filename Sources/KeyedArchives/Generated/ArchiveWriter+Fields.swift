/// The fields of a record, one call for each, in order. Which of the calls is meant the compiler finds
/// from the type of the value.
extension ArchiveWriter {
  /// Writes the state bits; before the first field.
  @inlinable
  @inline(__always)
  public mutating func put(_ bits: ArchiveStateBits) {
    unsafe position.storeBytes(of: bits.word.littleEndian, as: UInt64.self)
    unsafe position += (bits.count &+ 7) &>> 3
    reserve(0)
  }

  /// Writes a leaf that is always there.
  @inlinable
  @inline(__always)
  public mutating func put<Value: ArchivableLeaf>(_ value: Value, at place: ArchivePlace) {
    if !Value.isStateBit { value.writePayload(to: &self) }
  }

  /// Writes a leaf that may be absent.
  @inlinable
  @inline(__always)
  public mutating func put<Value: ArchivableLeaf>(_ value: Value?, at place: ArchivePlace) {
    if let value { value.write(to: &self, at: place) }
  }

  /// Writes a record or a collection that is always there.
  @inlinable
  @inline(__always)
  public mutating func put<Value: ArchivableValue>(_ value: Value, at place: ArchivePlace) {
    if Value.holdsElements(at: place) { begin(place) }
    value.write(to: &self, at: place)
  }

  /// Writes a record or a collection that may be absent.
  @inlinable
  @inline(__always)
  public mutating func put<Value: ArchivableValue>(_ value: Value?, at place: ArchivePlace) {
    if let value { put(value, at: place) }
  }

  /// Writes any other value that is always there, by its `encode(to:)`.
  @inlinable
  public mutating func put<Value: Encodable>(_ value: Value, at place: ArchivePlace) {
    begin(place)
    self = Self.encode(value, place, self)
  }

  /// Writes any other value that may be absent, by its `encode(to:)`.
  @inlinable
  public mutating func put<Value: Encodable>(_ value: Value?, at place: ArchivePlace) {
    if let value { put(value, at: place) }
  }

  /// Leaves a value to the encoder that knows containers.
  @usableFromInline
  @inline(never)
  static func encode<Value: Encodable>(
    _ value: Value, _ place: ArchivePlace, _ writer: ArchiveWriter
  ) -> ArchiveWriter {
    let state = unsafe writer.state
    // What comes after a deviation does not count.
    guard unsafe !state.pointee.hasDeviated, let encoder = unsafe state.pointee.encoder else {
      return writer
    }
    let depth = unsafe state.pointee.depth
    let top = unsafe state.pointee.top
    let (elements, rowCount) = unsafe (state.pointee.elements, state.pointee.rowCount)
    unsafe state.pointee.position = unsafe writer.position
    unsafe state.pointee.depth = Int(writer.depth)
    do {
      unsafe try encoder.takeUnretainedValue().encode(value, inGeneratedCodeAt: place.slot)
    } catch {
      unsafe state.pointee.hasDeviated = true
      unsafe state.pointee.top = unsafe top
      unsafe (state.pointee.elements, state.pointee.rowCount) = unsafe (elements, rowCount)
      unsafe state.pointee.pending = nil
    }
    unsafe state.pointee.depth = depth
    var result = writer
    unsafe result.take(Room(state))
    return result
  }
}
