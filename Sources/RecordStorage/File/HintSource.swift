internal import ArchiveCompression
internal import ArchiveFormat
internal import RecordLog

/// Takes the bytes of a file in from its beginning, in windows, up to the checksum at its end.
struct HintSource {
  private static let windowByteCount = 1 << 18
  private static let checksumByteCount = 4

  private let file: any LogFile
  private let end: Int
  private var window: [UInt8] = []
  /// The first byte of the window that was not taken.
  private var position = 0
  private var windowEnd = 0
  private var checksum: UInt32 = 0

  /// - Throws: ``LogError``.
  init(_ file: any LogFile) throws(LogError) {
    self.file = file
    end = max(0, try file.byteCount() - Self.checksumByteCount)
  }

  /// Bytes in front of the checksum that were not taken yet.
  var remaining: Int { end - windowEnd + window.count - position }

  /// The next bytes; nil if there are not as many.
  ///
  /// - Throws: ``LogError``.
  mutating func take(_ byteCount: Int) throws(LogError) -> ByteCursor? {
    guard 0...remaining ~= byteCount else { return nil }
    if window.count - position < byteCount {
      let limit = min(end, windowEnd + max(byteCount, Self.windowByteCount))
      let bytes = try file.read(windowEnd..<limit)
      guard bytes.count == limit - windowEnd else { return nil }
      checksum = Checksum.crc32(checksum, bytes[...])
      window = window[position...] + bytes
      (position, windowEnd) = (0, limit)
    }
    position += byteCount
    return ByteCursor(window, from: position - byteCount, to: position)
  }

  /// Whether all was taken, and has the checksum that stands behind it.
  ///
  /// - Throws: ``LogError``.
  func isWhole() throws(LogError) -> Bool {
    guard remaining == 0 else { return false }
    var cursor = ByteCursor(try file.read(end..<end + Self.checksumByteCount))
    return (try? cursor.fixed(UInt32.self)) == checksum
  }
}
