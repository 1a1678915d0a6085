internal import ArchiveCompression
internal import ArchiveFormat
internal import KeyedArchives
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

  /// The stream of bytes. Inside of an archive the readers' budget for that has to do for the bytes that are inflated, too.
  ///
  /// - Throws: As ``store(_:)``.
  public func store(_ value: Data, in context: TransformContext) throws -> Data {
    let stored = try store(value)
    context.surroundings.costs?.add { $0.add(byteCount: value.count) }
    return stored
  }

  /// The bytes of a stream, which inside of an archive are taken from the budget for that.
  ///
  /// - Throws: As ``restore(_:)``.
  public func restore(_ stored: Data, in context: TransformContext) throws -> Data {
    guard let budget = context.surroundings.budget else { return try restore(stored) }
    var transform = self
    transform.limits.budget = nil
    transform.limits.outer = budget.rest
    transform.limits = transform.limits.forInput(byteCount: stored.count)
    do {
      let value = try transform.restore(stored)
      budget.take(byteCount: value.count, visitCount: 0)
      return value
    } catch {
      // As much as a stream of so many bytes may have become, before the error was found.
      budget.take(
        byteCount: min(
          Self.maximumRatio * stored.count,
          Zlib.maximumByteCount(inflatedFrom: stored.count, transform.limits)), visitCount: 0)
      if (error as? TransformError)?.code == .limitExceeded {
        budget.note(ArchiveError(.limitExceeded, "\(error)"))
      }
      throw error
    }
  }

  /// Bytes that one byte of a deflated stream becomes at most (zlib, Technical Details: 1032:1).
  private static let maximumRatio = 1_032

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
