public import StorageTransforms
internal import ArchiveCompression
internal import Synchronization

/// Records in any storage: what checks them, and hands them to a back end.
///
/// ```swift
/// let store = RecordStore(MemoryBackEnd())
/// let photos = try store.records(of: photoEntity, key: \.photoID)
/// try photos.save(photo)
/// let again = try photos.fetch(key: "sunset")
/// ```
///
/// A store is used by any number of threads. Calls wait for the medium or the server: in a task, use ``AsyncRecordStore``.
public final class RecordStore: Sendable {
  /// The back end that holds the records.
  public let backEnd: any StorageBackEnd
  /// The conversions of all fields that fail, those included that a fallback hides.
  public let errors = ConversionErrors()
  /// True if archives of single values are small, because what is the same in many of them is kept once.
  public let sharesShapes: Bool
  /// The shape dictionary, as far as commits of this store are known; nil before it was asked for.
  private let knownShapes = Mutex<ShapeDictionary?>(nil)
  private let shapesToRead = ReadCopies<ShapeDictionary?>()
  private let catalogue = TableCatalogue()
  /// Tells observers of commits.
  let hub = CommitHub()
  private let sessions = ThreadStripes<Set<ThreadIdentity>>([])

  /// A store of what a back end holds.
  ///
  /// - Parameters:
  ///   - backEnd: What holds the records.
  ///   - sharesShapes: Whether attributes of the form “archive” keep their types and keys once, in the table `ArchiveShapes`, if the back
  ///     end has ``StorageCapabilities/transactions``. They are read by who has that table, and so not by other programs that know a
  ///     single record alone. Such records are read in any case.
  public init(_ backEnd: any StorageBackEnd, sharesShapes: Bool = true) {
    self.backEnd = backEnd
    self.sharesShapes = sharesShapes
  }

  /// The things that the back end can do beyond single changes.
  public var capabilities: StorageCapabilities { backEnd.capabilities }

  /// Calls a function with what reads records: one state of the store, if the back end has ``StorageCapabilities/snapshots``.
  ///
  /// - Throws: ``StorageError``, and what the function throws.
  public func read<Result>(_ body: (RecordReader) throws -> Result) throws -> Result {
    var result: Result?
    try session { result = try body($0) }
    return try Self.made(result)
  }

  /// A session that reads, apart from what it results in: code for any type of result looks that type up.
  func session(_ body: (RecordReader) throws -> Void) throws {
    try alone {
      try backEnd.read { reading in
        let shapes = shapesSoFar
        let reader = RecordReader(reading, catalogue, shapes, .reading)
        defer { reader.end() }
        try body(reader)
        keep(reader.storedShapes, after: shapes)
      }
    }
  }

  /// Calls a function with what reads and writes records, as in `write(retrying: .conflicts(atMost: 5)) { session in … }`, which calls the function
  /// again when another transaction was first. When the function returns, its changes are committed; when it throws, they are rolled back.
  ///
  /// - Parameters:
  ///   - durability: What holds when this has returned.
  ///   - retry: How often the function is called again after a conflict. Without it, a conflict is thrown.
  ///   - body: The function.
  /// - Throws: ``StorageError``, and what the function throws.
  public func write<Result>(
    _ durability: StorageDurability = .synced, retrying retry: TransactionRetry = .never,
    _ body: (RecordWriter) throws -> Result
  ) throws -> Result {
    try retry.run { try transaction(durability, body) }
  }

  private func transaction<Result>(
    _ durability: StorageDurability, _ body: (RecordWriter) throws -> Result
  ) throws -> Result {
    try alone {
      var result: Result?
      var shapes: ShapeDictionary?
      var grown: ShapeDictionary?
      var changesShapes = false
      // Knows what was changed, for those who observe.
      var ended: RecordWriter?
      do {
        try backEnd.write(durability) { writing in
          shapes = shapesSoFar
          let writer = RecordWriter(
            writing, catalogue, backEnd.capabilities, shapes, shapeUse,
            notesKeys: hub.isObserved)
          defer {
            writer.end()
            ended = writer
          }
          result = try body(writer)
          (grown, changesShapes) = (writer.storedShapes, writer.changesShapes)
        }
      } catch {
        // Without transactions a change stays, whatever comes behind it.
        let isOpen = (error as? StorageError)?.code == .outcomeUnknown
        if isOpen || !capabilities.contains(.transactions) { hub.post(ended?.commit) }
        throw error
      }
      hub.post(ended?.commit)
      if changesShapes {
        remember { $0 = nil }
      } else if durability == .synced {
        keep(grown, after: shapes)
      }
      return try Self.made(result)
    }
  }

  private var shapesSoFar: ShapeDictionary? {
    shapesToRead.value { knownShapes.withLock { $0 } }
  }

  /// Remembers the shape dictionary of a session that was committed, if it is longer than what is known.
  ///
  /// - Parameter before: What was known when the session began.
  private func keep(_ dictionary: ShapeDictionary?, after before: ShapeDictionary?) {
    guard let dictionary, before.map({ $0.rowCount < dictionary.rowCount }) ?? true else { return }
    remember { known in
      if known.map({ $0.rowCount < dictionary.rowCount }) ?? true { known = dictionary }
    }
  }

  private func remember(_ change: (inout ShapeDictionary?) -> Void) {
    knownShapes.withLock {
      change(&$0)
      shapesToRead.invalidate()
    }
    shapesToRead.removeAll()
  }

  /// The shapes that values are stored with before there is a session: what they lack is found out, and added in a session.
  ///
  /// - Throws: ``StorageError``.
  func shapes() throws -> SharedShapes {
    if shapesSoFar == nil { try read { _ = try $0.shapes() } }
    return SharedShapes(
      shapesSoFar ?? ShapeDictionary(),
      shapeUse, isNewest: false)
  }

  /// What sessions that write do with shapes.
  var shapeUse: SharedShapes.Use {
    sharesShapes && capabilities.contains(.transactions) ? .adding : .reading
  }

  /// Inlined: code for any type of result looks that type up once more in each function.
  @inline(__always)
  private static func made<Result>(_ result: Result?) throws -> Result {
    guard let result else {
      throw StorageError(.inputOutput, "the back end did not call what it was handed")
    }
    return result
  }

  /// Refuses a session inside of another one of the same thread, which would wait for itself.
  private func alone<Result>(_ body: () throws -> Result) throws -> Result {
    let thread = ThreadIdentity.current
    guard sessions.withOwn({ threads, _ in threads.insert(thread).inserted }) else {
      throw StorageError(
        .nested, "a read or a transaction inside of another one of the same store: use that one")
    }
    defer { sessions.withOwn { threads, _ in _ = threads.remove(thread) } }
    return try body()
  }
}
