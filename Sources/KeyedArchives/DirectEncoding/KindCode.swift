/// The codes of ``ArchiveKind`` that the direct encoder writes, as constants: the raw value of an
/// enumeration of another module would be a call for every leaf.
enum KindCode {
  static var bool: UInt8 { 0x03 }
  static var int: UInt8 { 0x05 }
  static var uint: UInt8 { 0x06 }
  static var int8: UInt8 { 0x07 }
  static var uint8: UInt8 { 0x08 }
  static var int128: UInt8 { 0x09 }
  static var uint128: UInt8 { 0x0A }
  static var float32: UInt8 { 0x0B }
  static var float64: UInt8 { 0x0C }
  static var decimal: UInt8 { 0x0D }
  static var string: UInt8 { 0x0F }
  static var data: UInt8 { 0x10 }
  static var date: UInt8 { 0x11 }
  static var uuid: UInt8 { 0x12 }
  static var url: UInt8 { 0x13 }
  static var anyRecord: UInt8 { 0x14 }
  static var record: UInt8 { 0x15 }
  static var array: UInt8 { 0x16 }
  static var set: UInt8 { 0x17 }
  static var map: UInt8 { 0x18 }
  static var object: UInt8 { 0x19 }
}
