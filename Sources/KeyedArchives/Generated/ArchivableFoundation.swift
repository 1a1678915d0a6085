#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Date: ArchivableLeaf {
  /// Seconds since 2001 began, in eight bytes.
  public static var leafKind: ArchiveLeafKind { .date }

  /// Writes the seconds.
  @inlinable
  @inline(__always)
  public func writePayload(to writer: inout ArchiveWriter) {
    writer.putRaw(timeIntervalSinceReferenceDate)
  }

  /// Reads the seconds.
  @inlinable
  @inline(__always)
  public static func readPayload(from reader: inout ArchiveReader) throws -> Date {
    Date(timeIntervalSinceReferenceDate: try reader.takeRaw(Double.self))
  }

  /// Eight bytes for each.
  @inlinable
  public static func minimalByteCount(ofRow count: Int) -> Int {
    Double.minimalByteCount(ofRow: count)
  }
}

extension UUID: ArchivableLeaf {
  /// Sixteen bytes.
  public static var leafKind: ArchiveLeafKind { .uuid }

  /// Writes the bytes.
  @inlinable
  @inline(__always)
  public func writePayload(to writer: inout ArchiveWriter) { writer.putRaw(uuid) }

  /// Reads the bytes.
  @inlinable
  @inline(__always)
  public static func readPayload(from reader: inout ArchiveReader) throws -> UUID {
    UUID(uuid: try reader.takeRaw(uuid_t.self))
  }

  /// Sixteen bytes for each.
  @inlinable
  public static func minimalByteCount(ofRow count: Int) -> Int {
    UInt128.minimalByteCount(ofRow: count)
  }
}

extension Data: ArchivableLeaf {
  /// Bytes, with their count.
  public static var leafKind: ArchiveLeafKind { .data }

  /// Writes byte count and bytes.
  @inlinable
  public func writePayload(to writer: inout ArchiveWriter) {
    unsafe withUnsafeBytes { bytes in
      writer.putVarint(UInt64(truncatingIfNeeded: bytes.count))
      if let start = bytes.baseAddress { unsafe writer.putBytes(start, bytes.count) }
    }
  }

  /// Reads byte count and bytes.
  @inlinable
  public static func readPayload(from reader: inout ArchiveReader) throws -> Data {
    unsafe Data(try reader.takeBytes())
  }
}
