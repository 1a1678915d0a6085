#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Integers of every width, as a stored integer.
public protocol StoredInteger: StoredForm, FixedWidthInteger {}

extension StoredInteger {
  /// The kinds that values are stored as.
  public static var storedKinds: Set<StoredValue.Kind> { [.integer] }
  /// The type of a column of values: integers of as many bits.
  public static var storedType: StoredType {
    StoredType(rawValue: "\(isSigned ? "int" : "uint")\(bitWidth)")
  }
  /// Order: the number itself is stored.
  public static var keeps: KeptRelation { .order }

  /// The value as a back end holds it.
  public func storedValue() throws(TransformError) -> StoredValue {
    guard let value = Int64(exactly: self) else {
      throw TransformError(.notStorable, "\(self) is larger than a stored integer can be")
    }
    return .integer(value)
  }

  /// The value that a back end holds.
  public init(storedValue: StoredValue) throws(TransformError) {
    guard case .integer(let integer) = storedValue else { throw Self.mismatch(storedValue) }
    guard let value = Self(exactly: integer) else {
      throw TransformError(.unreadable, "\(integer) does not fit \(Self.self)")
    }
    self = value
  }
}

extension Int: StoredInteger {}
extension Int8: StoredInteger {}
extension Int16: StoredInteger {}
extension Int32: StoredInteger {}
extension Int64: StoredInteger {}
extension UInt: StoredInteger {}
extension UInt8: StoredInteger {}
extension UInt16: StoredInteger {}
extension UInt32: StoredInteger {}
extension UInt64: StoredInteger {}

extension Bool: StoredForm {
  /// The kinds that values are stored as.
  public static var storedKinds: Set<StoredValue.Kind> { [.integer] }
  /// Order: false comes before true.
  public static var keeps: KeptRelation { .order }
  /// The type of a column of values.
  public static var storedType: StoredType { .boolean }
  /// The value as a back end holds it.
  public func storedValue() -> StoredValue { .integer(self ? 1 : 0) }

  /// The value that a back end holds.
  public init(storedValue: StoredValue) throws(TransformError) {
    guard case .integer(let integer) = storedValue else { throw Self.mismatch(storedValue) }
    guard integer == 0 || integer == 1 else {
      throw TransformError(.unreadable, "\(integer) is neither 0 nor 1")
    }
    self = integer == 1
  }
}

extension Double: StoredForm {
  /// The kinds that values are stored as.
  public static var storedKinds: Set<StoredValue.Kind> { [.real] }
  /// Order: the number itself is stored.
  public static var keeps: KeptRelation { .order }
  /// The value as a back end holds it.
  public func storedValue() -> StoredValue { .real(self) }

  /// The value that a back end holds.
  public init(storedValue: StoredValue) throws(TransformError) {
    guard case .real(let value) = storedValue else { throw Self.mismatch(storedValue) }
    self = value
  }
}

extension Float: StoredForm {
  /// The kinds that values are stored as.
  public static var storedKinds: Set<StoredValue.Kind> { [.real] }
  /// Order: a real holds each of them exactly.
  public static var keeps: KeptRelation { .order }
  /// The type of a column of values.
  public static var storedType: StoredType { .float }
  /// The value as a back end holds it.
  public func storedValue() -> StoredValue { .real(Double(self)) }

  /// The value that a back end holds.
  public init(storedValue: StoredValue) throws(TransformError) {
    let value = try Double(storedValue: storedValue)
    guard value.isNaN || Double(Float(value)) == value else {
      throw TransformError(.unreadable, "\(value) does not fit Float")
    }
    self = Float(value)
  }
}

extension String: StoredForm {
  /// The kinds that values are stored as.
  public static var storedKinds: Set<StoredValue.Kind> { [.text] }
  /// Order: that of the UTF-8 bytes.
  public static var keeps: KeptRelation { .order }
  /// The value as a back end holds it.
  public func storedValue() -> StoredValue { .text(self) }

  /// The value that a back end holds.
  public init(storedValue: StoredValue) throws(TransformError) {
    guard case .text(let value) = storedValue else { throw Self.mismatch(storedValue) }
    self = value
  }
}

extension Data: StoredForm {
  /// The kinds that values are stored as.
  public static var storedKinds: Set<StoredValue.Kind> { [.blob] }
  /// Order: that of the bytes.
  public static var keeps: KeptRelation { .order }
  /// The value as a back end holds it.
  public func storedValue() -> StoredValue { .blob(self) }

  /// The value that a back end holds.
  public init(storedValue: StoredValue) throws(TransformError) {
    guard case .blob(let value) = storedValue else { throw Self.mismatch(storedValue) }
    self = value
  }
}
