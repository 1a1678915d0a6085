internal import RecordStorage
internal import StorageTransforms

/// Each kind of query by each kind of key and attribute, in both orders: records, their order, and counts (rules R2 to R5, R9).
enum QueryCases {
  enum Shape: String, CaseIterable, Sendable {
    case all
    case equality
    case miss = "equality without a record"
    case closed = "range with both ends"
    case open = "range without its ends"
    case halfOpen = "range without its upper end"
    case openLower = "range without its lower end"
    case from = "from a value"
    case behind = "behind a value"
    case through = "up to a value"
    case before = "before a value"
    case reversed = "range that ends before it begins"
    case point = "range around one value without it"
    case prefix
    case null
    case limit
    case limitOfRange = "limit of a range"
    case count

    var rule: String {
      switch self {
      case .all, .equality, .miss: "R2"
      case .limit, .limitOfRange: "R5"
      case .count: "R9"
      default: "R3"
      }
    }
  }

  static let all: [ConformanceCase] = QueryColumn.all.flatMap { column in
    Shape.allCases.filter { shape in
      (shape != .prefix || !column.prefixes.isEmpty) && (shape != .null || column.place != .key)
    }.flatMap { shape in
      [false, true].map { isDescending in
        let order = isDescending ? "descending" : "ascending"
        return ConformanceCase(
          "query/\(shape.rawValue)/\(column.name)/\(order)",
          rule: shape == .all && isDescending ? "R4" : shape.rule,
          requires: column.place == .unique ? .uniqueAttributes : [],
          [
            .operation: "query \(shape.rawValue)", .key: column.keyKind.rawValue,
            .constraint: column.place == .key ? "key" : column.place.rawValue, .order: order,
            .value: column.type.kind?.rawValue ?? "",
          ]
        ) { try run(column, shape, isDescending, $0) }
      }
    }
  }

  private static func run(
    _ column: QueryColumn, _ shape: Shape, _ isDescending: Bool, _ bed: Testbed
  ) throws {
    try bed.define(column.table)
    let records = try column.records()
    try bed.fill("Item", records)
    let probes = probes(column, shape, records.count)
    try bed.expect(!probes.isEmpty, "the case has no queries")
    try bed.store.read { reader in
      for var probe in probes {
        probe.query.isDescending = isDescending
        try bed.check(probe, in: "Item", shape.rawValue, reader)
      }
    }
  }

  private static func probes(_ column: QueryColumn, _ shape: Shape, _ count: Int) -> [Probe] {
    typealias Bound = RecordQuery.Bound
    let (values, position) = (column.values, column.position)
    /// Ends that records have, and one that none has.
    let ends = [values[0], values[3], column.absent, values[6], values[values.count - 1]]
    func ranges(_ lower: Bool, _ upper: Bool) -> [Probe] {
      ends.indices.flatMap { first in
        ends[first...].map { last in
          .range(
            Bound(ends[first], isIncluded: lower), Bound(last, isIncluded: upper), by: position)
        }
      }
    }
    func limited(_ probe: Probe) -> [Probe] {
      [0, 1, 2, count - 1, count, count + 1, .max].map { limit in
        var probe = probe
        probe.query.limit = limit
        return probe
      }
    }
    switch shape {
    case .all: return [.all(by: position)]
    case .equality: return values.map { .equal($0, by: position) }
    case .miss: return [.equal(column.absent, by: position)]
    case .closed: return ranges(true, true)
    case .open: return ranges(false, false)
    case .halfOpen: return ranges(true, false)
    case .openLower: return ranges(false, true)
    case .from: return ends.map { .range(Bound($0), nil, by: position) }
    case .behind: return ends.map { .range(Bound($0, isIncluded: false), nil, by: position) }
    case .through: return ends.map { .range(nil, Bound($0), by: position) }
    case .before: return ends.map { .range(nil, Bound($0, isIncluded: false), by: position) }
    case .reversed:
      return [.range(Bound(ends[3]), Bound(ends[1]), by: position)]
    case .point:
      return [(false, false), (true, false), (false, true)].map {
        .range(
          Bound(values[3], isIncluded: $0.0), Bound(values[3], isIncluded: $0.1), by: position)
      }
    case .prefix: return column.prefixes.map { .prefix($0, by: position) }
    case .null: return [.equal(.null, by: position)] + limited(.equal(.null, by: position))
    case .limit: return limited(.all(by: position))
    case .count:
      return ([.all(by: position)] + ranges(true, false)).flatMap { limited($0).prefix(2) }
    case .limitOfRange: return limited(.range(Bound(values[2]), Bound(ends[4]), by: position))
    }
  }
}
