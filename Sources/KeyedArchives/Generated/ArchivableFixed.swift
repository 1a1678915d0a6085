/// Numbers whose payload is their own bytes.
public protocol ArchivableFixed: ArchivableLeaf, BitwiseCopyable {}

extension ArchivableFixed {
  /// Writes the bytes of the number.
  @inlinable
  @inline(__always)
  public func writePayload(to writer: inout ArchiveWriter) { writer.putRaw(self) }

  /// Copies the numbers.
  @inlinable
  @inline(__always)
  public static func writePayloads(_ row: ArchiveRow<Self>, to writer: inout ArchiveWriter) {
    unsafe writer.putBytes(row.base, row.count &* MemoryLayout<Self>.stride)
  }

  /// The payload is the memory of the number.
  public static func copiedByteCount(at place: ArchivePlace) -> Int { MemoryLayout<Self>.size }
}

extension UInt8: ArchivableFixed {
  /// Unsigned, in one byte.
  public static var leafKind: ArchiveLeafKind { .uint8 }
}

extension Int8: ArchivableFixed {
  /// Signed, in one byte.
  public static var leafKind: ArchiveLeafKind { .int8 }
}

extension Float: ArchivableFixed {
  /// IEEE 754, in four bytes.
  public static var leafKind: ArchiveLeafKind { .float32 }
}

extension Double: ArchivableFixed {
  /// IEEE 754, in eight bytes.
  public static var leafKind: ArchiveLeafKind { .float64 }
}

extension Int128: ArchivableFixed {
  /// Signed, in sixteen bytes.
  public static var leafKind: ArchiveLeafKind { .int128 }
}

extension UInt128: ArchivableFixed {
  /// Unsigned, in sixteen bytes.
  public static var leafKind: ArchiveLeafKind { .uint128 }
}
