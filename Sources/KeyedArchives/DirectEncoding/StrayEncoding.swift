/// Takes whatever is written to it and refuses it: the value is about to be encoded the general way.
@unsafe
struct StrayEncoding: Encoder, UnkeyedEncodingContainer {
  let encoder: DirectEncoder

  var codingPath: [any CodingKey] { unsafe encoder.unknownPath() }
  var userInfo: [CodingUserInfoKey: Any] { unsafe encoder.userInfo }
  /// It rises with each call, so that who goes on up to some count comes to an end.
  private(set) var count = 0

  init(encoder: DirectEncoder) { unsafe self.encoder = encoder }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    unsafe encoder.strayContainer(type)
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { unsafe self }
  func singleValueContainer() -> any SingleValueEncodingContainer {
    unsafe encoder.straySingleValueContainer()
  }

  mutating func encodeNil() throws {
    unsafe count += 1
    throw unsafe encoder.state.pointee.deviate()
  }
  mutating func encode<Value: Encodable>(_ value: Value) throws {
    unsafe count += 1
    throw unsafe encoder.state.pointee.deviate()
  }
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    unsafe count += 1
    return unsafe encoder.strayContainer(keyType)
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    unsafe count += 1
    return unsafe encoder.strayUnkeyedContainer()
  }
  mutating func superEncoder() -> any Encoder {
    unsafe count += 1
    return unsafe encoder.strayEncoder()
  }
}
