/// A keyed container whose calls are made later (``CallScript``).
///
/// Everything here is inlined into the containers, which know the type of the keys that are kept: finding it out takes longer than the call.
protocol ScriptedKeyedEncoding: KeyedEncodingContainerProtocol {
  associatedtype KeptKey: CodingKey
  var script: CallScript<KeyedEncodingContainer<KeptKey>> { get }
  /// A key as it is kept until the call is made.
  func kept(_ key: Key) -> KeptKey
  /// Adds the call for a leaf.
  func add(_ leaf: ScriptedLeaf, _ key: Key) throws
  func addOptional(_ leaf: ScriptedLeaf, _ key: Key) throws
  /// Adds the call for a keyed container inside whose keys are text.
  func add(_ inner: CallScript<KeyedEncodingContainer<ScriptKey>>, _ key: Key) throws
}

/// One whose keys are text, which is looked at when a key is given.
struct ScriptedTextEncoding<Key: CodingKey>: ScriptedKeyedEncoding {
  let script: CallScript<KeyedEncodingContainer<ScriptKey>>

  @inline(__always)
  func kept(_ key: Key) -> ScriptKey { ScriptKey(stringValue: key.stringValue) }

  @inline(__always)
  func add(_ leaf: ScriptedLeaf, _ key: Key) throws { try script.add(.leaf(leaf, kept(key))) }

  @inline(__always)
  func addOptional(_ leaf: ScriptedLeaf, _ key: Key) throws {
    try script.add(.optional(leaf, kept(key)))
  }

  @inline(__always)
  func add(_ inner: CallScript<KeyedEncodingContainer<ScriptKey>>, _ key: Key) throws {
    try script.add(.container(inner, kept(key)))
  }
}

/// One whose keys are bytes.
struct ScriptedByteEncoding<Key: CodingKey>: ScriptedKeyedEncoding {
  let script: CallScript<KeyedEncodingContainer<Key>>

  @inline(__always)
  func kept(_ key: Key) -> Key { key }

  @inline(__always)
  func add(_ leaf: ScriptedLeaf, _ key: Key) throws {
    try script.add(.other { try $0.encode(leaf, forKey: key) })
  }

  @inline(__always)
  func addOptional(_ leaf: ScriptedLeaf, _ key: Key) throws {
    try script.add(.other { try $0.encodeIfPresent(leaf, forKey: key) })
  }

  func add(_ inner: CallScript<KeyedEncodingContainer<ScriptKey>>, _ key: Key) throws {
    try script.add(
      .other { try inner.make(in: $0.nestedContainer(keyedBy: ScriptKey.self, forKey: key)) })
  }
}

extension ScriptedKeyedEncoding {
  var codingPath: [any CodingKey] { script.encoder.unknownPath() }

  @inline(__always)
  mutating func encodeNil(forKey key: Key) throws {
    let key = kept(key)
    try script.add(.other { try $0.encodeNil(forKey: key) })
  }

  @inline(__always)
  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try unsafe script.home.check(Value.self)
    let key = kept(key)
    try script.add(.other { try $0.encode(value, forKey: key) })
  }

  @inline(__always)
  mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try unsafe script.home.check(Value.self)
    let key = kept(key)
    try script.add(.other { try $0.encodeIfPresent(value, forKey: key) })
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let container = self
    return unsafe script.home.container(keyedBy: keyType) { inner in
      try container.add(inner, key)
    } bytes: { inner in
      let key = container.kept(key)
      try container.script.add(
        .other { try inner.make(in: $0.nestedContainer(keyedBy: keyType, forKey: key)) })
    }
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let (key, script) = (kept(key), script)
    return unsafe script.home.unkeyedContainer { inner in
      try script.add(.other { try inner.make(in: $0.nestedUnkeyedContainer(forKey: key)) })
    }
  }

  mutating func superEncoder() -> any Encoder {
    let script = script
    return unsafe script.home.superEncoder { inner in
      try script.add(.other { try inner.make(in: $0.superEncoder()) })
    }
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    let (key, script) = (kept(key), script)
    return unsafe script.home.superEncoder { inner in
      try script.add(.other { try inner.make(in: $0.superEncoder(forKey: key)) })
    }
  }
}
