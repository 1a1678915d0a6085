public import StorageTransforms

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A query: the records that are read, and their order (Spec/back-ends.md, section 3).
public struct RecordQuery: Hashable, Sendable {
  /// An end of a range.
  public struct Bound: Hashable, Sendable {
    /// The last value, or what comes behind the last.
    public var value: StoredValue
    /// True if the value is in the range.
    public var isIncluded: Bool

    /// A bound.
    public init(_ value: StoredValue, isIncluded: Bool = true) {
      self.value = value
      self.isIncluded = isIncluded
    }
  }

  /// The position of the attribute that orders the records and that bounds are of; nil for the key.
  public var attribute: Int?
  /// The lower end of the range; nil for no bound.
  public var lower: Bound?
  /// The upper end of the range; nil for no bound.
  public var upper: Bound?
  /// True if the greatest comes first.
  public var isDescending: Bool
  /// The number of records that are taken; nil for all.
  public var limit: Int?

  /// All records, in the order of their keys, or what the parts say.
  public init(
    by attribute: Int? = nil, from lower: Bound? = nil, to upper: Bound? = nil,
    isDescending: Bool = false, limit: Int? = nil
  ) {
    self.attribute = attribute
    self.lower = lower
    self.upper = upper
    self.isDescending = isDescending
    self.limit = limit
  }

  /// The records with a value of an attribute, null included; nil asks for a key.
  public static func equal(to value: StoredValue, by attribute: Int? = nil) -> RecordQuery {
    RecordQuery(by: attribute, from: Bound(value), to: Bound(value))
  }

  /// The records whose text or bytes begin with others.
  ///
  /// - Parameters:
  ///   - prefix: Text or a blob; of any other kind none has a prefix but itself.
  ///   - attribute: The position of the attribute; nil asks for a key.
  public static func prefix(_ prefix: StoredValue, by attribute: Int? = nil) -> RecordQuery {
    switch prefix {
    case .text(let text):
      RecordQuery(
        by: attribute, from: Bound(prefix),
        to: successor(of: text).map { Bound(.text($0), isIncluded: false) })
    case .blob(let bytes):
      RecordQuery(
        by: attribute, from: Bound(prefix),
        to: successor(of: bytes).map { Bound(.blob($0), isIncluded: false) })
    default: equal(to: prefix, by: attribute)
    }
  }

  /// Returns true if a key or the value of the attribute is between the bounds (rule R3). O(bytes).
  public func finds(_ value: StoredValue) -> Bool {
    if value == .null { return lower == upper && (lower == nil || lower?.value == .null) }
    if let lower {
      guard value.kind == lower.value.kind, !StoredOrder.precedes(value, lower.value),
        lower.isIncluded || value != lower.value
      else { return false }
    }
    if let upper {
      guard value.kind == upper.value.kind, !StoredOrder.precedes(upper.value, value),
        upper.isIncluded || value != upper.value
      else { return false }
    }
    return true
  }

  /// The first text behind all that begin with a text, in the order of UTF-8, which is that of scalars.
  private static func successor(of text: String) -> String? {
    var scalars = Array(text.unicodeScalars)
    while let last = scalars.popLast() {
      // Surrogates are no scalars.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      scalars.append(scalar)
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      return String(text)
    }
    return nil
  }

  /// The first bytes behind all that begin with some.
  private static func successor(of bytes: Data) -> Data? {
    var bytes = Data(bytes)
    while let last = bytes.popLast() {
      guard last < .max else { continue }
      bytes.append(last + 1)
      return bytes
    }
    return nil
  }
}
