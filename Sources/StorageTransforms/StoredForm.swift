/// A type whose values a back end holds as they are: numbers, text, bytes, and optionals of these.
///
/// Only types for which that is lossless conform. What does not fit is an error in both directions: an unsigned number
/// above `Int64.max` is not storable, a stored number that does not fit the type is unreadable.
public protocol StoredForm: Sendable {
  /// The kinds that values of the type are stored as; null is one of them for optionals alone.
  static var storedKinds: Set<StoredValue.Kind> { get }

  /// The type of a column of values of this type. Follows from ``storedKinds`` unless a type says it.
  static var storedType: StoredType { get }

  /// The relation between values that their stored forms keep: order for the types of this package, nothing for others unless they
  /// promise more.
  static var keeps: KeptRelation { get }

  /// The value as a back end holds it.
  ///
  /// - Throws: ``TransformError/Code/notStorable`` for a value that no back end holds.
  func storedValue() throws(TransformError) -> StoredValue

  /// The value that a back end holds.
  ///
  /// - Throws: ``TransformError/Code/typeMismatch`` for a stored value of another kind, and
  ///   ``TransformError/Code/unreadable`` for one that the type has no value for.
  init(storedValue: StoredValue) throws(TransformError)
}

extension StoredForm {
  /// Nothing.
  public static var keeps: KeptRelation { .nothing }

  /// The widest type of the kind that values are stored as.
  public static var storedType: StoredType {
    let kinds = storedKinds.subtracting([.null])
    guard kinds.count == 1, let kind = kinds.first else { return .any }
    return switch kind {
    case .integer: .int64
    case .real: .double
    case .text: .text
    case .blob: .blob
    case .null: .any
    }
  }

  /// The error for a stored value that is not of the kind that the type has.
  static func mismatch(_ stored: StoredValue) -> TransformError {
    let kinds = storedKinds.map(\.rawValue).sorted().joined(separator: " or ")
    return TransformError(
      .typeMismatch, "\(Self.self) is stored as \(kinds), and this is \(stored.kind.rawValue)")
  }
}

extension StoredValue: StoredForm {
  /// The kinds that values are stored as.
  public static var storedKinds: Set<Kind> { Set(Kind.allCases) }
  /// Order: the value itself is stored.
  public static var keeps: KeptRelation { .order }
  /// The value as a back end holds it.
  public func storedValue() -> StoredValue { self }
  /// The value that a back end holds.
  public init(storedValue: StoredValue) { self = storedValue }
}

extension Optional: StoredForm where Wrapped: StoredForm {
  /// The kinds that values are stored as.
  public static var storedKinds: Set<StoredValue.Kind> { Wrapped.storedKinds.union([.null]) }

  /// The type of a column of the wrapped values.
  public static var storedType: StoredType { Wrapped.storedType }

  /// The relation that the wrapped values keep. Nil comes first.
  public static var keeps: KeptRelation { Wrapped.keeps }

  /// The value as a back end holds it.
  public func storedValue() throws(TransformError) -> StoredValue {
    guard let self else { return .null }
    let stored = try self.storedValue()
    if stored == .null {
      throw TransformError(.notStorable, "a null inside \(Self.self) would come back as no value")
    }
    return stored
  }

  /// The value that a back end holds.
  public init(storedValue: StoredValue) throws(TransformError) {
    self = storedValue == .null ? nil : try Wrapped(storedValue: storedValue)
  }
}
