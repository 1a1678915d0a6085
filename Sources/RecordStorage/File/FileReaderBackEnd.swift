public import RecordLog
internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Reads the records of a file that a ``FileBackEnd`` writes, in another process or in this one, or that nobody writes.
///
/// ```swift
/// let store = RecordStore(try FileReaderBackEnd(path: "library/photos.krec"))
/// ```
///
/// It takes no lock and writes nothing: any number of readers go on beside the one writer, and a folder without permission to write will do. Each
/// read begins with all commits that are whole in the file by then, and sees that one state, also while the file is compacted.
/// Commits are seen when they are written, which may be before they are durable: Spec/record-log.md, section 9.
///
/// Looking for new commits costs three calls of the system if there are none (two to three microseconds), and else O(bytes of the commits); after a
/// compaction the file is read anew. Reads of several threads wait for each other while one of them looks.
public final class FileReaderBackEnd: StorageBackEnd {
  private struct State {
    /// Nil when the reader was closed.
    var follower: LogFollower?
    var image = LogImage()
    /// Where the records of the image are.
    var file: (any LogFile)?
  }

  private let name: String
  private let folder: any LogFileSystem
  private let state: Mutex<State>
  private let archives = TableArchives()
  private let process = OwningProcess()

  /// Opens a file for reading. O(bytes of the file); much less with a good hint beside it.
  ///
  /// - Throws: ``StorageError``: ``StorageError/Code/inputOutput``, also if there is no file; ``StorageError/Code/damaged``;
  ///   ``StorageError/Code/readOnly`` for the file of a version that is not read here.
  public convenience init(path: String) throws {
    let (folder, name) = FileBackEnd.parts(of: URL(filePath: path).resolvingSymlinksInPath().path)
    try self.init(name, in: FolderFileSystem(path: folder))
  }

  /// Opens a file of a folder for reading.
  ///
  /// - Throws: As ``init(path:)``.
  public init(_ name: String, in folder: some LogFileSystem) throws {
    self.name = name
    self.folder = folder
    state = Mutex(State(follower: LogFollower(name, in: folder)))
    try refresh()
  }

  /// Those of the store that is read. All writes are refused with ``StorageError/Code/readOnly``.
  public var capabilities: StorageCapabilities {
    [.transactions, .snapshots, .uniqueAttributes, .durable]
  }

  /// Looks for new commits, as each read does by itself: to know whether there are any.
  ///
  /// - Returns: Whether there was anything new.
  /// - Throws: ``StorageError``: ``StorageError/Code/inputOutput``, also if the file is gone; ``StorageError/Code/damaged``;
  ///   ``StorageError/Code/closed``. What was there is kept, and looked for again the next time.
  @discardableResult
  public func refresh() throws -> Bool {
    try checkProcess()
    return try state.withLock { state in try refresh(&state) }
  }

  /// Looks before the lock is waited for: a thread of the parent may have held it when `fork` made this process.
  private func checkProcess() throws {
    try StorageError.log { () throws(LogError) in try process.check() }
  }

  private func refresh(_ state: inout State) throws -> Bool {
    guard var follower = state.follower else {
      throw StorageError(.closed, "the store is closed")
    }
    var (image, file) = (state.image, state.file)
    var hinted: HintFile?
    var loader: LogLoader?
    let isNew = try StorageError.log { () throws(LogError) in
      try follower.refresh {
        hinted = HintFile(of: name, in: folder, archives)
        return hinted?.hint
      } begin: { opened, isResumed in
        file = opened
        image = isResumed ? hinted?.image ?? LogImage() : LogImage()
      } visit: { commit throws(LogError) in
        guard let file else { return }
        if loader == nil { loader = LogLoader(image, file, archives) }
        try loader?.take(commit)
      }
    }
    try loader?.finish()
    state = State(follower: follower, image: loader?.image ?? image, file: file)
    return isNew
  }

  /// Calls a function with what reads the records of all commits that are whole when the read begins. Never waits for a writer.
  ///
  /// - Throws: As ``refresh()``, and what the function throws.
  public func read(_ body: (any StorageReading) throws -> Void) throws {
    try checkProcess()
    let (image, file) = try state.withLock { state in
      _ = try refresh(&state)
      return (state.image, state.file)
    }
    guard let file else { throw StorageError(.closed, "the store is closed") }
    try body(TreeReading(image.database, LogReadingShelf(file)))
  }

  /// Refuses to write, before the function is called.
  ///
  /// - Throws: ``StorageError/Code/readOnly``.
  public func write(
    _ durability: StorageDurability, _ body: (any StorageWriting) throws -> Void
  ) throws {
    throw StorageError(.readOnly, "'\(name)' is open for reading only")
  }

  /// Lets go of the file. Reads that go on end as they began. In a child that `fork` made nothing happens.
  public func close() {
    guard process.isCurrent else { return }
    state.withLock { $0 = State() }
  }
}
