/// The calls for leaves, which need no look at their type.
extension ScriptedMapEncoding {
  mutating func encode(_ value: Bool, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encode(value, forKey: key) }
  }
  mutating func encode(_ value: String, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encode(value, forKey: key) }
  }
  mutating func encode(_ value: Double, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encode(value, forKey: key) }
  }
  mutating func encode(_ value: Float, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encode(value, forKey: key) }
  }
  mutating func encode(_ value: Int, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encode(value, forKey: key) }
  }
  mutating func encode(_ value: Int8, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encode(value, forKey: key) }
  }
  mutating func encode(_ value: Int16, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encode(value, forKey: key) }
  }
  mutating func encode(_ value: Int32, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encode(value, forKey: key) }
  }
  mutating func encode(_ value: Int64, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encode(value, forKey: key) }
  }
  mutating func encode(_ value: Int128, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encode(value, forKey: key) }
  }
  mutating func encode(_ value: UInt, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encode(value, forKey: key) }
  }
  mutating func encode(_ value: UInt8, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encode(value, forKey: key) }
  }
  mutating func encode(_ value: UInt16, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encode(value, forKey: key) }
  }
  mutating func encode(_ value: UInt32, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encode(value, forKey: key) }
  }
  mutating func encode(_ value: UInt64, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encode(value, forKey: key) }
  }
  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encode(value, forKey: key) }
  }

  // The protocol has a method of its own for each, which takes absent ones for no call.

  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encodeIfPresent(value, forKey: key) }
  }
  mutating func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    let key = ScriptKey(stringValue: key.stringValue)
    unsafe try add { try $0.encodeIfPresent(value, forKey: key) }
  }
}
