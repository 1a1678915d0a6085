internal import ArchiveCompression
internal import ArchiveFormat

/// Reads a whole input window by window, once the first bytes are those of its kind.
///
/// A device without an end, or a file larger than memory, fails after the first window or at the limit.
package struct WindowedInput {
  /// Bytes that decide whether the input is of its kind.
  package static var firstByteCount: Int { 64 << 10 }
  /// Bytes that are read at once.
  package static var windowByteCount: Int { 1 << 20 }

  let kind: InputKind
  let limits: ArchiveLimits
  let maximumByteCount: Int
  let advice: String

  /// - Parameters:
  ///   - kind: What the input has to be.
  ///   - limits: What reading the first bytes may cost.
  ///   - maximumByteCount: The most bytes that are held in memory.
  ///   - advice: What to do about an input that has more.
  package init(
    _ kind: InputKind, limits: ArchiveLimits, maximumByteCount: Int, advice: String
  ) {
    self.kind = kind
    self.limits = limits
    self.maximumByteCount = maximumByteCount
    self.advice = advice
  }

  /// All bytes of the input.
  ///
  /// - Parameters:
  ///   - byteCount: Asks how many bytes the file has now; nil for pipes and devices, which do not say.
  ///   - read: Reads a range; fewer bytes where the input ends, none behind the end.
  /// - Throws: What ``InputKind/check(_:_:)`` throws for the first bytes; ``ArchiveError/Code/limitExceeded`` for more than
  ///   `maximumByteCount` bytes; ``ArchiveError/Code/truncated`` for a file that shrinks meanwhile; what `byteCount` and
  ///   `read` throw.
  package func bytes(
    byteCount: () throws -> Int?, read: (Range<Int>) throws -> [UInt8]
  ) throws -> [UInt8] {
    let total = try byteCount()
    var bytes = try first(min(Self.firstByteCount, total ?? .max), read)
    try kind.check(bytes, limits)
    if let total {
      guard total <= maximumByteCount else { throw tooLarge(total.grouped) }
      bytes.reserveCapacity(total)
    }
    while total.map({ bytes.count < $0 }) ?? true {
      let end = bytes.count + Self.windowByteCount
      let more = try read(bytes.count..<min(end, total ?? end))
      if more.isEmpty { break }
      guard more.count <= maximumByteCount - bytes.count else { throw tooLarge("more") }
      bytes += more
    }
    // Files of /proc and /sys have fewer bytes than they say, or more, and stay as they are.
    if let total, bytes.count < total, let now = try byteCount(), now < total {
      throw ArchiveError(
        .truncated,
        "the file shrank from \(total.grouped) to \(now.grouped) bytes while it was read",
        byteOffset: bytes.count)
    }
    return bytes
  }

  /// The first window; a pipe may hand it out piece by piece.
  private func first(
    _ count: Int, _ read: (Range<Int>) throws -> [UInt8]
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = try read(bytes.count..<count)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  private func tooLarge(_ byteCount: String) -> ArchiveError {
    ArchiveError(
      .limitExceeded,
      "archivecat holds no more than \(maximumByteCount.grouped) bytes in memory, and this has \(byteCount); \(advice)"
    )
  }
}
