internal import ArchiveCompression
internal import ArchiveFormat
internal import RecordLog

/// Writes a file from its beginning, in windows, and a checksum at its end.
struct HintSink {
  private static let windowByteCount = 1 << 20

  private let file: any LogFile
  private var byteOffset = 0
  private var checksum: UInt32 = 0
  /// What was not written yet.
  private var window = ByteSink()

  init(_ file: any LogFile) { self.file = file }

  /// Calls a function with what takes the next bytes.
  ///
  /// - Throws: ``LogError``.
  mutating func append(_ body: (inout ByteSink) -> Void) throws(LogError) {
    body(&window)
    if window.count >= Self.windowByteCount { try flush() }
  }

  private mutating func flush() throws(LogError) {
    checksum = Checksum.crc32(checksum, window.bytes[...])
    try file.write(window.bytes, at: byteOffset)
    byteOffset += window.count
    window.bytes.removeAll(keepingCapacity: true)
  }

  /// Writes what is left, and the checksum of all.
  ///
  /// - Throws: ``LogError``.
  mutating func finish() throws(LogError) {
    try flush()
    window.fixed(checksum)
    try file.write(window.bytes, at: byteOffset)
  }
}
