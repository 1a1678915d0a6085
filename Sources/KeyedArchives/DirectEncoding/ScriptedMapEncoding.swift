/// A keyed container whose keys are text and whose calls are made later (``CallScript``).
@unsafe
struct ScriptedMapEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  typealias Container = KeyedEncodingContainer<ScriptKey>

  let home: ScriptHome
  let script: CallScript<Container>

  var codingPath: [any CodingKey] { unsafe home.encoder.unknownPath() }

  func add(_ call: @escaping (inout Container) throws -> Void) throws {
    guard unsafe script.add(call) else { throw unsafe home.refusedLateCall() }
  }

  mutating func encodeNil(forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encodeNil(forKey: key) }
  }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    unsafe try home.check(Value.self)
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encode(value, forKey: key) }
  }

  mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    unsafe try home.check(Value.self)
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encodeIfPresent(value, forKey: key) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let key = ScriptKey(stringValue: key.stringValue)
    return unsafe home.container(keyedBy: keyType) { script in
      unsafe try add {
        try script.make(in: $0.nestedContainer(keyedBy: ScriptKey.self, forKey: key))
      }
    } bytes: { script in
      unsafe try add {
        try script.make(in: $0.nestedContainer(keyedBy: keyType, forKey: key))
      }
    }
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let key = ScriptKey(stringValue: key.stringValue)
    let script = CallScript<any UnkeyedEncodingContainer>()
    do {
      let home = unsafe try home.inner()
      unsafe try add { try script.make(in: $0.nestedUnkeyedContainer(forKey: key)) }
      return unsafe ScriptedUnkeyedEncoding(home: home, script: script)
    } catch {
      return unsafe home.encoder.strayUnkeyedContainer()
    }
  }

  mutating func superEncoder() -> any Encoder {
    unsafe superEncoder { script in
      unsafe try add { try script.make(in: $0.superEncoder()) }
    }
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    let key = ScriptKey(stringValue: key.stringValue)
    return unsafe superEncoder { script in
      unsafe try add { try script.make(in: $0.superEncoder(forKey: key)) }
    }
  }

  private func superEncoder(_ add: (CallScript<any Encoder>) throws -> Void) -> any Encoder {
    let script = CallScript<any Encoder>()
    do {
      let home = unsafe try home.inner()
      try add(script)
      return unsafe ScriptedSuperEncoder(home: home, script: script)
    } catch {
      return unsafe home.encoder.strayEncoder()
    }
  }
}
