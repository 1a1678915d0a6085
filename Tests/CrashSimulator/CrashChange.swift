internal import RecordStorage
internal import TestSupport

/// A change that a session makes in a transaction: of a store, and of the model of it.
enum CrashChange: Sendable {
  case put(CrashTable.Kind, Int64, stamp: Int64)
  case delete(CrashTable.Kind, Int64)
  /// A record goes from one key to another, with the value that is unique.
  case move(CrashTable.Kind, Int64, to: Int64)
  case define(CrashTable.Kind, schema: Int)
  case drop(CrashTable.Kind)

  static let keyCount: Int64 = 6

  /// Changes that can be made of a state, and makes them of it.
  static func random(
    _ count: Int, _ state: inout CrashState, stamps: inout Int64,
    using random: inout SeededGenerator
  ) -> [CrashChange] {
    (0..<count).map { _ in
      let change = one(state, &stamps, using: &random)
      change.apply(to: &state)
      return change
    }
  }

  private static func one(
    _ state: CrashState, _ stamps: inout Int64, using random: inout SeededGenerator
  ) -> CrashChange {
    let kind = CrashTable.Kind.allCases[Int.random(in: 0..<3, using: &random)]
    let schema = Int.random(in: 0..<CrashTable.schemaCount, using: &random)
    guard let table = state.tables[kind] else { return .define(kind, schema: schema) }
    let key = Int64.random(in: 0..<keyCount, using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<5 where table.schema != schema: return .define(kind, schema: schema)
    case 5..<8: return .drop(kind)
    case 8..<30 where table.stamps[key] != nil: return .delete(kind, key)
    case 30..<40:
      let other = (key + 1) % keyCount
      if table.stamps[key] != nil, table.stamps[other] == nil {
        return .move(kind, key, to: other)
      }
    default: break
    }
    stamps += 1
    return .put(kind, key, stamp: stamps)
  }

  func apply(to state: inout CrashState) {
    switch self {
    case .put(let kind, let key, let stamp): state.tables[kind]?.stamps[key] = stamp
    case .delete(let kind, let key): state.tables[kind]?.stamps[key] = nil
    case .move(let kind, let key, let other):
      let stamp = state.tables[kind]?.stamps.removeValue(forKey: key)
      state.tables[kind]?.stamps[other] = stamp
    case .define(let kind, let schema):
      state.tables[kind, default: CrashState.Table(schema: schema)].schema = schema
    case .drop(let kind): state.tables[kind] = nil
    }
  }

  func perform(in session: RecordWriter) throws {
    switch self {
    case .put(let kind, let key, let stamp):
      try session.upsert(Self.table(kind, session).record(key, stamp), in: "\(kind)")
    case .delete(let kind, let key):
      let isThere = try session.delete(Self.table(kind, session).key(key), from: "\(kind)")
      if !isThere { throw CrashFinding("\(kind): there was no record \(key) to be deleted") }
    case .move(let kind, let key, let other):
      let table = try Self.table(kind, session)
      guard let values = try session.values(of: table.key(key), in: "\(kind)"),
        let stamp = table.stamp(of: StoredRecord(key: table.key(key), values: values))
      else { throw CrashFinding("\(kind): there was no record \(key) to be moved") }
      try session.delete(table.key(key), from: "\(kind)")
      try session.insert(table.record(other, stamp), into: "\(kind)")
    case .define(let kind, let schema):
      let table = CrashTable.table(kind, schema)
      guard let former = try session.table("\(kind)") else {
        return try session.define(table.table)
      }
      guard let known = CrashTable.table(former) else {
        throw CrashFinding("\(kind): the table is none that was defined")
      }
      // Records of the last two schemas are the same: they may stay where they are.
      guard known.attributes != table.attributes else {
        return try session.define(table.table, replacing: former)
      }
      try session.define(table.table, replacing: former) { record in
        guard let number = known.number(of: record.key), let stamp = known.stamp(of: record) else {
          throw CrashFinding("\(kind): record \(record.key) is of no commit")
        }
        return table.record(number, stamp).values
      }
    case .drop(let kind): try session.drop("\(kind)")
    }
  }

  private static func table(
    _ kind: CrashTable.Kind, _ session: RecordReader
  ) throws -> CrashTable {
    guard let stored = try session.table("\(kind)"), let table = CrashTable.table(stored) else {
      throw CrashFinding("\(kind): there is no such table")
    }
    return table
  }
}
