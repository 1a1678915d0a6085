internal import RecordLog

/// Bytes in memory as a file of a record log, for reading only.
final class StoreBytes: LogFile {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func byteCount() throws(LogError) -> Int { bytes.count }

  func read(_ range: Range<Int>) throws(LogError) -> [UInt8] {
    Array(bytes[min(range.lowerBound, bytes.count)..<min(range.upperBound, bytes.count)])
  }

  func write(_: [UInt8], at _: Int) throws(LogError) { throw Self.refusal }
  func truncate(to _: Int) throws(LogError) { throw Self.refusal }
  func synchronize() throws(LogError) { throw Self.refusal }
  func takeLock() throws(LogError) -> Bool { throw Self.refusal }
  func releaseLock() {}

  private static let refusal = LogError(.readOnly, "the bytes are for reading only")
}
