/// The encoder that `superEncoder` of a container hands out whose calls are made later (``CallScript``).
struct ScriptedSuperEncoder: Encoder, NestingEncoder {
  let script: CallScript<any Encoder>

  var codingPath: [any CodingKey] { script.encoder.unknownPath() }
  var userInfo: [CodingUserInfoKey: Any] { script.encoder.userInfo }
  var furtherCosts: FurtherCosts { script.encoder.furtherCosts }

  /// It hands out one container.
  private func add(_ call: CallScript<any Encoder>.Call) throws {
    guard script.count == 0 else { throw unsafe script.home.refused() }
    try script.add(call)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    unsafe script.home.container(keyedBy: type) { inner in
      try add(.other { try inner.make(in: $0.container(keyedBy: ScriptKey.self)) })
    } bytes: { inner in
      try add(.other { try inner.make(in: $0.container(keyedBy: type)) })
    }
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    unsafe script.home.unkeyedContainer { inner in
      try add(.other { try inner.make(in: $0.unkeyedContainer()) })
    }
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    _ = unsafe script.home.refused()
    return script.encoder.straySingleValueContainer()
  }
}
