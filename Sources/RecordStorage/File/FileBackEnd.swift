public import RecordLog
internal import StorageTransforms
internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Records in a file that is only appended to: crash-safe, with snapshots, unique attributes and indexes in memory.
///
/// ```swift
/// let store = RecordStore(try FileBackEnd(path: "library/photos.krec"))
/// ```
///
/// One process writes, and others read with a ``FileReaderBackEnd``; commits of several threads share synchronisations. What is overwritten takes
/// room until ``compact()``: ``sizes`` tells how much. All keys, and the values of indexed attributes, are in memory. Spec/record-log.md has the bytes and the rules.
public final class FileBackEnd: StorageBackEnd {
  /// A commit in line, and the state that it makes.
  private struct Pending {
    let ticket: LogWriter.Ticket
    let image: LogImage
  }

  private struct State {
    var log: LogWriter
    /// What transactions begin with: with all commits that are in line.
    var working: LogImage
    /// What readers see: all that was acknowledged.
    var published: LogImage
    var pending: [Pending] = []
    var waiting = WaitingPayloads()
    /// What the commits in line belong to.
    var run: LogWriter.Run
    var isClosed = false
    /// Whether the store is to be closed when the transaction that goes on has ended.
    var closesAfterwards = false
    /// Why nothing is written any more.
    var failure: StorageError?

    init(_ log: LogWriter, _ image: LogImage) {
      self.log = log
      (working, published) = (image, image)
      run = log.next.run
    }

    /// Takes back the commits that were refused.
    mutating func settle() {
      run = log.next.run
      guard let first = pending.firstIndex(where: { $0.ticket.isRefused }) else { return }
      waiting.remove(from: pending[first].ticket.frame.sequence)
      pending.removeSubrange(first...)
      working = pending.last?.image ?? published
    }

    /// Shows what was acknowledged.
    mutating func publish(through sequence: UInt64) {
      let done = pending.prefix { $0.ticket.frame.sequence <= sequence }
      guard let last = done.last else { return }
      published = last.image
      pending.removeFirst(done.count)
      waiting.remove(through: sequence)
    }
  }

  private struct Reading: Sendable {
    let image: LogImage
    let file: any LogFile
  }

  /// What a transaction begins with.
  private struct Base {
    let log: LogWriter
    let image: LogImage
    let last: LogWriter.Ticket?
    let waiting: WaitingPayloads
    let run: LogWriter.Run
  }

  /// The end that was found behind the last whole commit when the file was opened; a torn tail was cut off.
  public let ending: LogEnding
  private let name: String
  private let folder: any LogFileSystem
  private let turn = Mutex<Void>(())
  /// The thread whose transaction goes on.
  private let writer = Mutex<ThreadIdentity?>(nil)
  private let state: Mutex<State>
  /// Copies of the part of the state that readers need.
  private let readings = ReadCopies<Reading>()
  private let archives = TableArchives()
  private let process = OwningProcess()

  /// Opens a file, or makes it if it is not there. O(bytes of the file); with a good hint beside it, O(records), and O(bytes behind the hint). What
  /// was committed since the last synchronised commit is written once more, and made durable.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - permissions: Those of a file that is made, such as 0o640 for readers of the same group; by default nobody but its owner reads and
  ///     writes the file. The files beside a log always have the permissions of the log.
  /// - Throws: ``StorageError``: ``StorageError/Code/locked``, ``StorageError/Code/damaged``,
  ///   ``StorageError/Code/inputOutput``, also if the lock file belongs to another user; ``StorageError/Code/noSpace``;
  ///   ``StorageError/Code/readOnly`` for the file of a newer version, and for a file with several names (hard links): read it with a
  ///   ``FileReaderBackEnd``, remove the other names, or write to a copy.
  public convenience init(
    path: String, permissions: UInt16 = FolderFileSystem.ownerOnly
  ) throws {
    // A link is not replaced by what it leads to, and the folder stays the same when the process goes to another one.
    let (folder, name) = Self.parts(of: URL(filePath: path).resolvingSymlinksInPath().path)
    try self.init(name, in: FolderFileSystem(path: folder, permissions: permissions))
  }

