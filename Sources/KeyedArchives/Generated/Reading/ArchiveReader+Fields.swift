internal import ArchiveFormat

/// The fields of a record, one call for each, in order. Which of the calls is meant the compiler finds
/// from the type.
extension ArchiveReader {
  /// Reads the state bits; before the first field.
  @inlinable
  @inline(__always)
  public mutating func takeBits(at places: ArchivedPlaces) throws -> ArchivedStateBits {
    let count = unsafe places.record.pointee.bitByteCount
    let word =
      remaining >= 8
      ? unsafe UInt64(littleEndian: position.loadUnaligned(as: UInt64.self))
      : unsafe try Self.carefulBits(count, position, end)
    guard unsafe word & places.record.pointee.forbiddenBits == 0 else { throw Self.unforeseen() }
    unsafe position += count
    return ArchivedStateBits(word)
  }

  @usableFromInline
  @inline(never)
  static func carefulBits(
    _ count: Int, _ position: UnsafeRawPointer, _ end: UnsafeRawPointer
  ) throws -> UInt64 {
    guard unsafe count <= end - position else { throw unforeseen() }
    var word: UInt64 = 0
    unsafe withUnsafeMutableBytes(of: &word) {
      unsafe $0.copyMemory(from: UnsafeRawBufferPointer(start: position, count: count))
    }
    return UInt64(littleEndian: word)
  }

  /// Reads a leaf that is always there.
  @inlinable
  @inline(__always)
  public mutating func take<Value: ArchivableLeaf>(
    _ type: Value.Type, _ bits: inout ArchivedStateBits, at place: ArchivedPlace
  ) throws -> Value {
    if Value.isStateBit { return try Value.value(ofStateBit: bits.next()) }
    return try Value.readPayload(from: &self)
  }

  /// Reads a leaf that may be absent.
  @inlinable
  @inline(__always)
  public mutating func take<Value: ArchivableLeaf>(
    _ type: Value?.Type, _ bits: inout ArchivedStateBits, at place: ArchivedPlace
  ) throws -> Value? {
    bits.next() ? try Value.readPayload(from: &self) : nil
  }

  /// Reads a record or a collection that is always there.
  @inlinable
  @inline(__always)
  public mutating func take<Value: ArchivableValue>(
    _ type: Value.Type, _ bits: inout ArchivedStateBits, at place: ArchivedPlace
  ) throws -> Value {
    try Value.read(from: &self, at: place)
  }

  /// Reads a record or a collection that may be absent.
  @inlinable
  @inline(__always)
  public mutating func take<Value: ArchivableValue>(
    _ type: Value?.Type, _ bits: inout ArchivedStateBits, at place: ArchivedPlace
  ) throws -> Value? {
    bits.next() ? try Value.read(from: &self, at: place) : nil
  }

  /// Reads any other value that is always there, by its `init(from:)`.
  @inlinable
  public mutating func take<Value: Decodable>(
    _ type: Value.Type, _ bits: inout ArchivedStateBits, at place: ArchivedPlace
  ) throws -> Value {
    try decode(type, at: place)
  }

  /// Reads any other value that may be absent, by its `init(from:)`.
  @inlinable
  public mutating func take<Value: Decodable>(
    _ type: Value?.Type, _ bits: inout ArchivedStateBits, at place: ArchivedPlace
  ) throws -> Value? {
    bits.next() ? try decode(Value.self, at: place) : nil
  }

  /// Leaves a value to the decoder that knows containers.
  @inlinable
  mutating func decode<Value: Decodable>(
    _ type: Value.Type, at place: ArchivedPlace
  ) throws -> Value {
    let (value, position) = unsafe try Self.decode(type, state, position, place)
    unsafe self.position = unsafe position
    return value
  }

  @usableFromInline
  @inline(never)
  static func decode<Value: Decodable>(
    _ type: Value.Type, _ state: UnsafeMutablePointer<DirectState>, _ position: UnsafeRawPointer,
    _ place: ArchivedPlace
  ) throws -> (Value, UnsafeRawPointer) {
    let state = unsafe Ref<DirectState>(state)
    let slot = unsafe place.pointee.pointee.slot
    unsafe state.pointee.cursor.place = unsafe position
    state.prepare(type, slot)
    guard !slot.pointee.strategy.isInState else { throw unforeseen() }
    let extraDepth = state.pointee.extraDepth
    state.pointee.depth -= extraDepth
    state.pointee.extraDepth = 0
    let value = try state.value(type, slot)
    state.pointee.depth += extraDepth
    state.pointee.extraDepth = extraDepth
    return unsafe (value, state.pointee.cursor.place)
  }
}
