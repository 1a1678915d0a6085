internal import RecordStorage
internal import StorageTransforms

/// What a change came to.
enum Outcome: Hashable {
  /// It was made.
  case done
  /// There was no record to change, which the store said.
  case missed
  /// It was refused.
  case refused(Refusal)

  /// What is in the error of a change that was refused.
  struct Refusal: Hashable {
    var code: StorageError.Code
    var attribute: String?
    var value: StoredValue?
    var key: RecordKey?
    var existingKey: RecordKey?
  }
}

extension Outcome.Refusal {
  init(_ error: StorageError) {
    self.init(
      code: error.code, attribute: error.attribute, value: error.value, key: error.key,
      existingKey: error.existingKey)
  }
}

extension Outcome: CustomStringConvertible {
  var description: String {
    switch self {
    case .done: return "done"
    case .missed: return "no record"
    case .refused(let refusal):
      var text = refusal.code.rawValue
      if let attribute = refusal.attribute { text += " of \(attribute)" }
      if let value = refusal.value { text += " \(Shown.text(value))" }
      if let key = refusal.key { text += " for \(Shown.text(key.value))" }
      if let existing = refusal.existingKey { text += ", which \(Shown.text(existing.value)) has" }
      return text
    }
  }
}
