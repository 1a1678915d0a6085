/// Encodes a record property by property, each of which goes to a sink.
struct PropertyEncoder: Encoder {
  /// Takes a property. It is asked with the type that the property was declared with.
  final class Sink {
    /// What is wrong with a property that is no value under a key.
    struct Misplaced: Error {
      let key: String?
      let reason: String
    }

    private let taker: (_ key: String, _ type: any Any.Type, _ value: Any?) throws -> Void
    /// The first thing that went wrong, also where whoever encodes caught it.
    private(set) var failure: (any Error)?

    init(_ taker: @escaping (_ key: String, _ type: any Any.Type, _ value: Any?) throws -> Void) {
      self.taker = taker
    }

    func take(_ key: String, _ type: any Any.Type, _ value: Any?) throws {
      do {
        try taker(key, type, value)
      } catch {
        failure = failure ?? error
        throw error
      }
    }

    func fail(_ key: String?, _ reason: String) {
      failure = failure ?? Misplaced(key: key, reason: reason)
    }
  }

  let sink: Sink
  let userInfo: [CodingUserInfoKey: Any]
  var codingPath: [any CodingKey] { [] }

  /// Encodes a value.
  ///
  /// - Throws: What the sink throws, what the type throws, and ``Sink/Misplaced``.
  static func encode(
    _ value: some Encodable, userInfo: [CodingUserInfoKey: Any] = [:],
    _ take: @escaping (_ key: String, _ type: any Any.Type, _ value: Any?) throws -> Void
  ) throws {
    let sink = Sink(take)
    try value.encode(to: PropertyEncoder(sink: sink, userInfo: userInfo))
    if let failure = sink.failure { throw failure }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(PropertyContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    sink.fail(nil, "it is written as an array")
    return DiscardingContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    sink.fail(nil, "it is written as a single value")
    return DiscardingContainer(encoder: self)
  }
}

private struct PropertyContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: PropertyEncoder
  var codingPath: [any CodingKey] { [] }

  // Says that nothing is there, of whatever type.
  func encodeNil(forKey key: Key) throws { try encoder.sink.take(key.stringValue, Never.self, nil) }

  // The standard library's own refuse these two types.
  func encode(_ value: Int128, forKey key: Key) throws { try property(value, key) }
  func encode(_ value: UInt128, forKey key: Key) throws { try property(value, key) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try property(value, key)
  }

  private func property<Value: Encodable>(_ value: Value, _ key: Key) throws {
    if let optional = value as? any OptionalValue {
      try encoder.sink.take(key.stringValue, type(of: optional).wrappedType, optional.wrapped)
    } else {
      try encoder.sink.take(key.stringValue, Value.self, value)
    }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.sink.fail(key.stringValue, "is written through a container of its own")
    return KeyedEncodingContainer(PropertyContainer<NestedKey>(encoder: encoder))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.sink.fail(key.stringValue, "is written through a container of its own")
    return DiscardingContainer(encoder: encoder)
  }

  func superEncoder() -> any Encoder {
    encoder.sink.fail(nil, "it has a superclass")
    return encoder
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    encoder.sink.fail(key.stringValue, "is written through an encoder of its own")
    return encoder
  }
}

/// Takes what has no place in a record: that it was asked for is an error already.
private struct DiscardingContainer: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  let encoder: PropertyEncoder
  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  func encodeNil() {}
  func encode<Value: Encodable>(_ value: Value) {}

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(PropertyContainer<NestedKey>(encoder: encoder))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func superEncoder() -> any Encoder { encoder }
}
