/// An unkeyed container whose calls are made later (``CallScript``).
struct ScriptedUnkeyedEncoding: UnkeyedEncodingContainer {
  let script: CallScript<any UnkeyedEncodingContainer>

  var codingPath: [any CodingKey] { script.encoder.unknownPath() }
  var count: Int { script.count }

  /// Adds the call for a leaf.
  @inline(__always)
  func add(_ leaf: ScriptedLeaf) throws { try script.add(.leaf(leaf, .none)) }

  mutating func encodeNil() throws { try script.add(.other { try $0.encodeNil() }) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try unsafe script.home.check(Value.self)
    try script.add(.other { try $0.encode(value) })
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    unsafe script.home.container(keyedBy: keyType) { inner in
      try script.add(.container(inner, .none))
    } bytes: { inner in
      try script.add(.other { try inner.make(in: $0.nestedContainer(keyedBy: keyType)) })
    }
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    unsafe script.home.unkeyedContainer { inner in
      try script.add(.other { try inner.make(in: $0.nestedUnkeyedContainer()) })
    }
  }

  mutating func superEncoder() -> any Encoder {
    unsafe script.home.superEncoder { inner in
      try script.add(.other { try inner.make(in: $0.superEncoder()) })
    }
  }
}
