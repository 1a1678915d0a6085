internal import RecordStorage
internal import StorageTransforms

/// What a store holds, by its model: tables with their schemas, and the stamp of each record by the number of its key.
package struct CrashState: Hashable, Sendable {
  struct Table: Hashable, Sendable {
    var schema: Int
    var stamps: [Int64: Int64] = [:]
  }

  var tables: [CrashTable.Kind: Table] = [:]

  package init() {}

  /// What is in a store.
  ///
  /// - Throws: ``CrashFinding`` for records that no commit wrote, and for records that are not found by their values.
  init(_ session: RecordReader) throws {
    for stored in try session.tables() {
      guard let table = CrashTable.table(stored) else {
        throw CrashFinding("there is a table '\(stored.id)' that nobody defined")
      }
      let records = try session.records(in: stored.id)
      var made = Table(schema: table.schema)
      for record in records {
        guard let number = table.number(of: record.key), let stamp = table.stamp(of: record) else {
          throw CrashFinding("\(table.kind): record \(record.key) is of no commit")
        }
        made.stamps[number] = stamp
      }
      guard made.stamps.count == records.count else {
        throw CrashFinding("\(table.kind): a key stands there twice")
      }
      for position in table.indexedPositions {
        try Self.check(table, position, records, session)
      }
      tables[table.kind] = made
    }
  }

  private static func check(
    _ table: CrashTable, _ position: Int, _ records: [StoredRecord], _ session: RecordReader
  ) throws {
    let found = try session.records(RecordQuery(by: position), in: table.table.id)
    // Records that have no value are found among those that have one, in front of them.
    let expected = records.sorted {
      let (left, right) = (order($0.values[position]), order($1.values[position]))
      return left == right ? $0.key < $1.key : left < right
    }
    guard found == expected else {
      throw CrashFinding(
        "\(table.kind): by \(table.attributes[position]) are found \(found.map(\.key)), and not \(expected.map(\.key))"
      )
    }
    guard let record = records.last, record.values[position] != .null else { return }
    let query = RecordQuery.equal(to: record.values[position], by: position)
    let same = records.filter { $0.values[position] == record.values[position] }
    guard try session.records(query, in: table.table.id) == same else {
      throw CrashFinding("\(table.kind): \(record.key) is not found by its value")
    }
  }

  private static func order(_ value: StoredValue) -> Order {
    switch value {
    case .integer(let number): Order(rank: 1, number: number, text: "")
    case .text(let text): Order(rank: 2, number: 0, text: text)
    default: Order(rank: 0, number: 0, text: "")
    }
  }

  private struct Order: Comparable {
    let rank: Int
    let number: Int64
    let text: String

    static func < (left: Order, right: Order) -> Bool {
      (left.rank, left.number) == (right.rank, right.number)
        ? left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
        : (left.rank, left.number) < (right.rank, right.number)
    }
  }
}

extension CrashState: CustomStringConvertible {
  package var description: String {
    let parts = tables.sorted { $0.key.rawValue < $1.key.rawValue }.map { kind, table in
      let records = table.stamps.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
      return "\(kind).\(table.schema)(\(records.joined(separator: " ")))"
    }
    return parts.isEmpty ? "nothing" : parts.joined(separator: " ")
  }
}
