package import RecordStorage
internal import StorageTransforms

/// The statements that sessions need, of record sets and of a back end alone: record sets also look at the form in which records are stored.
package enum StatementTrial {
  private struct Pair: Equatable, Sendable {
    var id: Int
    var left: String
    var right: String
  }

  package enum Session: String, CaseIterable, Sendable {
    case readAlone, fetch, writeAlone, save, fetchAfterDefinition, fetchAgain, saveAgain
  }

  /// Runs each session once, of which all but those behind a definition of another handle have run before.
  ///
  /// - Parameters:
  ///   - store: The store whose statements are noted.
  ///   - other: Another handle of its records.
  ///   - statements: The statements that the first store needs while a function is called.
  package static func run(
    _ store: RecordStore, _ other: RecordStore, statements: (() throws -> Void) throws -> [String]
  ) throws -> [Session: [String]] {
    let pairs = try store.records(
      of: Entity("Pair", restoring: Pair.init) {
        Field("id", \.id)
        Field("left", \.left)
        Field("right", \.right)
      }, key: \.id)
    let pair = Pair(id: 1, left: "l", right: "r")
    let record = StoredRecord(key: 1, values: [.integer(1), .text("l"), .text("r")])
    let readAlone = { try store.backEnd.read { _ = try $0.values(of: 1, in: pairs.table) } }
    let writeAlone = {
      try store.backEnd.write(.synced) { try $0.upsert(record, in: pairs.table) }
    }
    let fetch = {
      guard try pairs.fetch(key: 1) == pair else { throw StorageError(.damaged, "another pair") }
    }
    let save = { try pairs.save(pair) }
    var found: [Session: [String]] = [:]
    for body in [writeAlone, save, readAlone, fetch] { try body() }
    found[.readAlone] = try statements(readAlone)
    found[.fetch] = try statements(fetch)
    found[.writeAlone] = try statements(writeAlone)
    found[.save] = try statements(save)
    _ = try other.records(
      of: Entity("Pair", restoring: { Pair(id: $1, left: $2, right: $0) }) {
        Field("right", \.right)
        Field("id", \.id)
        Field("left", \.left)
      }, key: \.id)
    found[.fetchAfterDefinition] = try statements(fetch)
    found[.fetchAgain] = try statements(fetch)
    try save()
    found[.saveAgain] = try statements(save)
    for session in Session.allCases {
      let list = found[session] ?? []
      print("\(session): \(list.count)")
      for statement in list { print("  \(statement)") }
    }
    return found
  }
}
