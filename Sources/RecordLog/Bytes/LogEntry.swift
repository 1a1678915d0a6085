internal import ArchiveCompression
internal import ArchiveFormat

/// One thing that a commit says (Spec/record-log.md, section 4).
public enum LogEntry: Sendable, Hashable {
  /// The schema of an entity from now on, under the next revision, as an archive; attributes says how many values its
  /// records have.
  case schema(entity: Int, revision: Int, attributeCount: Int, archive: [UInt8])
  /// A record. Its values stand in the payload at a range, see ``LogPayload/record(in:)``.
  case put(entity: Int, key: LogKey, values: Range<Int>)
  /// There is no record with the key.
  case remove(entity: Int, key: LogKey)
  /// The entity with all its records is no more.
  case drop(entity: Int)
  /// Bytes for those who know them, such as the id of a commit.
  case note([UInt8])
}

/// The values of a record, and the revision of the schema that they were stored under.
public struct LogRecord: Sendable, Hashable {
  /// The revision of the entity's schema, from 1.
  public var revision: Int
  /// As many as that schema has attributes.
  public var values: [LogValue]

  /// A record.
  public init(revision: Int, values: [LogValue]) {
    self.revision = revision
    self.values = values
  }

  /// The record of bytes that stand in a payload or in a file.
  ///
  /// - Parameter count: How many values it has; nil for any number. No more are read.
  /// - Throws: ``LogError/Code/malformed`` or ``LogError/Code/truncated``, with the offset in the bytes.
  init(_ bytes: [UInt8], in range: Range<Int>, count: Int? = nil) throws(LogError) {
    var cursor = ByteCursor(bytes, from: range.lowerBound, to: range.upperBound)
    do {
      revision = try cursor.count()
      values = []
      if let count { values.reserveCapacity(min(count, cursor.remaining)) }
      while cursor.remaining > 0, values.count < count ?? .max {
        values.append(try cursor.logValue())
      }
    } catch {
      throw LogError(error)
    }
    if let count, values.count < count || cursor.remaining > 0 {
      throw LogError(
        .malformed,
        "the record has \(values.count < count ? "fewer" : "more") than \(count) values",
        byteOffset: cursor.position)
    }
  }

  /// The record of bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - checksum: The CRC32 that they had: ``LogPayload/checksum(of:)``.
  ///   - count: How many values it has; nil for any number.
  /// - Throws: ``LogError/Code/checksumMismatch``, ``LogError/Code/malformed``, ``LogError/Code/truncated``.
  public init(_ bytes: [UInt8], checksum: UInt32, count: Int? = nil) throws(LogError) {
    guard Checksum.crc32(0, bytes[...]) == checksum else {
      throw LogError(.checksumMismatch, "the record is not what was written")
    }
    try self.init(bytes, in: 0..<bytes.count, count: count)
  }
}
