/// The values of a record as an entity's fields take them, one after the other, whatever order and forms the schema has
/// that they were stored under.
struct StoredAttributes {
  /// Where a field finds its value.
  struct Place: Sendable {
    /// The position in the record; nil if it has no such attribute.
    let position: Int?
    /// What the attribute was when the record was stored; nil if it was what it is.
    let schema: AttributeSchema?
  }

  private let values: [StoredValue]
  private let places: [Place]?
  private let results: [Int: StoredValue]
  private var index = 0

  /// - Parameters:
  ///   - places: Where each field finds its value; nil if the record has the entity's own schema.
  ///   - results: Values in the entity's own form that take the place of stored ones, by the positions of fields.
  init(_ values: [StoredValue], _ places: [Place]? = nil, _ results: [Int: StoredValue] = [:]) {
    self.values = values
    self.places = places
    self.results = results
  }

  /// What is stored for the field at a position.
  func value(at index: Int) -> (value: StoredValue?, schema: AttributeSchema?) {
    guard let places else { return (values[index], nil) }
    if !results.isEmpty, let result = results[index] { return (result, nil) }
    return (places[index].position.map { values[$0] }, places[index].schema)
  }

  /// What is stored for the next field.
  mutating func next() -> (value: StoredValue?, schema: AttributeSchema?) {
    defer { index += 1 }
    return value(at: index)
  }
}
