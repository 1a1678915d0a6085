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
  /// - Parameters:
  ///   - count: How many values it has; nil for any number. No more are read.
  ///   - start: Where the bytes stand, from which places of errors are counted.
  /// - Throws: ``LogError/Code/malformed`` or ``LogError/Code/truncated``.
  init(
    _ bytes: [UInt8], in range: Range<Int>, count: Int? = nil, behind start: Int = 0
  ) throws(LogError) {
    var cursor = ByteCursor(bytes, from: range.lowerBound, to: range.upperBound)
    do {
      revision = try cursor.count()
      values = []
      if let count { values.reserveCapacity(min(count, cursor.remaining)) }
      while cursor.remaining > 0, values.count < count ?? .max {
        values.append(try cursor.logValue())
      }
    } catch {
      throw LogError(error, behind: start)
    }
    if let count, values.count < count || cursor.remaining > 0 {
      throw LogError(
        .malformed,
        "the record has \(values.count < count ? "fewer" : "more") than \(count) values",
        byteOffset: start + cursor.position)
    }
  }

  /// The record of an entry of a file.
  ///
  /// - Parameters:
  ///   - put: The bytes of the entry.
  ///   - checksum: The CRC32 that they had: ``LogPayload/checksum(of:)``.
  ///   - key: The key of the record.
  ///   - count: How many values it has; nil for any number.
  /// - Throws: ``LogError/Code/checksumMismatch``, ``LogError/Code/malformed``, ``LogError/Code/truncated``; ``LogError/Code/damaged`` for the entry of
  ///   another record. Places are counted from the entry.
  public init(
    put: [UInt8], checksum: UInt32, key: LogKey, count: Int? = nil
  ) throws(LogError) {
    guard Checksum.crc32(0, put[...]) == checksum else {
      throw LogError(.checksumMismatch, "the record is not what was written")
    }
    try self.init(put: put, in: 0..<put.count, key: key, count: count)
  }
}
