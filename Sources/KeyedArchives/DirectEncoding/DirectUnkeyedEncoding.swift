/// The container of an array while it is encoded directly.
@unsafe
struct DirectUnkeyedEncoding: UnkeyedEncodingContainer {
  let handle: RowHandle

  var encoder: DirectEncoder { unsafe handle.encoder }
  var codingPath: [any CodingKey] { unsafe encoder.unknownPath() }
  var count: Int { unsafe handle.count }

  mutating func encodeNil() throws { unsafe try encoder.encodeNil(in: handle.next()) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    unsafe try encoder.encode(value, in: handle.next())
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    do {
      return unsafe encoder.openNested(keyType, try encoder.beginContainer(handle.next()))
    } catch {
      return unsafe encoder.strayContainer(keyType)
    }
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    do {
      return unsafe encoder.openNestedElements(try encoder.beginContainer(handle.next()))
    } catch {
      return unsafe encoder.strayUnkeyedContainer()
    }
  }

  mutating func superEncoder() -> any Encoder {
    do {
      return unsafe try encoder.superEncoder(encoder.beginContainer(handle.next()))
    } catch {
      return unsafe encoder.strayEncoder()
    }
  }
}
