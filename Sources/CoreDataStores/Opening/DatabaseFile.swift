#if SQLite
  internal import ArchiveFormat
  internal import PlatformC

  /// The file of a database and the files beside it, looked at before SQLite sees them.
  ///
  /// The header is that of section 1.3 of SQLite's "Database File Format":
  ///
  /// ```
  /// 0 "SQLite format 3" 0   16 page size u16   24 change counter u32   28 pages u32   92 change counter for which the pages hold u32
  /// ```
  struct DatabaseFile {
    /// The sentence for a file that is no database.
    static let noDatabase =
      "the file is no SQLite database, or it is encrypted: a database begins with “SQLite format 3”"

    private static let signature = Array("SQLite format 3\0".utf8)
    private static let headerByteCount = 100
    private static let partByteCount = 1 << 20
    /// The first bytes of a rollback journal, and the last bytes of one that names a super-journal.
    private static let journalSignature: [UInt8] = [
      0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7,
    ]

    /// The path of the file, without symbolic links: SQLite looks for the other files beside it.
    let path: String

    var logPath: String { path + "-wal" }
    var journalPath: String { path + "-journal" }

    /// The size, time and number of a file: another state is a change.
    struct State: Equatable {
      var byteCount: Int
      var seconds: Int
      var nanoseconds: Int
      var number: UInt64
    }

    /// The state of a regular file, which a link is not; nil if there is none.
    static func state(_ path: String) throws(ArchiveError) -> State? {
      var status = stat()
      guard unsafe fstatat(AT_FDCWD, path, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
        if errno == ENOENT { return nil }
        throw failure(path, errno)
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw ArchiveError(.inputOutput, "'\(path)' is no regular file")
      }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      return State(
        byteCount: Int(status.st_size), seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec),
        number: UInt64(truncatingIfNeeded: status.st_ino))
    }

    /// Bytes of a file; fewer where the file ends.
    static func bytes(_ path: String, from offset: Int, count: Int) throws(ArchiveError) -> [UInt8]
    {
      let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      guard descriptor >= 0 else { throw failure(path, errno) }
      defer { close(descriptor) }
      var bytes = [UInt8](repeating: 0, count: count)
      var filled = 0
      while filled < count {
        let more = unsafe bytes.withUnsafeMutableBytes {
          unsafe pread(
            descriptor, $0.baseAddress.map { unsafe $0 + filled }, count - filled,
            off_t(offset + filled))
        }
        if more < 0, errno == EINTR { continue }
        guard more >= 0 else { throw failure(path, errno) }
        if more == 0 { break }
        filled += more
      }
      return Array(bytes.prefix(filled))
    }

    /// Copies a regular file to a new one that only this user reads.
    ///
    /// - Parameter goesOn: Is asked before each part; false ends the copying.
    /// - Throws: ``ArchiveError/Code/inputOutput``.
    static func copy(
      _ source: String, to copy: String, while goesOn: () -> Bool
    ) throws(ArchiveError) {
      let new = unsafe open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard new >= 0 else { throw failure(copy, errno) }
      defer { close(new) }
      var offset = 0
      while true {
        guard goesOn() else {
          throw ArchiveError(.inputOutput, "a signal ended the copying of the store")
        }
        var part = try bytes(source, from: offset, count: partByteCount)[...]
        offset += part.count
        let isLast = part.count < partByteCount
        while !part.isEmpty {
          let count = unsafe part.withUnsafeBytes { unsafe write(new, $0.baseAddress, $0.count) }
          if count < 0, errno == EINTR { continue }
          guard count >= 0 else { throw failure(copy, errno) }
          part = part.dropFirst(count)
        }
        if isLast { return }
      }
    }

    private static func failure(_ path: String, _ number: Int32) -> ArchiveError {
      ArchiveError(.inputOutput, "'\(path)': \(systemErrorText(number))")
    }

    /// Refuses what does not begin as a database.
    func checkSignature() throws(ArchiveError) {
      guard let state = try Self.state(path) else { throw Self.failure(path, ENOENT) }
      guard state.byteCount > 0 else {
        throw ArchiveError(.notDatabase, "the file is empty", byteOffset: 0)
      }
      let header = try Self.bytes(path, from: 0, count: Self.headerByteCount)
      let start = header.prefix(Self.signature.count)
      guard start.elementsEqual(Self.signature.prefix(header.count)) else {
        throw ArchiveError(.notDatabase, Self.noDatabase, byteOffset: 0)
      }
      guard header.count == Self.headerByteCount else {
        throw ArchiveError(
          .truncated, "the file ends within the 100 bytes of a database's header",
          byteOffset: header.count)
      }
    }

    /// Refuses a file with fewer bytes than its pages have.
    func checkLength() throws(ArchiveError) {
      let header = try Self.bytes(path, from: 0, count: Self.headerByteCount)
      let byteCount = try Self.state(path)?.byteCount ?? 0
      guard header.count == Self.headerByteCount else { return }
      func number(_ offset: Int) -> Int {
        header[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      }
      let pageSize = Int(header[16]) << 8 | Int(header[17])
      // Programs before SQLite 3.7.0 did not keep the number of pages.
      guard number(24) == number(92), number(28) > 0 else { return }
      let (total, overflows) = number(28).multipliedReportingOverflow(
        by: pageSize == 1 ? 65_536 : pageSize)
      guard !overflows, byteCount >= total else {
        throw ArchiveError(
          .truncated, "the database has \(total) bytes, and the file ends after \(byteCount)",
          byteOffset: byteCount)
      }
    }

    /// The file beside the database that has to be read too, so that the last commit is seen; nil if there is none.
    func pending() throws(ArchiveError) -> CoreDataStore.Pending? {
      if let log = try Self.state(logPath), log.byteCount > 0 { return .writeAheadLog }
      guard let journal = try Self.state(journalPath), journal.byteCount > 0 else { return nil }
      // A journal of zeros is the rest of a transaction that ended.
      guard try Self.bytes(journalPath, from: 0, count: 1).first != 0 else { return nil }
      let end = try Self.bytes(journalPath, from: max(0, journal.byteCount - 8), count: 8)
      guard journal.byteCount < 16 || end != Self.journalSignature else {
        throw ArchiveError(
          .needsFeature,
          "an interrupted transaction is one of several databases: only the program that wrote it can end it"
        )
      }
      return .rollbackJournal
    }
  }
#endif
