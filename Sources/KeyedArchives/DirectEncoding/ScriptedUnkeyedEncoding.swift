/// An unkeyed container whose calls are made later (``CallScript``).
@unsafe
struct ScriptedUnkeyedEncoding: UnkeyedEncodingContainer {
  let home: ScriptHome
  let script: CallScript<any UnkeyedEncodingContainer>

  var codingPath: [any CodingKey] { unsafe home.encoder.unknownPath() }
  var count: Int { unsafe script.count }

  func add(
    _ call: @escaping (inout any UnkeyedEncodingContainer) throws -> Void
  ) throws {
    guard unsafe script.add(call) else { throw unsafe home.refusedLateCall() }
  }

  mutating func encodeNil() throws { unsafe try add { try $0.encodeNil() } }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    unsafe try home.check(Value.self)
    unsafe try add { try $0.encode(value) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    unsafe home.container(keyedBy: keyType) { script in
      unsafe try add { try script.make(in: $0.nestedContainer(keyedBy: ScriptKey.self)) }
    } bytes: { script in
      unsafe try add { try script.make(in: $0.nestedContainer(keyedBy: keyType)) }
    }
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let script = CallScript<any UnkeyedEncodingContainer>()
    do {
      let home = unsafe try home.inner()
      unsafe try add { try script.make(in: $0.nestedUnkeyedContainer()) }
      return unsafe ScriptedUnkeyedEncoding(home: home, script: script)
    } catch {
      return unsafe home.encoder.strayUnkeyedContainer()
    }
  }

  mutating func superEncoder() -> any Encoder {
    let script = CallScript<any Encoder>()
    do {
      let home = unsafe try home.inner()
      unsafe try add { try script.make(in: $0.superEncoder()) }
      return unsafe ScriptedSuperEncoder(home: home, script: script)
    } catch {
      return unsafe home.encoder.strayEncoder()
    }
  }
}
