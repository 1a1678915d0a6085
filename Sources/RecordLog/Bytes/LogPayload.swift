internal import ArchiveCompression
internal import ArchiveFormat

/// The entries of one commit, in bytes.
public struct LogPayload: Sendable {
  fileprivate enum Tag {
    static let schema: UInt8 = 1
    static let put: UInt8 = 2
    static let remove: UInt8 = 3
    static let drop: UInt8 = 4
    static let note: UInt8 = 5
  }

  /// The greatest number of an entity, and revision of a schema (rule P4): 2^32, or the greatest `Int` where that is less.
  public static let maximumNumber = Int(clamping: UInt64(1) << 32)

  private var sink = ByteSink()
  /// The offset of the payload in its file, from which errors count; 0 for a payload that was not written.
  private let byteOffset: Int

  /// No entries.
  public init() { byteOffset = 0 }

  /// Those of a frame.
  init(_ bytes: [UInt8], at byteOffset: Int = 0) {
    sink.bytes = bytes
    self.byteOffset = byteOffset
  }

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
  /// - Returns: The range of the entry in the payload.
  @discardableResult
  public mutating func addPut(entity: Int, key: LogKey, _ record: LogRecord) -> Range<Int> {
    let start = sink.count
    sink.byte(Tag.put)
    sink.varint(entity)
    key.append(to: &sink.bytes)
    var values = ByteSink()
    values.varint(record.revision)
    for value in record.values { value.append(to: &values.bytes) }
    sink.varint(values.count)
    sink.append(values.bytes[...])
    return start..<sink.count
  }

  /// Adds that there is no record with a key.
  public mutating func addRemove(entity: Int, key: LogKey) {
    sink.byte(Tag.remove)
    sink.varint(entity)
    key.append(to: &sink.bytes)
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

  /// Calls a function with all entries, in order, and where each stands in the payload. O(bytes), with memory for one entry.
  ///
  /// - Throws: ``LogError/Code/malformed`` or ``LogError/Code/truncated``, with the place in the file, and what the
  ///   function throws.
  public func forEachEntry(
    _ visit: (_ entry: LogEntry, _ range: Range<Int>) throws(LogError) -> Void
  ) throws(LogError) {
    var cursor = ByteCursor(sink.bytes)
    while cursor.remaining > 0 {
      let start = cursor.position
      let entry: LogEntry
      do {
        entry = try Self.entry(&cursor)
      } catch {
        throw LogError(error, behind: byteOffset)
      }
      try visit(entry, start..<cursor.position)
    }
  }

  /// The values of a record that an entry put there.
  ///
  /// - Parameters:
  ///   - values: Where they stand in the payload.
  ///   - count: How many there are; nil for any number.
  /// - Throws: ``LogError/Code/malformed`` or ``LogError/Code/truncated``, with the place in the file.
  public func record(in values: Range<Int>, count: Int? = nil) throws(LogError) -> LogRecord {
    try LogRecord(sink.bytes, in: values, count: count, behind: byteOffset)
  }

  /// The record that an entry puts there.
  ///
  /// - Parameters:
  ///   - put: Where the entry stands in the payload.
  ///   - key: The key of the record.
  ///   - count: How many values there are; nil for any number.
  /// - Throws: ``LogError/Code/malformed``, ``LogError/Code/truncated``, or ``LogError/Code/damaged`` for the entry of another record, with the place in
  ///   the file.
  public func record(
    put: Range<Int>, key: LogKey, count: Int? = nil
  ) throws(LogError) -> LogRecord {
    try LogRecord(put: sink.bytes, in: put, key: key, count: count, behind: byteOffset)
  }

  /// The revision of the schema that the values of a record were stored under. O(1).
  ///
  /// - Throws: ``LogError/Code/malformed`` or ``LogError/Code/truncated``, with the place in the file.
  public func revision(in values: Range<Int>) throws(LogError) -> Int {
    var cursor = ByteCursor(sink.bytes, from: values.lowerBound, to: values.upperBound)
    do { return try cursor.count() } catch { throw LogError(error, behind: byteOffset) }
  }

  /// The CRC32 of an entry: what is read of a file later is checked by it. O(bytes).
  public func checksum(of entry: Range<Int>) -> UInt32 {
    Checksum.crc32(0, sink.bytes[entry])
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
  fileprivate static func number(_ cursor: inout ByteCursor) throws(ArchiveError) -> Int {
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

extension LogRecord {
  /// The record of an entry that stands in a payload or in a file.
  ///
  /// - Parameters:
  ///   - key: The key that the entry has to have.
  ///   - start: Where the bytes stand, from which places of errors are counted.
  init(
    put bytes: [UInt8], in range: Range<Int>, key: LogKey, count: Int?, behind start: Int = 0
  ) throws(LogError) {
    var cursor = ByteCursor(bytes, from: range.lowerBound, to: range.upperBound)
    var values: Range<Int>?
    do {
      if try cursor.byte() == LogPayload.Tag.put {
        _ = try LogPayload.number(&cursor)
        if try cursor.passes(over: key) { values = try cursor.range(ofByteCount: cursor.count()) }
      }
    } catch {
      throw LogError(error, behind: start)
    }
    guard let values else {
      throw LogError(.damaged, "another record stands there", byteOffset: start + range.lowerBound)
    }
    try self.init(bytes, in: values, count: count, behind: start)
  }
}

extension LogError {
  /// The error for bytes that follow others.
  init(_ error: ArchiveError, behind start: Int) {
    self.init(
      error.code == .truncated ? .truncated : .malformed, error.message,
      byteOffset: error.byteOffset.map { start + $0 })
  }
}
