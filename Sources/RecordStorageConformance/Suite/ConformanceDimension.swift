/// In which ways the cases of the suite differ: the columns of its matrix.
public enum ConformanceDimension: String, Hashable, Sendable, CaseIterable {
  /// What is called: insert, fetch, a query.
  case operation
  /// The kind of the keys.
  case key
  /// What is stored.
  case value
  /// The rule of the attribute: plain, required, indexed, unique.
  case constraint
  /// How changes are grouped, and how that ends.
  case transaction
  /// Who looks at what was stored.
  case reading
  /// The order of a query.
  case order
  /// How many threads.
  case concurrency
  /// What names consist of.
  case name
}
