extension Bool: ArchivableLeaf {
  /// A state bit, a bit in rows, else a byte.
  public static var leafKind: ArchiveLeafKind { .bool }

  /// True.
  @inlinable
  public static var isStateBit: Bool { true }

  /// The bool.
  @inlinable
  public var stateBit: Bool { self }

  /// Writes a byte, 0 or 1.
  @inlinable
  @inline(__always)
  public func writePayload(to writer: inout ArchiveWriter) { writer.putRaw(self ? 1 as UInt8 : 0) }

  /// Writes the bits.
  public static func writePayloads(_ row: ArchiveRow<Bool>, to writer: inout ArchiveWriter) {
    unsafe writer.state.pointee.position = unsafe writer.position
    unsafe Bool.putRow(UnsafeRawPointer(row.base), row.count, writer.state)
    unsafe writer.take(ArchiveWriter.Room(writer.state))
  }
}

extension String: ArchivableLeaf {
  /// Well-formed UTF-8.
  public static var leafKind: ArchiveLeafKind { .string }

  /// Writes byte count and bytes. Strings of up to 15 bytes are copied whole (``SmallStringLayout``).
  @inlinable
  @inline(__always)
  public func writePayload(to writer: inout ArchiveWriter) {
    let (low, high) = unsafe unsafeBitCast(self, to: (UInt64, UInt64).self)
    if unsafe SmallStringLayout.isSmall(high) && writer.state.pointee.knowsSmallStrings {
      let count = SmallStringLayout.count(high)
      let place = unsafe writer.position
      unsafe place.storeBytes(of: UInt8(truncatingIfNeeded: count << 1 | 1), as: UInt8.self)
      unsafe (place + 1).storeBytes(of: low, as: UInt64.self)
      unsafe (place + 9).storeBytes(of: high, as: UInt64.self)
      unsafe writer.position = unsafe place + (1 &+ count)
      writer.reserve(0)
    } else {
      unsafe writer.take(ArchiveWriter.putLarge(self, writer.state, writer.position))
    }
  }
}

extension ArchiveWriter {
  /// Writes byte count and bytes of a string that is not small.
  @usableFromInline
  @inline(never)
  static func putLarge(
    _ text: String, _ state: UnsafeMutablePointer<EncoderState>,
    _ position: UnsafeMutableRawPointer
  ) -> Room {
    unsafe state.pointee.position = unsafe position
    unsafe text.put(state)
    return unsafe Room(state)
  }
}
