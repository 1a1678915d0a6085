/// Takes whatever is written to it and refuses it: the value is about to be encoded the general way.
@unsafe
struct StrayEncoding: Encoder, UnkeyedEncodingContainer {
  let encoder: DirectEncoder

  var codingPath: [any CodingKey] { unsafe encoder.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { unsafe encoder.userInfo }
  var count: Int { 0 }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    unsafe encoder.strayContainer(type)
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { unsafe self }
  func singleValueContainer() -> any SingleValueEncodingContainer {
    unsafe encoder.straySingleValueContainer()
  }

  mutating func encodeNil() throws { throw unsafe encoder.state.pointee.deviate() }
  mutating func encode<Value: Encodable>(_ value: Value) throws {
    throw unsafe encoder.state.pointee.deviate()
  }
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    unsafe encoder.strayContainer(keyType)
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { unsafe self }
  mutating func superEncoder() -> any Encoder { unsafe self }
}
