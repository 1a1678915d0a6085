internal import ArchiveCompression
internal import ArchiveFormat

/// The entries of one commit, in bytes.
public struct LogPayload: Sendable {
  private enum Tag {
    static let schema: UInt8 = 1
    static let put: UInt8 = 2
    static let remove: UInt8 = 3
    static let drop: UInt8 = 4
    static let note: UInt8 = 5
  }

  /// The greatest number of an entity, and revision of a schema (rule P4): 2^32, or the greatest `Int` where that is less.
  public static let maximumNumber = Int(clamping: UInt64(1) << 32)

  private var sink = ByteSink()

  /// No entries.
  public init() {}

  /// Those of a frame.
  init(_ bytes: [UInt8]) { sink.bytes = bytes }

  /// The bytes.
  public var bytes: [UInt8] { sink.bytes }
  /// Whether there are no entries.
  public var isEmpty: Bool { sink.bytes.isEmpty }

  /// Adds the schema of an entity. O(bytes).
  public mutating func addSchema(
    entity: Int, revision: Int, attributeCount: Int, archive: [UInt8]
  ) {
    sink.byte(Tag.schema)
    sink.varint(entity)
    sink.varint(revision)
    sink.varint(attributeCount)
    sink.countedBytes(archive)
  }

  /// Adds a record.
  ///
  /// - Returns: Where its values stand in the payload.
  @discardableResult
  public mutating func addPut(entity: Int, key: LogKey, _ record: LogRecord) -> Range<Int> {
    sink.byte(Tag.put)
    sink.varint(entity)
    key.value.append(to: &sink.bytes)
    var values = ByteSink()
    values.varint(record.revision)
    for value in record.values { value.append(to: &values.bytes) }
    sink.varint(values.count)
    let start = sink.count
    sink.append(values.bytes[...])
    return start..<sink.count
  }

  /// Adds that there is no record with a key.
  public mutating func addRemove(entity: Int, key: LogKey) {
    sink.byte(Tag.remove)
    sink.varint(entity)
    key.value.append(to: &sink.bytes)
  }

  /// Adds that an entity is no more.
  public mutating func addDrop(entity: Int) {
    sink.byte(Tag.drop)
    sink.varint(entity)
  }

  /// Adds bytes for those who know them. O(bytes).
  public mutating func addNote(_ bytes: [UInt8]) {
    sink.byte(Tag.note)
    sink.countedBytes(bytes)
  }

  /// Calls a function with all entries, in order. O(bytes), with memory for one entry.
  ///
  /// - Throws: ``LogError/Code/malformed`` or ``LogError/Code/truncated``, with the offset in the payload, and what the
  ///   function throws.
  public func forEachEntry(
    _ visit: (LogEntry) throws(LogError) -> Void
  ) throws(LogError) {
    var cursor = ByteCursor(sink.bytes)
    while cursor.remaining > 0 {
      let entry: LogEntry
      do {
        entry = try Self.entry(&cursor)
      } catch {
        throw LogError(error)
      }
      try visit(entry)
    }
  }

  /// The values of a record that an entry put there.
  ///
  /// - Parameters:
  ///   - values: Where they stand in the payload.
  ///   - count: How many there are; nil for any number.
  /// - Throws: ``LogError/Code/malformed`` or ``LogError/Code/truncated``, with the offset in the payload.
  public func record(in values: Range<Int>, count: Int? = nil) throws(LogError) -> LogRecord {
    try LogRecord(sink.bytes, in: values, count: count)
  }

  /// The revision of the schema that the values of a record were stored under. O(1).
  ///
  /// - Throws: ``LogError/Code/malformed`` or ``LogError/Code/truncated``, with the offset in the payload.
  public func revision(in values: Range<Int>) throws(LogError) -> Int {
    var cursor = ByteCursor(sink.bytes, from: values.lowerBound, to: values.upperBound)
    do { return try cursor.count() } catch { throw LogError(error) }
  }

  /// The CRC32 of the values of a record: what is read of a file later is checked by it. O(bytes).
  public func checksum(of values: Range<Int>) -> UInt32 {
    Checksum.crc32(0, sink.bytes[values])
  }

  private static func entry(_ cursor: inout ByteCursor) throws(ArchiveError) -> LogEntry {
    let start = cursor.position
    switch try cursor.byte() {
    case Tag.schema:
      return .schema(
        entity: try number(&cursor), revision: try number(&cursor),
        attributeCount: try cursor.count(),
        archive: try counted(&cursor))
    case Tag.put:
      let (entity, key) = (try number(&cursor), try key(&cursor))
      return .put(
        entity: entity, key: key, values: try cursor.range(ofByteCount: cursor.count()))
    case Tag.remove: return .remove(entity: try number(&cursor), key: try key(&cursor))
    case Tag.drop: return .drop(entity: try number(&cursor))
    case Tag.note: return .note(try counted(&cursor))
    case let tag:
      throw ArchiveError(.malformed, "no entry begins with byte \(tag)", byteOffset: start)
    }
  }

  /// Entities and revisions are numbered from 1 (rule P4).
  private static func number(_ cursor: inout ByteCursor) throws(ArchiveError) -> Int {
    let start = cursor.position
    let number = try cursor.count()
    guard number > 0 else {
      throw ArchiveError(.malformed, "there is no number 0", byteOffset: start)
    }
    guard number <= maximumNumber else {
      throw ArchiveError(.malformed, "\(number) is too great a number", byteOffset: start)
    }
    return number
  }

  private static func key(_ cursor: inout ByteCursor) throws(ArchiveError) -> LogKey {
    let start = cursor.position
    guard let key = LogKey(try cursor.logValue()) else {
      throw ArchiveError(.malformed, "this is no key", byteOffset: start)
    }
    return key
  }

  private static func counted(_ cursor: inout ByteCursor) throws(ArchiveError) -> [UInt8] {
    let range = try cursor.range(ofByteCount: cursor.count())
    return Array(cursor.bytes[range])
  }
}

extension LogError {
  /// What went wrong with bytes of a payload.
  init(_ error: ArchiveError) {
    self.init(
      error.code == .truncated ? .truncated : .malformed, error.message,
      byteOffset: error.byteOffset)
  }
}
