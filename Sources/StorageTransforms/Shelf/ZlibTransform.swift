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

  /// - Throws: ``TransformError/Code/notStorable`` if zlib does not know the level.
  public func store(_ value: Data) throws -> Data {
    do {
      return try Data(Zlib.deflated(ArraySlice(value), level: level))
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
