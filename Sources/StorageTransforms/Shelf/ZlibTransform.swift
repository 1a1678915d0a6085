internal import ArchiveCompression
internal import ArchiveFormat
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Bytes as a zlib stream (RFC 1950), which other tools read too.
///
/// What is inflated is bounded in size and in ratio, so that a few bytes from elsewhere do not fill the memory.
public struct ZlibTransform: ContextFreeTransform {
  /// 0 to 9, from fast to small; −1 is zlib's own choice, 6.
  public var level: Int
  /// Bounds of what is inflated: ``ArchiveLimits/maximumInflatedByteCount`` and
  /// ``ArchiveLimits/maximumInflationRatio``.
  public var limits: ArchiveLimits

  /// A transform.
  public init(level: Int = 6, limits: ArchiveLimits = .untrusted) {
    self.level = level
    self.limits = limits
  }

  /// “zlib”.
  public var form: TransformForm { TransformForm("zlib") }

  /// The stream of bytes. Those that are so much alike that ``restore(_:)`` would take the stream for a bomb are stored
  /// in one that is not compressed.
  ///
  /// - Throws: ``TransformError/Code/notStorable`` if zlib does not know the level, and for more bytes than the limits
  ///   let through.
  public func store(_ value: Data) throws -> Data {
    guard value.count <= limits.maximumInflatedByteCount else {
      throw TransformError(
        .notStorable,
        "\(value.count) bytes are more than the limits let through when they are restored")
    }
    do {
      let packed = try Zlib.deflated(ArraySlice(value), level: level)
      let isRestored = value.count <= Zlib.maximumByteCount(inflatedFrom: packed.count, limits)
      return try Data(isRestored ? packed : Zlib.deflated(ArraySlice(value), level: 0))
    } catch {
      throw TransformError(error, .notStorable)
    }
  }

  /// - Throws: ``TransformError/Code/unreadable`` for what is no complete zlib stream, and
  ///   ``TransformError/Code/limitExceeded`` for one that becomes too large.
  public func restore(_ stored: Data) throws -> Data {
    do {
      return try Data(Zlib.inflated(ArraySlice(stored), limits: limits))
    } catch {
      throw TransformError(error, .unreadable)
    }
  }
}
