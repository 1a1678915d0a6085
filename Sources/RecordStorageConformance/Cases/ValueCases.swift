internal import RecordStorage
internal import StorageTransforms

/// Each value of the domain comes back as it was, whatever the attribute keeps and whoever looks; what is not in the domain changes
/// nothing (Spec section 2).
///
/// Value and constraint are crossed. Operation, kind of key, transaction and reading are those that the id's first half
/// decides: cases stay what they are when others are added.
struct ValueCases {
  enum Grouping: String, CaseIterable {
    case own = "own transaction"
    case larger = "larger transaction"
    case rolledBack = "rolled back"
  }

  enum Reading: String, CaseIterable {
    case sameSession = "same session"
    case otherSession = "another session"
    case reopened = "reopened"
  }

  static let points =
    ValuePoint.text + ValuePoint.blobs + ValuePoint.integers + ValuePoint.reals
    + ValuePoint.anyKind + ValuePoint.mismatches

  static let all: [ConformanceCase] = points.flatMap { point in
    let constraints = Constraint.allCases.filter { constraint in
      // Values of any kind have no order (rule S4), and a mismatch has nothing to do with constraints.
      if point.type == .any { return constraint == .plain || constraint == .required }
      return constraint == .plain || point.fate != .refused(.typeMismatch)
    }
    var cases = constraints.map { make(point, $0, isReopened: false) }
    if case .stored = point.fate { cases.append(make(point, .plain, isReopened: true)) }
    return cases
  }

  private static func make(
    _ point: ValuePoint, _ constraint: Constraint, isReopened: Bool
  ) -> ConformanceCase {
    let name = "value/\(point.name)/\(constraint.rawValue)"
    var choice = SplitMix(name + (isReopened ? "/reopened" : ""))
    let run = ValueCases(
      point: point, constraint: constraint,
      operation: [.insert, .update, .upsert][Int(choice.next() % 3)],
      key: RecordKey.Kind.allCases[Int(choice.next() % 3)],
      grouping: isReopened ? .own : Grouping.allCases[Int(choice.next() % 3)],
      reading: isReopened
        ? .reopened : [.sameSession, .otherSession][Int(choice.next() % 2)])
    var requires: StorageCapabilities = []
    if constraint == .unique { requires.insert(.uniqueAttributes) }
    if isReopened { requires.insert(.durable) }
    if run.grouping != .own { requires.insert(.transactions) }
    let id = [
      name, run.operation.rawValue, "\(run.key.rawValue) key", run.grouping.rawValue,
      run.reading.rawValue,
    ].joined(separator: "/")
    return ConformanceCase(
      id, rule: rule(point, constraint), requires: requires,
      [
        .value: point.name, .constraint: constraint.rawValue,
        .operation: run.operation.rawValue, .key: run.key.rawValue,
        .transaction: run.grouping.rawValue, .reading: run.reading.rawValue,
      ]
    ) { try run.run($0) }
  }

  private static func rule(_ point: ValuePoint, _ constraint: Constraint) -> String {
    switch point.fate(constraint) {
    case .refused(.limitExceeded): "K3"
    case .refused: "V2"
    case .stored: constraint == .unique ? "W2" : "V1"
    }
  }

  let point: ValuePoint
  let constraint: Constraint
  let operation: Change.Kind
  let key: RecordKey.Kind
  let grouping: Grouping
  let reading: Reading

  private static let table = "Item"

  private func record(_ number: Int, _ value: StoredValue) -> StoredRecord {
    StoredRecord(
      key: SampleKeys.key(number, key), values: [.text("before"), value, .integer(Int64(number))])
  }

  /// The record with the value has the number 5; those around it have others.
  private func run(_ bed: Testbed) throws {
    try bed.define(
      SampleTable.make(
        Self.table, key: key,
        [
          .column("before", .text), .column("value", point.type, constraint),
          .column("behind", .int32),
        ]))
    let others = point.others
    var begin = zip([3, 7], others).map { record($0, $1) }
    if constraint == .unique { begin = Array(begin.prefix(1)) }
    if operation == .update || (operation == .upsert && key == .text) {
      begin.append(record(5, others[others.count - 1]))
      if constraint == .unique, others.count < 2 { begin.removeFirst() }
    }
    try bed.fill(Self.table, begin)
    switch grouping {
    case .own: try bed.store.write(.written) { try change(bed, $0) }
    case .larger:
      try bed.store.write(.written) { writer in
        try neighbour(1, bed, writer)
        try change(bed, writer)
        try neighbour(9, bed, writer)
        try bed.verify("in the transaction", writer)
      }
    case .rolledBack:
      try bed.rollBack { writer in
        try neighbour(1, bed, writer)
        try change(bed, writer)
      }
    }
    if reading == .reopened { try bed.reopen() }
    try bed.verify(reading == .reopened ? "after reopening" : "afterwards")
  }

  /// A change of another record, which has nothing in the attribute where it may.
  private func neighbour(_ number: Int, _ bed: Testbed, _ writer: RecordWriter) throws {
    let value: StoredValue = constraint == .required ? point.others[0] : .null
    try bed.expect(
      try bed.apply(.insert(record(number, value)), to: Self.table, writer), is: .done,
      "another record of the transaction")
  }

  private func change(_ bed: Testbed, _ writer: RecordWriter) throws {
    let change = Change(operation, record(5, point.value))
    switch point.fate(constraint) {
    case .stored(let value):
      let stored = Change(operation, record(5, value))
      try bed.expect(
        try bed.apply(change, storedAs: stored, to: Self.table, writer), is: .done, "\(change)")
    case .refused(let code):
      try bed.expect(code, "\(change) with \(Shown.text(point.value))") {
        _ = try change.apply(to: Self.table, writer)
      }
    }
    guard reading == .sameSession else { return }
    try bed.verify("in the session of the change", writer)
  }
}
