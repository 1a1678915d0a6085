import RecordStorage
import StorageTransforms

/// What faults make of queries and of what they find.
extension Fault {
  /// The query that is asked instead.
  func bounds(_ query: RecordQuery) -> RecordQuery {
    var query = query
    guard query.lower?.value != .null, query.lower != query.upper else { return query }
    switch self {
    case .lowerBoundIsExcluded: query.lower?.isIncluded = false
    case .upperBoundIsExcluded: query.upper?.isIncluded = false
    case .excludedBoundIsIncluded:
      query.lower?.isIncluded = true
      query.upper?.isIncluded = true
    case .descendingIsIgnored: query.isDescending = false
    default: break
    }
    return query
  }

  /// What is found: some of what the query finds, or of all records.
  func find(
    _ found: [StoredRecord], _ query: RecordQuery, _ all: () throws -> [StoredRecord]
  ) rethrows -> [StoredRecord] {
    switch self {
    case .prefixIsFoundInside:
      guard case .text(let text)? = query.lower?.value, query.upper?.isIncluded == false else {
        return found
      }
      return try all().filter { record in
        if case .text(let other) = Self.value(record, query) { other.contains(text) } else { false }
      }
    case .nullIsBelowBounds:
      guard query.attribute != nil, query.lower == nil, query.upper != nil else { return found }
      let nulls = try all().filter { Self.value($0, query) == .null }
      return query.isDescending ? found + nulls.reversed() : nulls + found
    default: return found
    }
  }

  static func value(_ record: StoredRecord, _ query: RecordQuery) -> StoredValue {
    query.attribute.map { record.values[$0] } ?? record.key.value
  }

  /// The order in which they come.
  func order(_ records: [StoredRecord], _ query: RecordQuery) -> [StoredRecord] {
    func sorted<Key: Comparable>(_ key: (StoredValue) -> Key?) -> [StoredRecord] {
      let keys = records.enumerated().map { ($0, key(Self.value($1, query)), $1) }
      guard !keys.contains(where: { $0.1 == nil }) else { return records }
      return keys.sorted { left, right in
        guard let first = left.1, let second = right.1, first != second else {
          return left.0 < right.0
        }
        return query.isDescending ? second < first : first < second
      }.map(\.2)
    }
    switch self {
    case .descendingTiesAscend:
      guard query.isDescending, query.attribute != nil else { return records }
      var groups: [[StoredRecord]] = []
      for record in records {
        if let last = groups.last?.last, Self.value(last, query) == Self.value(record, query) {
          groups[groups.count - 1].append(record)
        } else {
          groups.append([record])
        }
      }
      return groups.flatMap { $0.reversed() }
    case .integersAreOrderedAsText:
      return sorted { if case .integer(let number) = $0 { "\(number)" } else { nil } }
    case .textIsOrderedWithoutCase:
      return sorted { if case .text(let text) = $0 { text.lowercased() } else { nil } }
    case .textIsOrderedByUTF16:
      return sorted { value in
        guard case .text(let text) = value else { return nil as String? }
        return text.utf16.map { unit in
          let digits = String(unit, radix: 16)
          return String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
      }
    case .realsAreUnordered:
      return sorted { if case .real(let number) = $0 { number.bitPattern } else { nil } }
    case .nullsComeLast:
      let nulls = records.filter { Self.value($0, query) == .null }
      let others = records.filter { Self.value($0, query) != .null }
      return query.isDescending ? nulls + others : others + nulls
    default: return records
    }
  }

  /// What a cursor makes of them.
  func miss(_ records: [StoredRecord]) -> [StoredRecord] {
    switch self {
    case .scanMissesTheFirst: Array(records.dropFirst())
    case .scanMissesTheLast: Array(records.dropLast())
    case .cursorRepeatsARecord: records.count > 2 ? [records[0]] + records : records
    case .cursorEndsEarly: Array(records.prefix(1_000))
    default: records
    }
  }
}
