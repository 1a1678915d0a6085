/// The encoder that `superEncoder` of a container hands out whose calls are made later (``CallScript``).
@unsafe
struct ScriptedSuperEncoder: Encoder, NestingEncoder {
  let home: ScriptHome
  let script: CallScript<any Encoder>

  var codingPath: [any CodingKey] { unsafe home.encoder.unknownPath() }
  var userInfo: [CodingUserInfoKey: Any] { unsafe home.encoder.userInfo }
  var furtherCosts: FurtherCosts { unsafe home.encoder.furtherCosts }

  /// It hands out one container.
  private func add(_ call: @escaping (inout any Encoder) throws -> Void) throws {
    guard unsafe script.count == 0, unsafe script.add(call) else { throw unsafe home.refused() }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    unsafe home.container(keyedBy: type) { script in
      unsafe try add { try script.make(in: $0.container(keyedBy: ScriptKey.self)) }
    } bytes: { script in
      unsafe try add { try script.make(in: $0.container(keyedBy: type)) }
    }
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    let script = CallScript<any UnkeyedEncodingContainer>()
    do {
      unsafe try add { try script.make(in: $0.unkeyedContainer()) }
    } catch {
      return unsafe home.encoder.strayUnkeyedContainer()
    }
    return unsafe ScriptedUnkeyedEncoding(home: home, script: script)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    _ = unsafe home.refused()
    return unsafe home.encoder.straySingleValueContainer()
  }
}
