internal import Synchronization

/// Finds out whether a type's `encode(to:)` and `init(from:)` are those that its `CodingKeys` belong to, and not those of a protocol's extension.
///
/// The `CodingKeys` that the compiler or the macro makes are private to the type. So a coder that is asked for a container with these keys is asked by
/// coding of the type's own: by the compiler's, where the type has none in its declaration. `encode(to:)` and `init(from:)` are called once more for
/// that, once for each type of the process, and end at their first container.
enum OwnCoding {
  private static let encoding = Mutex<[ObjectIdentifier: Bool]>([:])
  private static let decoding = Mutex<[ObjectIdentifier: Bool]>([:])
  private static let knownLimit = 16_384

  /// Returns whether a value is encoded with the keys.
  static func encodes<Value: Encodable>(
    _ value: Value, _ keys: any CodingKey.Type, _ userInfo: [CodingUserInfoKey: Any]
  ) -> Bool {
    found(Value.self, encoding) {
      let found = FirstContainer()
      try? value.encode(to: FirstContainerEncoder(found: found, userInfo: userInfo))
      return found.keys == ObjectIdentifier(keys)
    }
  }

  /// Returns whether values of a type are decoded with the keys.
  static func decodes<Value: Decodable>(
    _ type: Value.Type, _ keys: any CodingKey.Type, _ userInfo: [CodingUserInfoKey: Any]
  ) -> Bool {
    found(type, decoding) {
      let found = FirstContainer()
      _ = try? Value(from: FirstContainerDecoder(found: found, userInfo: userInfo))
      return found.keys == ObjectIdentifier(keys)
    }
  }

  /// Returns whether values of a type are encoded with their own keys; nil if that was not found out yet.
  static func isKnownToEncode(_ type: any Any.Type) -> Bool? {
    encoding.withLock { $0[ObjectIdentifier(type)] }
  }

  private static func found(
    _ type: any Any.Type, _ known: borrowing Mutex<[ObjectIdentifier: Bool]>, _ find: () -> Bool
  ) -> Bool {
    let id = ObjectIdentifier(type)
    if let known = known.withLock({ $0[id] }) { return known }
    let found = find()
    known.withLock { if $0.count < knownLimit { $0[id] = found } }
    return found
  }
}

/// The keys of the first container that a coder was asked for; nil if that container has none.
private final class FirstContainer {
  private(set) var keys: ObjectIdentifier?
  private var isAsked = false

  func ask(_ type: (any CodingKey.Type)?) {
    if !isAsked { keys = type.map { ObjectIdentifier($0) } }
    isAsked = true
  }
}

/// Ends the coding that asked for the container.
private struct FirstContainerFound: Error {}

private struct FirstContainerDecoder: Decoder {
  let found: FirstContainer
  let userInfo: [CodingUserInfoKey: Any]

  var codingPath: [any CodingKey] { [] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    found.ask(type)
    throw FirstContainerFound()
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    found.ask(nil)
    throw FirstContainerFound()
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    found.ask(nil)
    throw FirstContainerFound()
  }
}

private struct FirstContainerEncoder: Encoder, SingleValueEncodingContainer,
  UnkeyedEncodingContainer
{
  let found: FirstContainer
  let userInfo: [CodingUserInfoKey: Any]

  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    found.ask(type)
    return KeyedEncodingContainer(Keyed(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    found.ask(nil)
    return self
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    found.ask(nil)
    return self
  }

  func encodeNil() throws { throw FirstContainerFound() }
  func encode<Value: Encodable>(_ value: Value) throws { throw FirstContainerFound() }
  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    container(keyedBy: type)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func superEncoder() -> any Encoder { self }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: FirstContainerEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws { throw FirstContainerFound() }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      throw FirstContainerFound()
    }
    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> { encoder.container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder }
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder }
  }
}
