/// The calls for leaves.
extension DirectMapEncoding {
  mutating func encode(_ value: Bool, forKey key: Key) throws {
    unsafe try next(key).put(value, encoder)
  }
  mutating func encode(_ value: String, forKey key: Key) throws {
    unsafe try next(key).put(value, encoder)
  }
  mutating func encode(_ value: Double, forKey key: Key) throws {
    unsafe try next(key).put(value, encoder)
  }
  mutating func encode(_ value: Float, forKey key: Key) throws {
    unsafe try next(key).put(value, encoder)
  }
  mutating func encode(_ value: Int, forKey key: Key) throws {
    unsafe try next(key).put(signed: Int64(value), encoder)
  }
  mutating func encode(_ value: Int8, forKey key: Key) throws {
    unsafe try next(key).put(value, encoder)
  }
  mutating func encode(_ value: Int16, forKey key: Key) throws {
    unsafe try next(key).put(signed: Int64(value), encoder)
  }
  mutating func encode(_ value: Int32, forKey key: Key) throws {
    unsafe try next(key).put(signed: Int64(value), encoder)
  }
  mutating func encode(_ value: Int64, forKey key: Key) throws {
    unsafe try next(key).put(signed: value, encoder)
  }
  mutating func encode(_ value: Int128, forKey key: Key) throws {
    unsafe try next(key).put(value, encoder)
  }
  mutating func encode(_ value: UInt, forKey key: Key) throws {
    unsafe try next(key).put(unsigned: UInt64(value), encoder)
  }
  mutating func encode(_ value: UInt8, forKey key: Key) throws {
    unsafe try next(key).put(value, encoder)
  }
  mutating func encode(_ value: UInt16, forKey key: Key) throws {
    unsafe try next(key).put(unsigned: UInt64(value), encoder)
  }
  mutating func encode(_ value: UInt32, forKey key: Key) throws {
    unsafe try next(key).put(unsigned: UInt64(value), encoder)
  }
  mutating func encode(_ value: UInt64, forKey key: Key) throws {
    unsafe try next(key).put(unsigned: value, encoder)
  }
  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    unsafe try next(key).put(value, encoder)
  }
  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    if let value { unsafe try encode(value, forKey: key) } else { unsafe try skip() }
  }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    if let value { unsafe try encode(value, forKey: key) } else { unsafe try skip() }
  }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    if let value { unsafe try encode(value, forKey: key) } else { unsafe try skip() }
  }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    if let value { unsafe try encode(value, forKey: key) } else { unsafe try skip() }
  }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    if let value { unsafe try encode(value, forKey: key) } else { unsafe try skip() }
  }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    if let value { unsafe try encode(value, forKey: key) } else { unsafe try skip() }
  }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    if let value { unsafe try encode(value, forKey: key) } else { unsafe try skip() }
  }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    if let value { unsafe try encode(value, forKey: key) } else { unsafe try skip() }
  }
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    if let value { unsafe try encode(value, forKey: key) } else { unsafe try skip() }
  }
  mutating func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
    if let value { unsafe try encode(value, forKey: key) } else { unsafe try skip() }
  }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    if let value { unsafe try encode(value, forKey: key) } else { unsafe try skip() }
  }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    if let value { unsafe try encode(value, forKey: key) } else { unsafe try skip() }
  }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    if let value { unsafe try encode(value, forKey: key) } else { unsafe try skip() }
  }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    if let value { unsafe try encode(value, forKey: key) } else { unsafe try skip() }
  }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    if let value { unsafe try encode(value, forKey: key) } else { unsafe try skip() }
  }
  mutating func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    if let value { unsafe try encode(value, forKey: key) } else { unsafe try skip() }
  }
}
