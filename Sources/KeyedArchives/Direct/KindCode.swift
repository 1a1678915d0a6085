/// The codes of ``ArchiveKind`` as the bytes that they are: hot paths compare nothing else.
enum KindCode {
  @inline(__always) static var undetermined: UInt8 { 0x00 }
  @inline(__always) static var any: UInt8 { 0x01 }
  @inline(__always) static var null: UInt8 { 0x02 }
  @inline(__always) static var bool: UInt8 { 0x03 }
  @inline(__always) static var `true`: UInt8 { 0x04 }
  @inline(__always) static var int: UInt8 { 0x05 }
  @inline(__always) static var uint: UInt8 { 0x06 }
  @inline(__always) static var int8: UInt8 { 0x07 }
  @inline(__always) static var uint8: UInt8 { 0x08 }
  @inline(__always) static var int128: UInt8 { 0x09 }
  @inline(__always) static var uint128: UInt8 { 0x0A }
  @inline(__always) static var float32: UInt8 { 0x0B }
  @inline(__always) static var float64: UInt8 { 0x0C }
  @inline(__always) static var decimal: UInt8 { 0x0D }
  @inline(__always) static var string: UInt8 { 0x0F }
  @inline(__always) static var data: UInt8 { 0x10 }
  @inline(__always) static var date: UInt8 { 0x11 }
  @inline(__always) static var uuid: UInt8 { 0x12 }
  @inline(__always) static var url: UInt8 { 0x13 }
  @inline(__always) static var record: UInt8 { 0x14 }
  @inline(__always) static var recordOfShape: UInt8 { 0x15 }
  @inline(__always) static var array: UInt8 { 0x16 }
  @inline(__always) static var set: UInt8 { 0x17 }
  @inline(__always) static var map: UInt8 { 0x18 }
  @inline(__always) static var object: UInt8 { 0x19 }
  @inline(__always) static var typed: UInt8 { 0x1A }
  @inline(__always) static var strongBackReference: UInt8 { 0x1B }
  @inline(__always) static var conditionalReference: UInt8 { 0x1C }
  @inline(__always) static var extended: UInt8 { 0x1D }
  @inline(__always) static var nullable: UInt8 { 0x1F }

  /// Whether a tag is that of an object, of an edge, or of what stands around another value.
  static func isLabel(_ tag: UInt8) -> Bool { (object...extended).contains(tag) }

  /// True if a tag is that of an object or an edge which is never null.
  static func isPresent(_ tag: UInt8) -> Bool { tag == object || tag == strongBackReference }

  /// True if a tag is that of a leaf, or none at all.
  @inline(__always)
  static func isLeaf(_ tag: UInt8) -> Bool {
    tag <= url || tag >= smallIntTag && tag < shortRecordTag
  }

  /// True for the kinds of leaves, without *undetermined*, *any* and *null*.
  static func isValueOfLeaf(_ kind: UInt8) -> Bool {
    isLeaf(kind) && kind != undetermined && kind != any && kind != null
  }

  /// The tags of the int 0 and of the empty string; those of the next ints and of longer strings follow them.
  @inline(__always) static var smallIntTag: UInt8 { 0x40 }
  @inline(__always) static var shortStringTag: UInt8 { 0x80 }
  /// The tag of a record of shape 0; those of the next shapes follow it.
  @inline(__always) static var shortRecordTag: UInt8 { 0xC0 }
  /// Shapes, ints and byte counts of strings from here on have no tag of their own.
  @inline(__always) static var shortFormLimit: Int { 64 }
}
