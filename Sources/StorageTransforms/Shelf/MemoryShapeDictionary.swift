internal import Synchronization

/// A shape dictionary in memory, for one process, or one that its owner stores when it has grown.
public final class MemoryShapeDictionary: ShapeDictionaryHome {
  private let current: Mutex<ShapeDictionary>

  /// A dictionary that goes on from another one.
  public init(_ dictionary: ShapeDictionary = ShapeDictionary()) { current = Mutex(dictionary) }

  /// The dictionary as it is now.
  public var dictionary: ShapeDictionary { current.withLock { $0 } }

  /// Adds rows, unless others were added meanwhile.
  ///
  /// - Throws: ``ArchiveError`` for rows that are none.
  public func commit(_ additions: ShapeAdditions) throws -> Bool {
    try current.withLock {
      guard additions.baseRowCount == $0.rowCount, additions.baseChecksum == $0.checksum else {
        return false
      }
      $0 = try $0.adding(additions)
      return true
    }
  }
}
