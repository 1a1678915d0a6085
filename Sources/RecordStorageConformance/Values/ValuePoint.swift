internal import RecordStorage
internal import StorageTransforms

/// A value of the domain of Spec section 2, or one just outside of it.
struct ValuePoint: Sendable {
  /// What becomes of it.
  enum Fate: Hashable, Sendable {
    /// It comes back as a value: as itself, but for −0.
    case stored(StoredValue)
    /// It is refused.
    case refused(StorageError.Code)
  }

  /// What it is called in ids of cases.
  let name: String
  /// The type of the attribute.
  let type: StoredType
  let value: StoredValue
  /// What becomes of it in an attribute that is neither required nor indexed.
  let fate: Fate

  /// A value that comes back as it was.
  init(_ name: String, _ type: StoredType, _ value: StoredValue) {
    self.init(name, type, value, .stored(value))
  }

  init(_ name: String, _ type: StoredType, _ value: StoredValue, _ fate: Fate) {
    self.name = name
    self.type = type
    self.value = value
    self.fate = fate
  }

  /// What becomes of it under a constraint.
  func fate(_ constraint: Constraint) -> Fate {
    if value == .null { return constraint == .required ? .refused(.missingValue) : fate }
    guard constraint == .indexed || constraint == .unique else { return fate }
    let byteCount =
      switch value {
      case .text(let text): text.utf8.count
      case .blob(let bytes): bytes.count
      default: 0
      }
    if case .stored = fate, byteCount > 2_000 { return .refused(.limitExceeded) }
    return fate
  }

  /// Two other values of the type, which differ from this one.
  var others: [StoredValue] {
    let candidates: [StoredValue] =
      switch type {
      case .uuid:
        [
          .text("00000000-0000-4000-8000-00000000000A"),
          .text("00000000-0000-4000-8000-00000000000B"),
        ]
      case .boolean: [.integer(0), .integer(1)]
      default:
        switch type.kind {
        case .integer: [.integer(41), .integer(42), .integer(43)]
        case .real: [.real(41.5), .real(42.5), .real(43.5)]
        case .blob: [.bytes(41), .bytes(42), .bytes(43)]
        default: [.text("other"), .text("another"), .text("third")]
        }
      }
    return Array(candidates.filter { $0 != value }.prefix(2))
  }
}
