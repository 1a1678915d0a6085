/// Compares the calls of a log with the fields that a type describes, one after the other.
final class CodingComparison {
  enum Values {
    /// Fields are properties of the value.
    case fields(of: Any)
    /// Fields are the values in a payload.
    case payload(PayloadValues)
  }

  private let log: CodingLog
  private let values: Values
  private var index = 0
  private var isSame = true

  init(_ log: CodingLog, _ values: Values) {
    self.log = log
    self.values = values
  }

  /// True if all calls were compared, and each is that of a field.
  var isWhole: Bool { isSame && index == log.entries.count }

  /// Compares the next call with a field that always has a value.
  func compare<Root, Value: Encodable>(_ key: String, _ path: KeyPath<Root, Value>) {
    next(key) { entry in
      guard case .fields(let root) = values, let root = root as? Root else { return false }
      return entry.holds(root[keyPath: path], isOptional: false)
    }
  }

  /// Compares the next call with a field that may be absent.
  func compare<Root, Value: Encodable>(_ key: String, optional path: KeyPath<Root, Value?>) {
    next(key) { entry in
      guard case .fields(let root) = values, let root = root as? Root else { return false }
      return entry.holds(root[keyPath: path], isOptional: true)
    }
  }

  /// Compares the next call with a value of a payload.
  func compare<Value: Encodable>(_ key: String, _ type: Value.Type, isOptional: Bool) {
    let place = index
    next(key) { entry in
      guard case .payload(let payload) = values, entry.isOptional == isOptional,
        entry.type == type, entry.nested == nil
      else { return false }
      guard let values = payload.values, values.indices.contains(place) else { return true }
      // A mirror shows the value inside of an optional that a payload is.
      let value = isOptional ? (values[place] as? Value?) ?? nil : values[place] as? Value
      return entry.holds(value, isOptional: isOptional)
    }
  }

  /// Compares the next call with the fields of the superclass.
  func compare(superclass type: any ArchivableObject.Type) {
    next("super") { entry in
      guard case .fields(let root) = values, let nested = entry.nested else { return false }
      return nested.holds(root) { type.describeFields(&$0) }
    }
  }

  private func next(_ key: String, _ holds: (CodingLog.Entry) -> Bool) {
    guard isSame, log.entries.indices.contains(index), log.entries[index].key.hasSameBytes(as: key),
      holds(log.entries[index])
    else { return isSame = false }
    index += 1
  }
}