  /// Opens a file of a folder, or makes it if it is not there.
  ///
  /// - Throws: As ``init(path:permissions:)``.
  public init(_ name: String, in folder: some LogFileSystem) throws {
    self.name = name
    self.folder = folder
    let hinted = HintFile(of: name, in: folder, archives)
    var loader: LogLoader?
    let opening = try StorageError.log { [archives] () throws(LogError) in
      try LogWriter.open(name, in: folder, hint: hinted?.hint) { file, isResumed in
        loader = LogLoader(isResumed ? hinted?.image ?? LogImage() : LogImage(), file, archives)
      } visit: { commit throws(LogError) in
        try loader?.take(commit)
      }
    }
    try loader?.finish()
    ending = opening.ending
    let image = loader?.image ?? LogImage()
    state = Mutex(State(opening.writer, image))
  }

  /// Writes where the records are, so that the next opening is fast. It is a cache: what fails leaves none, or an older one.
  private func writeHint(_ log: LogWriter, _ image: LogImage) {
    let (hint, temporary) = (HintFile.name(of: name), HintFile.name(of: name) + ".new")
    guard let last = log.hint() else { return }
    do {
      try folder.remove(temporary)
      guard let file = try folder.open(temporary, .createNew) else { return }
      try folder.copyPermissions(of: name, to: file)
      try HintFile.write(last, image, archives, to: file)
      try folder.rename(temporary, to: hint)
    } catch {
      try? folder.remove(temporary)
    }
  }

