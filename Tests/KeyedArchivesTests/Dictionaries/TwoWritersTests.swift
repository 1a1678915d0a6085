import KeyedArchives
import Synchronization
import Testing

/// Writers that add to one dictionary: the second one encodes again.
@Suite struct TwoWritersTests {
  private func isConflict(_ error: any Error) -> Bool {
    (error as? ArchiveError)?.code == .conflictingAdditions
  }

  @Test func `the second of two writers conflicts and encodes again`() throws {
    let shared = ShapeDictionary()
    let first = try KeyedArchiver().encode(TableRow(1), against: shared)
    let second = try KeyedArchiver().encode(Event(seed: 0), against: shared)
    #expect(first.additions.baseRowCount == second.additions.baseRowCount)
    let committed = try shared.adding(first.additions)
    #expect(throws: ArchiveError.self) { try committed.adding(second.additions) }
    #expect { try committed.adding(second.additions) } throws: { isConflict($0) }
    #expect {
      try KeyedUnarchiver().decode(Event.self, from: second.bytes, dictionary: committed)
    } throws: { ($0 as? ArchiveError)?.code == .wrongDictionary }
    let again = try KeyedArchiver().encode(Event(seed: 0), against: committed)
    let grown = try committed.adding(again.additions)
    let back = try KeyedUnarchiver().decode(Event.self, from: again.bytes, dictionary: grown)
    #expect(back == Event(seed: 0))
    #expect(
      try KeyedUnarchiver().decode(TableRow.self, from: first.bytes, dictionary: grown)
        == TableRow(1))
  }

  @Test func `two writers of the same rows conflict as well`() throws {
    let first = try KeyedArchiver().encode(TableRow(1), against: ShapeDictionary())
    let second = try KeyedArchiver().encode(TableRow(2), against: ShapeDictionary())
    let committed = try ShapeDictionary().adding(first.additions)
    #expect { try committed.adding(second.additions) } throws: { isConflict($0) }
    let again = try KeyedArchiver().encode(TableRow(2), against: committed)
    #expect(again.additions.isEmpty)
    #expect(again.bytes == second.bytes)
  }

  @Test func `additions without rows conflict with other dictionaries only`() throws {
    var home = Home()
    try home.put(TableRow(1))
    let none = try KeyedArchiver().encode(TableRow(2), against: home.dictionary).additions
    #expect(none.isEmpty)
    try home.put(Event(seed: 4))
    #expect(try home.dictionary.adding(none) == home.dictionary)
    #expect { try ShapeDictionary().adding(none) } throws: { isConflict($0) }
    var other = Home()
    try other.put(Event(seed: 4))
    #expect { try other.dictionary.adding(none) } throws: { isConflict($0) }
  }

  @Test func `additions whose parts do not agree are malformed`() throws {
    var additions = try KeyedArchiver().encode(TableRow(1), against: ShapeDictionary()).additions
    additions.rowCount += 1
    #expect { try ShapeDictionary().adding(additions) } throws: {
      ($0 as? ArchiveError)?.code == .malformed
    }
    additions.baseRowCount = -1
    #expect { try ShapeDictionary().adding(additions) } throws: { isConflict($0) }
  }

  /// A home that any number of writers share: it takes additions only after its last row.
  private final class SharedHome: Sendable {
    private let state = Mutex((dictionary: ShapeDictionary(), records: [(Int, [UInt8])]()))

    var dictionary: ShapeDictionary { state.withLock { $0.dictionary } }
    var records: [(Int, [UInt8])] { state.withLock { $0.records } }

    func commit(_ additions: ShapeAdditions) throws {
      try state.withLock { $0.dictionary = try $0.dictionary.adding(additions) }
    }

    func put(_ seed: Int, _ record: [UInt8]) {
      state.withLock { $0.records.append((seed, record)) }
    }
  }

  @Test func `writers on several threads share a dictionary`() async throws {
    let home = SharedHome()
    let conflicts = try await withThrowingTaskGroup(of: Int.self) { group in
      for writer in 0..<4 {
        group.addTask {
          var conflicts = 0
          var snapshot = ShapeDictionary()
          for round in 0..<150 {
            let seed = (round * 7 + writer * 31) % 300
            while true {
              let encoding = try KeyedArchiver().encode(Event(seed: seed), against: snapshot)
              do {
                if !encoding.additions.isEmpty { try home.commit(encoding.additions) }
                home.put(seed, encoding.bytes)
                snapshot = try snapshot.adding(encoding.additions)
                break
              } catch let error as ArchiveError where error.code == .conflictingAdditions {
                conflicts += 1
                snapshot = home.dictionary
              }
            }
          }
          return conflicts
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(conflicts >= 3)
    #expect(home.records.count == 600)
    let dictionary = try ShapeDictionary(rows: home.dictionary.rows)
    for (seed, record) in home.records {
      let back = try KeyedUnarchiver().decode(Event.self, from: record, dictionary: dictionary)
      #expect(back == Event(seed: seed))
    }
  }
}
