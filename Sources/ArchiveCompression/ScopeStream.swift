package import ArchiveFormat

/// Reads an archive scope by scope from bytes that come in order, and holds one part at a time.
///
/// Everything is verified as in ``ArchiveOpener``, which reads an archive that is all there.
package struct ScopeStream {
  /// Hands out the next bytes, at most as many as it is asked for; none at the end.
  private let source: (Int) throws -> [UInt8]
  private let limits: ArchiveLimits
  /// Raw bytes of a scope.
  private let maximumScopeByteCount: Int
  private var reader = PartReader()
  private var opener: ArchiveOpener
  /// Bytes that were read, from file offset `offset` on.
  private var bytes: [UInt8] = []
  private var offset = 0
  private var begun = false
  private var isFinished = false
  /// What was thrown is thrown again.
  private var failure: (any Error)?
  /// Roots of the scopes so far, as counted by who scanned them.
  private var rootCount: Int?

  /// Bytes asked for at once.
  private static let chunkByteCount = 64 << 10

  package init(
    limits: ArchiveLimits, maximumScopeByteCount: Int, keepsDefinitionBytes: Bool = false,
    source: @escaping (Int) throws -> [UInt8]
  ) {
    self.source = source
    self.limits = limits
    self.maximumScopeByteCount = maximumScopeByteCount
    opener = ArchiveOpener([], limits: limits, keepsAllScopes: false)
    reader.keepsParts = false
    reader.keepsDefinitionBytes = keepsDefinitionBytes
  }

  /// Where the parts end that were read, which must be at an end mark; nil for single-part archives.
  package var place: PartPlace? {
    reader.isWhole ? PartPlace(reader, offset: offset) : nil
  }

  /// The bytes of the archive that were read so far.
  package var byteCount: Int { offset + opener.bytes.count }
  /// True if a part of the archive so far was packed.
  package var isPacked: Bool { reader.archive.isPacked }

  /// The raw bytes of all definitions parts, if they are kept.
  package var definitionBytes: [[UInt8]] { reader.definitionBytes }

  /// The next scope, or nil at the end of an archive that is whole.
  package mutating func next() throws -> OpenedScope? {
    if let failure { throw failure }
    do {
      return try read()
    } catch {
      failure = error
      throw error
    }
  }

  /// Tells how many roots the scope has that was handed out last, for rule M5.
  package mutating func count(roots: Int) { rootCount = (rootCount ?? 0) + roots }

  private mutating func read() throws -> OpenedScope? {
    if isFinished { return nil }
    if !begun {
      begun = true
      guard try has(1) else { throw ArchiveError(.truncated, "the file is empty", byteOffset: 0) }
      if bytes[0] & 0xF0 == ArchiveFraming.lead { return try readSinglePart() }
      _ = try has(ArchiveFraming.headerByteCount)
      var cursor = ByteCursor(bytes)
      reader.link(try FileHeader(&cursor, Checksum.crc32).checksum)
      discard(cursor.position)
    }
    while try has(1) {
      try readPart()
      if let scope = reader.archive.scopes.popLast() {
        opener.inflatedByteCount = 0
        return scope
      }
    }
    guard reader.isWhole else {
      throw ArchiveError(.truncated, "the file does not end in an end mark", byteOffset: offset)
    }
    isFinished = true
    return nil
  }

  private mutating func readSinglePart() throws -> OpenedScope? {
    _ = try has(maximumScopeByteCount)
    guard try !has(maximumScopeByteCount + 1) else {
      throw tooLarge("a single part", maximumScopeByteCount)
    }
    isFinished = true
    opener.bytes = bytes
    bytes = []
    let archive = try opener.open()
    reader.archive.isPacked = archive.isPacked
    return archive.scopes.last
  }

  private mutating func readPart() throws {
    if try has(PartHeader.byteCount) {
      var sizes = ByteCursor(bytes, from: 2)
      let detailByteCount = Int(try sizes.fixed(UInt16.self))
      let storedByteCount = try sizes.fixed(UInt64.self)
      let rawByteCount = try sizes.fixed(UInt32.self)
      let headByteCount = PartHeader.byteCount + detailByteCount
      // Nothing that the header says counts before its checksum does.
      if try has(headByteCount), headMatches(headByteCount) {
        let limit = min(limits.maximumBlockByteCount, .max - headByteCount)
        guard bytes[0] != PartHeader.PartType.block.rawValue || rawByteCount <= limit else {
          throw tooLarge("a block", limit, at: offset + 12)
        }
        guard storedByteCount <= UInt64(max(limit, 0)) else {
          throw tooLarge("a part", limit, at: offset + 4)
        }
        _ = try has(headByteCount + Int(truncatingIfNeeded: storedByteCount))
      }
    }
    opener.bytes = bytes
    // Held by the opener alone while the part is read.
    var cursor = ByteCursor(bytes)
    do throws(ArchiveError) {
      var part = try PartHeader(&cursor, Checksum.crc32)
      part.base = offset
      guard part.type != .block || reader.content.count + part.rawByteCount <= maximumScopeByteCount
      else { throw tooLarge("a scope", maximumScopeByteCount, at: 0) }
      try opener.read(part, &reader)
      reader.link(part.checksum)
      if part.type == .endMark, let rootCount, let mark = reader.archive.endMark,
        mark.rootCount != rootCount
      {
        throw ArchiveError(
          .malformed, "the end mark counts \(mark.rootCount) roots, not \(rootCount)",
          byteOffset: part.storedOffset + 24)
      }
    } catch {
      var error = error
      error.byteOffset = error.byteOffset.map { $0 + offset }
      throw error
    }
    opener.bytes = []
    discard(cursor.position)
  }

  private func headMatches(_ headByteCount: Int) -> Bool {
    var stored = ByteCursor(bytes, from: PartHeader.byteCount - 4)
    let head = Checksum.crc32(0, bytes[..<(PartHeader.byteCount - 4)])
    return Checksum.crc32(head, bytes[PartHeader.byteCount..<headByteCount])
      == (try? stored.fixed(UInt32.self))
  }

  private func tooLarge(_ what: String, _ limit: Int, at place: Int? = nil) -> ArchiveError {
    ArchiveError(
      .limitExceeded, "\(what) of more than \(limit) bytes", byteOffset: place ?? offset)
  }

  /// Whether so many bytes are there, which are read if need be.
  private mutating func has(_ count: Int) throws -> Bool {
    while bytes.count < count {
      let more = try source(max(Self.chunkByteCount, min(count - bytes.count, 1 << 20)))
      if more.isEmpty { return false }
      bytes += more
    }
    return true
  }

  private mutating func discard(_ count: Int) {
    bytes.removeFirst(count)
    offset += count
  }
}
