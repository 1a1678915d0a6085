/// What `superEncoder` hands out: it is used at once, or the value goes the general way.
@unsafe
struct DirectSuperEncoder: Encoder, NestingEncoder {
  let encoder: DirectEncoder
  let slot: UnsafeMutablePointer<EncodingSlot>
  /// Tells it from others at the same place.
  let serial: UInt64

  var codingPath: [any CodingKey] { unsafe encoder.unknownPath() }
  var userInfo: [CodingUserInfoKey: Any] { unsafe encoder.userInfo }
  var furtherCosts: FurtherCosts { unsafe encoder.furtherCosts }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    unsafe encoder.container(keyedBy: type, insteadOf: slot, serial)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    unsafe encoder.unkeyedContainer(insteadOf: slot, serial)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    unsafe encoder.straySingleValueContainer()
  }
}
