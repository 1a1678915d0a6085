public import StorageTransforms
internal import Synchronization

/// Records in any storage: what checks them, and hands them to a back end.
///
/// ```swift
/// let store = RecordStore(MemoryBackEnd())
/// let photos = try store.records(of: photoEntity, key: \.photoID)
/// try photos.save(photo)
/// let again = try photos.fetch("sunset")
/// ```
///
/// A store is used by any number of threads. Calls wait for the medium or the server: in a task, use ``AsyncRecordStore``.
public final class RecordStore: Sendable {
  /// What holds the records.
  public let backEnd: any StorageBackEnd
  /// The conversions of all fields that fail, those included that a fallback hides.
  public let errors = ConversionErrors()
  private let catalogue = TableCatalogue()
  private let sessions = Mutex<Set<ThreadIdentity>>([])

  /// A store of what a back end holds.
  public init(_ backEnd: any StorageBackEnd) { self.backEnd = backEnd }

  /// What the back end can do beyond single changes.
  public var capabilities: StorageCapabilities { backEnd.capabilities }

  /// Calls a function with what reads records: one state of the store, if the back end has ``StorageCapabilities/snapshots``.
  ///
  /// - Throws: ``StorageError``, and what the function throws.
  public func read<Result>(_ body: (RecordReader) throws -> Result) throws -> Result {
    try alone {
      var result: Result?
      try backEnd.read { reading in
        let reader = RecordReader(reading, catalogue)
        defer { reader.end() }
        result = try body(reader)
      }
      return try Self.made(result)
    }
  }

  /// Calls a function with what reads and writes records. When it returns, its changes are committed; when it throws, they
  /// are rolled back.
  ///
  /// - Parameter durability: What holds when this has returned.
  /// - Throws: ``StorageError``, and what the function throws.
  public func write<Result>(
    _ durability: StorageDurability = .synced, _ body: (RecordWriter) throws -> Result
  ) throws -> Result {
    try alone {
      var result: Result?
      try backEnd.write(durability) { writing in
        let writer = RecordWriter(writing, catalogue, backEnd.capabilities)
        defer { writer.end() }
        result = try body(writer)
      }
      return try Self.made(result)
    }
  }

  private static func made<Result>(_ result: Result?) throws -> Result {
    guard let result else {
      throw StorageError(.inputOutput, "the back end did not call what it was handed")
    }
    return result
  }

  /// Refuses a session inside of another one of the same thread, which would wait for itself.
  private func alone<Result>(_ body: () throws -> Result) throws -> Result {
    let thread = ThreadIdentity.current
    guard sessions.withLock({ $0.insert(thread).inserted }) else {
      throw StorageError(
        .nested, "a read or a transaction inside of another one of the same store: use that one")
    }
    defer { sessions.withLock { _ = $0.remove(thread) } }
    return try body()
  }
}
