/// Integers of over 8 and up to 64 bits, whose payload is a varint.
public protocol ArchivableVarint: ArchivableLeaf, FixedWidthInteger {}

extension ArchivableVarint {
  /// Signed or unsigned, of any width.
  public static var leafKind: ArchiveLeafKind { isSigned ? .int : .uint }

  /// The integer as its varint counts it: with a sign, in zigzag order.
  @inlinable
  @inline(__always)
  var varint: UInt64 {
    if Self.isSigned {
      let value = Int64(truncatingIfNeeded: self)
      return UInt64(bitPattern: value << 1 ^ value >> 63)
    }
    return UInt64(truncatingIfNeeded: self)
  }

  /// Writes the varint.
  @inlinable
  @inline(__always)
  public func writePayload(to writer: inout ArchiveWriter) { writer.putVarint(varint) }

  /// Writes the varints, with one look at the room for many.
  @inlinable
  public static func writePayloads(_ row: ArchiveRow<Self>, to writer: inout ArchiveWriter) {
    var local = writer
    var index = 0
    while index < row.count {
      let end = Swift.min(index &+ 512, row.count)
      local.reserve((end &- index) &* 9)
      var position = unsafe local.position
      while index < end {
        unsafe position = unsafe ArchiveWriter.store(varint: row.base[index].varint, at: position)
        index &+= 1
      }
      unsafe local.position = unsafe position
    }
    local.reserve(0)
    writer = local
  }
}

extension Int: ArchivableVarint {}
extension Int16: ArchivableVarint {}
extension Int32: ArchivableVarint {}
extension Int64: ArchivableVarint {}
extension UInt: ArchivableVarint {}
extension UInt16: ArchivableVarint {}
extension UInt32: ArchivableVarint {}
extension UInt64: ArchivableVarint {}
