internal import ArchiveFormat

/// The container of a record while it is encoded directly.
///
/// One container serves many records, one after the other: what it writes to is the innermost open
/// record, if that was opened through this container, and nothing otherwise.
@unsafe
struct DirectKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: DirectEncoder
  let state: UnsafeMutablePointer<EncoderState>
  let box: UnsafeMutablePointer<ContainerBox>

  init(encoder: DirectEncoder, box: UnsafeMutablePointer<ContainerBox>) {
    unsafe self.encoder = encoder
    unsafe state = unsafe encoder.state
    unsafe self.box = unsafe box
  }

  var codingPath: [any CodingKey] { unsafe encoder.unknownPath() }

  /// The place of a call with some code.
  @inline(__always)
  func field(_ key: Key, code: UInt16) throws -> UnsafeMutablePointer<EncodingSlot> {
    let frame = unsafe state.pointee.top
    let slot = unsafe frame.pointee.next
    if unsafe slot.pointee.signature == code | UInt16(KeyByte.of(key)),
      unsafe frame.pointee.box == box
    {
      unsafe frame.pointee.next = unsafe slot + 1
      return unsafe slot
    }
    return unsafe try encoder.unforeseenField(key, code, box)
  }

  @inline(__always)
  func field(_ key: Key, _ kind: UInt8) throws -> UnsafeMutablePointer<EncodingSlot> {
    unsafe try field(key, code: UInt16(kind) << 8)
  }

  @inline(__always)
  func optionalField(
    _ key: Key, _ kind: UInt8
  ) throws -> UnsafeMutablePointer<EncodingSlot> {
    unsafe try field(key, code: UInt16(kind) << 8 | EncodingSlot.optionalFlag)
  }

  /// Marks an optional field as one that is here.
  @inline(__always)
  func present(_ slot: UnsafeMutablePointer<EncodingSlot>, _ kind: UInt8) throws {
    unsafe state.pointee.setBit(Int(slot.pointee.bit), from: state.pointee.top.pointee.body)
    unsafe slot.pointee.kind = kind
    unsafe slot.pointee.call = unsafe state.pointee.call
  }

  mutating func encodeNil(forKey key: Key) throws {
    unsafe try encoder.putNull(at: field(key, code: EncodingSlot.nullCode))
  }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    if MemoryLayout<Value>.size == 1, Value.self == Bool?.self {
      return unsafe try encodeOptional(value as? Bool, forKey: key)
    }
    unsafe try encoder.encode(value, at: field(key, code: EncodingSlot.genericCode))
  }

  /// A bool that is always there is a state bit, and one that may be null is none, so that calls have to tell.
  @inline(never)
  private mutating func encodeOptional(_ value: Bool?, forKey key: Key) throws {
    if let value {
      unsafe try encode(value, forKey: key)
    } else {
      unsafe try encodeNil(forKey: key)
    }
  }

  mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    let slot = unsafe try field(key, code: EncodingSlot.genericCode | EncodingSlot.optionalFlag)
    if let value {
      unsafe state.pointee.setBit(Int(slot.pointee.bit), from: state.pointee.top.pointee.body)
      unsafe try encoder.encode(value, at: slot)
    }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    do {
      let slot = unsafe try field(key, code: EncodingSlot.genericCode)
      return unsafe encoder.openNested(keyType, slot)
    } catch {
      return unsafe encoder.strayContainer(keyType)
    }
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    do {
      let slot = unsafe try field(key, code: EncodingSlot.genericCode)
      return unsafe encoder.openNestedElements(slot)
    } catch {
      return unsafe encoder.strayUnkeyedContainer()
    }
  }

  mutating func superEncoder() -> any Encoder { unsafe encoder.superEncoder(box) }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    do {
      return try unsafe encoder.superEncoder(field(key, code: EncodingSlot.genericCode))
    } catch {
      return unsafe encoder.strayEncoder()
    }
  }
}
