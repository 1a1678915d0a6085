/// Hands out the values of a log. Notes the keys of the first container, which is all that happens if the log is empty.
struct ReplayingDecoder: Decoder {
  private let log: CodingLog
  let userInfo: [CodingUserInfoKey: Any]

  init(_ log: CodingLog, _ userInfo: [CodingUserInfoKey: Any]) {
    self.log = log
    self.userInfo = userInfo
  }

  var codingPath: [any CodingKey] { [] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    log.ask(type)
    if log.entries.isEmpty { throw NotReplayed() }
    return KeyedDecodingContainer(ReplayingKeyed(log: log, userInfo: userInfo))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    log.ask(nil)
    throw NotReplayed()
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    log.ask(nil)
    if log.entries.isEmpty { throw NotReplayed() }
    return ReplayingSingle(log: log)
  }
}

/// Ends a decoding that asks for what is not there.
private struct NotReplayed: Error {}

extension CodingLog.Entry {
  /// The value, of the type that was noted and no other.
  fileprivate func value<Value>(of type: Value.Type) throws -> Value {
    guard nested == nil, self.type == type, let value = value as? Value else {
      throw NotReplayed()
    }
    return value
  }
}

private struct ReplayingKeyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let log: CodingLog
  let userInfo: [CodingUserInfoKey: Any]

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] {
    log.noteOtherKeys()
    return log.entries.compactMap { Key(stringValue: $0.key) }
  }

  /// The entry of a key that has a value.
  private func find(_ key: String) -> CodingLog.Entry? {
    guard let entry = log.entries.first(where: { $0.key.hasSameBytes(as: key) }) else {
      log.noteOtherKeys()
      return nil
    }
    return entry.value != nil || entry.nested != nil ? entry : nil
  }

  private func entry(_ key: String) throws -> CodingLog.Entry {
    guard let entry = find(key) else { throw NotReplayed() }
    return entry
  }

  func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try entry(key.stringValue).value == nil }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try entry(key.stringValue).value(of: type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try find(key.stringValue)?.value(of: type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try nested(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw NotReplayed()
  }

  func superDecoder() throws -> any Decoder { try nested("super") }

  func superDecoder(forKey key: Key) throws -> any Decoder { throw NotReplayed() }

  private func nested(_ key: String) throws -> ReplayingDecoder {
    guard let nested = try entry(key).nested else { throw NotReplayed() }
    return ReplayingDecoder(nested, userInfo)
  }
}

private struct ReplayingSingle: SingleValueDecodingContainer {
  let log: CodingLog

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let entry = log.singleValue ?? log.entries.first else { throw NotReplayed() }
    return try entry.value(of: type)
  }
}
