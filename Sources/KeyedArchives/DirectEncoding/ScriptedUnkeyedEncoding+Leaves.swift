/// The calls for leaves, which need no look at their type.
extension ScriptedUnkeyedEncoding {
  mutating func encode(_ value: Bool) throws { unsafe try add { try $0.encode(value) } }
  mutating func encode(_ value: String) throws { unsafe try add { try $0.encode(value) } }
  mutating func encode(_ value: Double) throws { unsafe try add { try $0.encode(value) } }
  mutating func encode(_ value: Float) throws { unsafe try add { try $0.encode(value) } }
  mutating func encode(_ value: Int) throws { unsafe try add { try $0.encode(value) } }
  mutating func encode(_ value: Int8) throws { unsafe try add { try $0.encode(value) } }
  mutating func encode(_ value: Int16) throws { unsafe try add { try $0.encode(value) } }
  mutating func encode(_ value: Int32) throws { unsafe try add { try $0.encode(value) } }
  mutating func encode(_ value: Int64) throws { unsafe try add { try $0.encode(value) } }
  mutating func encode(_ value: Int128) throws { unsafe try add { try $0.encode(value) } }
  mutating func encode(_ value: UInt) throws { unsafe try add { try $0.encode(value) } }
  mutating func encode(_ value: UInt8) throws { unsafe try add { try $0.encode(value) } }
  mutating func encode(_ value: UInt16) throws { unsafe try add { try $0.encode(value) } }
  mutating func encode(_ value: UInt32) throws { unsafe try add { try $0.encode(value) } }
  mutating func encode(_ value: UInt64) throws { unsafe try add { try $0.encode(value) } }
  mutating func encode(_ value: UInt128) throws { unsafe try add { try $0.encode(value) } }
}
