/// A leaf that is encoded later. It is nil where `encodeIfPresent` was given none.
enum ScriptedLeaf {
  case bool(Bool?)
  case string(String?)
  case double(Double?)
  case float(Float?)
  case int(Int?)
  case int8(Int8?)
  case int16(Int16?)
  case int32(Int32?)
  case int64(Int64?)
  case int128(Int128?)
  case uint(UInt?)
  case uint8(UInt8?)
  case uint16(UInt16?)
  case uint32(UInt32?)
  case uint64(UInt64?)
  case uint128(UInt128?)
}

extension KeyedEncodingContainer {
  mutating func encode(_ leaf: ScriptedLeaf, forKey key: Key) throws {
    switch leaf {
    case .bool(let value): if let value { try encode(value, forKey: key) }
    case .string(let value): if let value { try encode(value, forKey: key) }
    case .double(let value): if let value { try encode(value, forKey: key) }
    case .float(let value): if let value { try encode(value, forKey: key) }
    case .int(let value): if let value { try encode(value, forKey: key) }
    case .int8(let value): if let value { try encode(value, forKey: key) }
    case .int16(let value): if let value { try encode(value, forKey: key) }
    case .int32(let value): if let value { try encode(value, forKey: key) }
    case .int64(let value): if let value { try encode(value, forKey: key) }
    case .int128(let value): if let value { try encode(value, forKey: key) }
    case .uint(let value): if let value { try encode(value, forKey: key) }
    case .uint8(let value): if let value { try encode(value, forKey: key) }
    case .uint16(let value): if let value { try encode(value, forKey: key) }
    case .uint32(let value): if let value { try encode(value, forKey: key) }
    case .uint64(let value): if let value { try encode(value, forKey: key) }
    case .uint128(let value): if let value { try encode(value, forKey: key) }
    }
  }

  mutating func encodeIfPresent(_ leaf: ScriptedLeaf, forKey key: Key) throws {
    switch leaf {
    case .bool(let value): try encodeIfPresent(value, forKey: key)
    case .string(let value): try encodeIfPresent(value, forKey: key)
    case .double(let value): try encodeIfPresent(value, forKey: key)
    case .float(let value): try encodeIfPresent(value, forKey: key)
    case .int(let value): try encodeIfPresent(value, forKey: key)
    case .int8(let value): try encodeIfPresent(value, forKey: key)
    case .int16(let value): try encodeIfPresent(value, forKey: key)
    case .int32(let value): try encodeIfPresent(value, forKey: key)
    case .int64(let value): try encodeIfPresent(value, forKey: key)
    case .int128(let value): try encodeIfPresent(value, forKey: key)
    case .uint(let value): try encodeIfPresent(value, forKey: key)
    case .uint8(let value): try encodeIfPresent(value, forKey: key)
    case .uint16(let value): try encodeIfPresent(value, forKey: key)
    case .uint32(let value): try encodeIfPresent(value, forKey: key)
    case .uint64(let value): try encodeIfPresent(value, forKey: key)
    case .uint128(let value): try encodeIfPresent(value, forKey: key)
    }
  }
}

extension UnkeyedEncodingContainer {
  mutating func encode(_ leaf: ScriptedLeaf) throws {
    switch leaf {
    case .bool(let value): if let value { try encode(value) }
    case .string(let value): if let value { try encode(value) }
    case .double(let value): if let value { try encode(value) }
    case .float(let value): if let value { try encode(value) }
    case .int(let value): if let value { try encode(value) }
    case .int8(let value): if let value { try encode(value) }
    case .int16(let value): if let value { try encode(value) }
    case .int32(let value): if let value { try encode(value) }
    case .int64(let value): if let value { try encode(value) }
    case .int128(let value): if let value { try encode(value) }
    case .uint(let value): if let value { try encode(value) }
    case .uint8(let value): if let value { try encode(value) }
    case .uint16(let value): if let value { try encode(value) }
    case .uint32(let value): if let value { try encode(value) }
    case .uint64(let value): if let value { try encode(value) }
    case .uint128(let value): if let value { try encode(value) }
    }
  }
}
