#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Date: StoredForm {
  /// The kinds that values are stored as.
  public static var storedKinds: Set<StoredValue.Kind> { [.real] }
  /// Order: seconds are in the order of the dates.
  public static var keeps: KeptRelation { .order }
  /// The type of a column of values.
  public static var storedType: StoredType { .date }
  /// Seconds since 2001-01-01T00:00:00Z, which is what a date is in memory: nothing is lost, and numbers are in the order
  /// of the dates. `ISO8601Transform` stores text that people read.
  public func storedValue() -> StoredValue { .real(timeIntervalSinceReferenceDate) }

  /// The value that a back end holds.
  public init(storedValue: StoredValue) throws(TransformError) {
    guard case .real(let seconds) = storedValue else { throw Self.mismatch(storedValue) }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
}

extension UUID: StoredForm {
  /// The kinds that values are stored as.
  public static var storedKinds: Set<StoredValue.Kind> { [.text] }
  /// Order: digits of one case are in the order of the bytes.
  public static var keeps: KeptRelation { .order }
  /// The type of a column of values.
  public static var storedType: StoredType { .uuid }
  /// The text of RFC 9562 in upper case, so that equal UUIDs are equal text.
  public func storedValue() -> StoredValue { .text(uuidString) }

  /// The value that a back end holds, in either case.
  public init(storedValue: StoredValue) throws(TransformError) {
    guard case .text(let text) = storedValue else { throw Self.mismatch(storedValue) }
    guard let value = UUID(uuidString: text) else {
      throw TransformError(.unreadable, "“\(text)” is no UUID")
    }
    self = value
  }
}
