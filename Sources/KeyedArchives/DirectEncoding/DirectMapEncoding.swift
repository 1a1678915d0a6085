/// The container of a map, whose keys are no enumeration's, while it is encoded directly.
@unsafe
struct DirectMapEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let handle: RowHandle

  var encoder: DirectEncoder { unsafe handle.encoder }
  var codingPath: [any CodingKey] { unsafe encoder.unknownPath() }

  /// Begins the next value.
  @inline(__always)
  func next(_ key: Key) throws -> UnsafeMutablePointer<ElementRow> {
    let row = unsafe try handle.next()
    unsafe try encoder.add(key.stringValue, to: row)
    return unsafe row
  }

  mutating func encodeNil(forKey key: Key) throws {
    unsafe try encoder.encodeNil(in: next(key))
  }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    unsafe try encoder.encode(value, in: next(key))
  }

  mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    if let value { unsafe try encode(value, forKey: key) } else { unsafe try skip() }
  }

  /// A key without a value: it is left out.
  func skip() throws { unsafe try encoder.noteAbsent(in: handle) }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    do {
      return unsafe encoder.openNested(keyType, try encoder.beginContainer(next(key)))
    } catch {
      return unsafe encoder.strayContainer(keyType)
    }
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    do {
      return unsafe encoder.openNestedElements(try encoder.beginContainer(next(key)))
    } catch {
      return unsafe encoder.strayUnkeyedContainer()
    }
  }

  mutating func superEncoder() -> any Encoder {
    do {
      return unsafe try encoder.superEncoder(encoder.beginContainer(encoder.nextSuper(handle)))
    } catch {
      return unsafe encoder.strayEncoder()
    }
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    do {
      return unsafe try encoder.superEncoder(encoder.beginContainer(next(key)))
    } catch {
      return unsafe encoder.strayEncoder()
    }
  }
}
