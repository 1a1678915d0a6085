package import RecordStorage
internal import StorageTransforms

/// Accounts between which amounts move: what they have together is always the same, and the number of moves never goes back.
///
/// Whoever reads anything else has seen half a commit, or an index that does not agree with its records.
package enum Ledger {
  package static let accountCount: Int64 = 8
  private static let firstAmount: Int64 = 1_000
  /// The key of the record that counts moves.
  private static let counter: Int64 = 0

  package static let table = RecordTable(
    EntitySchema(
      "Account",
      attributes: [
        AttributeSchema("id", type: .int64, form: TransformForm("native"), isRequired: true),
        AttributeSchema("owner", type: .text, form: TransformForm("native"), isUnique: true),
        AttributeSchema("amount", type: .int64, form: TransformForm("native"), isIndexed: true),
      ]), keyKind: .integer, keyAttribute: "id")

  /// What is wrong with a state.
  package struct Broken: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// Defines the table, and opens the accounts.
  package static func make(in session: RecordWriter) throws {
    try session.define(table)
    for id in 0...accountCount {
      try session.insert(account(id, id == counter ? 0 : firstAmount, moves: 0), into: table.id)
    }
  }

  private static func account(_ id: Int64, _ amount: Int64, moves: Int64) -> StoredRecord {
    // Names of several lengths, so that frames differ in theirs.
    let owner = "\(id) of \(moves)" + String(repeating: "-", count: Int(moves * 7 % 60))
    return StoredRecord(
      key: .integer(id), values: [.integer(id), .text(owner), .integer(amount)])
  }

  /// Moves an amount from one account to another.
  ///
  /// - Returns: How many moves there were, with this one.
  @discardableResult
  package static func move(in session: RecordWriter) throws -> Int64 {
    let moves = try amount(of: counter, session) + 1
    let from = 1 + moves % accountCount
    let to = 1 + (moves * 3 + 1) % accountCount
    try session.update(account(counter, moves, moves: moves), in: table.id)
    guard from != to else { return moves }
    try session.update(account(from, amount(of: from, session) - 7, moves: moves), in: table.id)
    try session.update(account(to, amount(of: to, session) + 7, moves: moves), in: table.id)
    return moves
  }

  /// How many moves there were, without a look at the accounts; nil if none were opened.
  package static func count(_ session: RecordReader) throws -> Int64? {
    try session.table(table.id) == nil ? nil : amount(of: counter, session)
  }

  private static func amount(of id: Int64, _ session: RecordReader) throws -> Int64 {
    guard case .integer(let amount)? = try session.values(of: .integer(id), in: table.id)?[2] else {
      throw Broken(description: "account \(id) is not there")
    }
    return amount
  }

  /// How many moves there were.
  ///
  /// - Throws: ``Broken`` if accounts, their sum, or what they are found by are not right.
  package static func check(_ session: RecordReader) throws -> Int64 {
    let records = try session.records(in: table.id)
    guard records.map(\.key) == (0...accountCount).map({ .integer($0) }) else {
      throw Broken(description: "accounts \(records.map(\.key))")
    }
    let amounts = records.map { record -> Int64 in
      if case .integer(let amount) = record.values[2] { amount } else { .min }
    }
    let sum = amounts.dropFirst().reduce(0, &+)
    guard sum == firstAmount * accountCount else { throw Broken(description: "the sum is \(sum)") }
    for position in [1, 2] {
      let found = try session.records(RecordQuery(by: position), in: table.id)
      guard found.sorted(by: { $0.key < $1.key }) == records else {
        throw Broken(description: "found by attribute \(position): \(found.map(\.key))")
      }
    }
    try Ballast.check(amounts[0], session)
    return amounts[0]
  }

  /// How many moves there were; nil if no accounts were opened.
  ///
  /// - Throws: As ``check(_:)``.
  package static func moves(_ session: RecordReader) throws -> Int64? {
    try session.table(table.id) == nil ? nil : check(session)
  }
}