  static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }

  /// Transactions, snapshots, unique attributes; records outlive the process.
  public var capabilities: StorageCapabilities {
    [.transactions, .snapshots, .uniqueAttributes, .durable]
  }

  /// The numbers of commits, writes and synchronisations since the file was opened or compacted.
  public var counts: LogWriter.Counts { state.withLock { $0.log.counts } }

  /// The bytes of the file, and those of them that still count. O(tables).
  public var sizes: FileSizes {
    state.withLock {
      FileSizes(total: $0.log.byteCount, live: $0.working.database.byteCount)
    }
  }

  /// Calls a function with what reads the records of all acknowledged commits. Never waits for a writer.
  public func read(_ body: (any StorageReading) throws -> Void) throws {
    try checkProcess()
    let reading = try readings.value {
      try state.withLock { state in
        try Self.check(state)
        return Reading(image: state.published, file: state.log.file)
      }
    }
    try body(TreeReading(reading.image.database, LogReadingShelf(reading.file)))
  }

  /// Looks before any lock is waited for: a thread of the parent may have held it when `fork` made this process.
  private func checkProcess() throws {
    try StorageError.log { () throws(LogError) in try process.check() }
  }

  private static func check(_ state: borrowing State) throws {
    if state.isClosed { throw StorageError(.closed, "the store is closed") }
  }

  /// Calls a function with what reads and writes records, one at a time; then waits until the commit is acknowledged, together
  /// with those of other threads.
  public func write(
    _ durability: StorageDurability, _ body: (any StorageWriting) throws -> Void
  ) throws {
    try checkProcess()
    defer { if process.isCurrent, state.withLock({ $0.closesAfterwards }) { close() } }
    let (log, ticket) = try takingTurn("a transaction") { try transaction(durability, body) }
    guard let ticket else { return }
    do {
      try StorageError.log { () throws(LogError) in try log.wait(for: ticket) }
    } catch {
      state.withLock { $0.settle() }
      throw error
    }
    publish(through: ticket.frame.sequence)
  }

  /// Shows readers what was acknowledged.
  private func publish(through sequence: UInt64) {
    state.withLock {
      $0.publish(through: sequence)
      readings.invalidate()
    }
    readings.removeAll()
  }

  /// Calls a function while no other transaction goes on.
  ///
  /// - Throws: ``StorageError/Code/nested`` for a thread that has the turn already.
  private func takingTurn<Result>(
    _ what: String, _ body: () throws -> Result
  ) throws -> Result {
    let thread = ThreadIdentity.current
    guard writer.withLock({ $0 != thread }) else {
      throw StorageError(.nested, "\(what) cannot begin inside of a transaction")
    }
    return try turn.withLock { _ in
      writer.withLock { $0 = thread }
      defer { writer.withLock { $0 = nil } }
      return try body()
    }
  }

  /// - Returns: What the transaction has to wait for; nil for nothing.
  private func transaction(
    _ durability: StorageDurability, _ body: (any StorageWriting) throws -> Void
  ) throws -> (LogWriter, LogWriter.Ticket?) {
    var base = try begin()
    var place = base.log.next
    // A refusal in between takes back what the transaction would begin with.
    while place.run !== base.run {
      base = try begin()
      place = base.log.next
    }
    let log = base.log
    let shelf = LogShelf(
      log.file, base.image.tables, base.waiting, at: place.payloadOffset, archives)
    let writing = TreeWriting(base.image.database, shelf)
    try body(writing)
    // What changed nothing may have seen what is not acknowledged yet.
    guard !shelf.payload.isEmpty else { return (log, base.last) }
    let ticket = try StorageError.log { () throws(LogError) in
      try log.enqueue(
        shelf.payload, durability: durability == .synced ? .synced : .written,
        in: base.run)
    }
    let image = LogImage(database: writing.database, tables: shelf.tables)
    state.withLock { state in
      // A refusal that was settled since then was this commit's, too.
      guard state.run === base.run else { return }
      state.working = image
      state.pending.append(Pending(ticket: ticket, image: image))
      state.waiting.append(shelf.payload, ticket.frame)
    }
    return (log, ticket)
  }

  private func begin() throws -> Base {
    try state.withLock { state in
      try Self.check(state)
      if let failure = state.failure { throw failure }
      state.settle()
      return Base(
        log: state.log, image: state.working, last: state.pending.last?.ticket,
        waiting: state.waiting, run: state.run)
    }
  }

  /// Writes the file anew, without what was overwritten and deleted, and puts it in the place of the old one. Reads go on meanwhile;
  /// transactions wait. O(records).
  ///
  /// - Throws: ``StorageError``: ``StorageError/Code/noSpace``, ``StorageError/Code/inputOutput``, ``StorageError/Code/limitExceeded`` if
  ///   too few sequences of commits are left: then the file is what it was, unless
  ///   the new one could not be given its name for certain: then this handle writes no more (``StorageError/Code/poisoned``);
  ///   ``StorageError/Code/nested`` inside of a transaction.
  public func compact() throws {
    try checkProcess()
    try takingTurn("a compaction") {
      let base = try begin()
      if let last = base.last {
        try StorageError.log { () throws(LogError) in try base.log.wait(for: last) }
        publish(through: last.frame.sequence)
      }
      let replacement = try StorageError.log { () throws(LogError) in
        try LogReplacement(of: base.log, name, in: folder)
      }
      let image: LogImage
      do {
        image = try LogCompaction(base.image, base.log.file, archives).write(to: replacement)
        try StorageError.log { () throws(LogError) in try replacement.prepare() }
      } catch {
        replacement.abandon()
        throw error
      }
      let log: LogWriter
      do {
        log = try StorageError.log { () throws(LogError) in try replacement.finish() }
      } catch {
        // Which of the two files has the name is not known for certain: what went to the old one could be lost.
        let failure = StorageError(
          .poisoned, "the compacted file may have its name or not: open it anew", underlying: error)
        state.withLock { $0.failure = failure }
        throw failure
      }
      state.withLock { state in
        state.log = log
        state.working = image
        state.published = image
        state.run = log.next.run
        readings.invalidate()
      }
      readings.removeAll()
      writeHint(log, image)
    }
  }

  /// Lets go of the file, so that it can be opened again. Reads that go on end as they began; inside of a transaction it takes place when that
  /// has ended. In a child that `fork` made nothing happens.
  public func close() {
    guard process.isCurrent else { return }
    let thread = ThreadIdentity.current
    if writer.withLock({ $0 == thread }) {
      state.withLock { $0.closesAfterwards = true }
      return
    }
    turn.withLock { _ in
      let (log, image, last) = state.withLock { state in
        defer {
          state.isClosed = true
          readings.invalidate()
        }
        return (state.isClosed ? nil : state.log, state.working, state.pending.last?.ticket)
      }
      readings.removeAll()
      guard let log else { return }
      // Whoever waits for it is told what became of it.
      let isKnown = last == nil || (last.map { (try? log.wait(for: $0)) != nil } ?? true)
      if isKnown { writeHint(log, image) }
      log.releaseLock()
    }
  }
}
