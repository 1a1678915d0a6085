internal import RecordStorage
internal import StorageTransforms

/// A query, and what it finds by the words of the Spec.
struct Probe: Sendable {
  let name: String
  var query: RecordQuery
  let finds: @Sendable (StoredValue) -> Bool

  init(_ name: String, _ query: RecordQuery, finds: @escaping @Sendable (StoredValue) -> Bool) {
    self.name = name
    self.query = query
    self.finds = finds
  }

  /// All records, null included.
  static func all(by attribute: Int?) -> Probe {
    Probe("all", RecordQuery(by: attribute)) { _ in true }
  }

  /// The records with a value; with null those without one.
  static func equal(_ value: StoredValue, by attribute: Int?) -> Probe {
    Probe("equal to \(Shown.text(value))", .equal(to: value, by: attribute)) {
      ModelOrder.compare($0, value) == 0
    }
  }

  /// The records between two bounds.
  static func range(
    _ lower: RecordQuery.Bound?, _ upper: RecordQuery.Bound?, by attribute: Int?
  ) -> Probe {
    let from = lower.map { ($0.isIncluded ? "[" : "(") + Shown.text($0.value) } ?? "(…"
    let to = upper.map { Shown.text($0.value) + ($0.isIncluded ? "]" : ")") } ?? "…)"
    return Probe("\(from), \(to)", RecordQuery(by: attribute, from: lower, to: upper)) { value in
      if value == .null { return lower == nil && upper == nil }
      if let lower {
        let order = ModelOrder.compare(value, lower.value)
        if order < 0 || (order == 0 && !lower.isIncluded) { return false }
      }
      if let upper {
        let order = ModelOrder.compare(value, upper.value)
        if order > 0 || (order == 0 && !upper.isIncluded) { return false }
      }
      return true
    }
  }

  /// The records whose value begins with text or bytes.
  static func prefix(_ prefix: StoredValue, by attribute: Int?) -> Probe {
    Probe("prefix \(Shown.text(prefix))", .prefix(prefix, by: attribute)) { value in
      switch (prefix, value) {
      case (.text(let prefix), .text(let text)): text.utf8.starts(with: prefix.utf8)
      case (.blob(let prefix), .blob(let bytes)): bytes.starts(with: prefix)
      default: false
      }
    }
  }
}
