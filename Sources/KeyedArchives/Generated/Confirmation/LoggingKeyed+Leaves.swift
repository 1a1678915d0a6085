/// The calls for leaves. Without these, a default of the protocol would make a call that always has a value of each.
extension LoggingKeyed {
  func encodeIfPresent(_ value: Bool?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) { note(value, key) }
}
