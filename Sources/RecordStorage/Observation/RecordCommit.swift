/// The records that a commit changed; or several commits, if they came before the first of them was taken.
public struct RecordCommit: Hashable, Sendable {
  /// The changed records of an entity.
  public enum Change: Hashable, Sendable {
    /// Those with these keys were stored or deleted.
    case keys(Set<RecordKey>)
    /// Any of them: the table was made, defined anew or dropped, or more than 10,000 keys changed.
    case all
  }

  /// The changes by the ids of entities (``RecordSet/id``).
  public var changes: [String: Change]
  /// The number of commits, at least 1.
  public var count = 1

  /// The most keys of an entity that are remembered one by one.
  private static let maximumKeyCount = 10_000

  init() { changes = [:] }

  /// Tells whether records of an entity changed.
  public func changes(_ id: String) -> Bool { changes[id] != nil }

  /// Tells whether a record changed.
  public func changes(_ key: RecordKey, of id: String) -> Bool {
    switch changes[id] {
    case nil: false
    case .keys(let keys): keys.contains(key)
    case .all: true
    }
  }

  mutating func note(_ key: RecordKey, of id: String) {
    guard case .keys(var keys) = changes.removeValue(forKey: id) ?? .keys([]) else {
      changes[id] = .all
      return
    }
    keys.insert(key)
    changes[id] = keys.count > Self.maximumKeyCount ? .all : .keys(keys)
  }

  mutating func noteAll(of id: String) { changes[id] = .all }

  /// Adds later commits.
  mutating func add(_ other: RecordCommit) {
    count += other.count
    for (id, change) in other.changes {
      // Removed first: a set that nobody else has is changed in place.
      switch (changes.removeValue(forKey: id) ?? .keys([]), change) {
      case (.keys(var mine), .keys(let others)):
        mine.formUnion(others)
        changes[id] = mine.count > Self.maximumKeyCount ? .all : .keys(mine)
      default: changes[id] = .all
      }
    }
  }
}
