/// Notes the calls of a value's coding.
struct LoggingEncoder: Encoder {
  private let log: CodingLog
  let userInfo: [CodingUserInfoKey: Any]

  init(_ log: CodingLog, _ userInfo: [CodingUserInfoKey: Any]) {
    self.log = log
    self.userInfo = userInfo
  }

  var codingPath: [any CodingKey] { [] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    log.ask(type)
    return KeyedEncodingContainer(LoggingKeyed(log: log, userInfo: userInfo))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    log.ask(nil)
    log.noteOtherCall()
    return OtherCalls(log: log, userInfo: userInfo)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    log.askForSingleValue()
    return LoggingSingle(log: log)
  }
}

struct LoggingKeyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let log: CodingLog
  let userInfo: [CodingUserInfoKey: Any]

  var codingPath: [any CodingKey] { [] }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) {
    log.append(.init(key: key.stringValue, isOptional: false, type: Value.self, value: value))
  }

  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) { note(value, key) }

  func note<Value: Encodable>(_ value: Value?, _ key: Key) {
    log.append(
      .init(key: key.stringValue, isOptional: true, type: Value.self, value: value.map { $0 }))
  }

  func encodeNil(forKey key: Key) { log.noteOtherCall() }

  func encodeConditional<Value: AnyObject & Encodable>(_ value: Value, forKey key: Key) {
    log.noteOtherCall()
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    LoggingEncoder(nested(key.stringValue), userInfo).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    log.noteOtherCall()
    return OtherCalls(log: log, userInfo: userInfo)
  }

  func superEncoder() -> any Encoder { LoggingEncoder(nested("super"), userInfo) }

  func superEncoder(forKey key: Key) -> any Encoder {
    log.noteOtherCall()
    return LoggingEncoder(CodingLog(), userInfo)
  }

  private func nested(_ key: String) -> CodingLog {
    let nested = CodingLog()
    log.append(
      .init(key: key, isOptional: false, type: CodingLog.self, value: nil, nested: nested))
    return nested
  }
}

private struct LoggingSingle: SingleValueEncodingContainer {
  let log: CodingLog

  var codingPath: [any CodingKey] { [] }

  func encodeNil() { log.noteOtherCall() }

  func encode<Value: Encodable>(_ value: Value) {
    log.append(.init(key: "", isOptional: false, type: Value.self, value: value))
  }
}

/// Takes all values, and forgets them.
private struct OtherCalls: UnkeyedEncodingContainer {
  let log: CodingLog
  let userInfo: [CodingUserInfoKey: Any]

  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  func encodeNil() {}
  func encode<Value: Encodable>(_ value: Value) {}
  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    superEncoder().container(keyedBy: type)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func superEncoder() -> any Encoder { LoggingEncoder(CodingLog(), userInfo) }
}
