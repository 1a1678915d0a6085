/// The type of the column of an attribute, for back ends whose columns have types, and for schemas.
///
/// Two types may be stored as the same ``StoredValue/Kind``: an `Int16` and an `Int64` are both integers, but a column for
/// the first one refuses what does not fit.
public struct StoredType: RawRepresentable, Hashable, Sendable, Codable {
  /// The name of the type, as it stands in schemas.
  public let rawValue: String

  /// A type by its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// False or true, as the integers 0 and 1.
  public static let boolean = StoredType(rawValue: "boolean")
  /// Integers from −128.
  public static let int8 = StoredType(rawValue: "int8")
  /// Integers of 16 bits.
  public static let int16 = StoredType(rawValue: "int16")
  /// Integers of 32 bits.
  public static let int32 = StoredType(rawValue: "int32")
  /// Integers of 64 bits.
  public static let int64 = StoredType(rawValue: "int64")
  /// Integers up to 255.
  public static let uint8 = StoredType(rawValue: "uint8")
  /// Integers of 16 bits without a sign.
  public static let uint16 = StoredType(rawValue: "uint16")
  /// Integers of 32 bits without a sign.
  public static let uint32 = StoredType(rawValue: "uint32")
  /// Integers of 64 bits without a sign; those above `Int64.max` are not storable.
  public static let uint64 = StoredType(rawValue: "uint64")
  /// Reals of which none needs more than the 24 significant bits of a `Float`.
  public static let float = StoredType(rawValue: "float")
  /// Reals.
  public static let double = StoredType(rawValue: "double")
  /// Text.
  public static let text = StoredType(rawValue: "text")
  /// Bytes.
  public static let blob = StoredType(rawValue: "blob")
  /// Points in time, as reals: seconds since 2001-01-01T00:00:00Z.
  public static let date = StoredType(rawValue: "date")
  /// UUIDs, as text in upper case.
  public static let uuid = StoredType(rawValue: "uuid")
  /// Values of any kind.
  public static let any = StoredType(rawValue: "any")

  /// The kind that values of the type are stored as; nil for ``any``, and for a type that this version does not know.
  public var kind: StoredValue.Kind? {
    switch self {
    case .boolean, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64: .integer
    case .float, .double, .date: .real
    case .text, .uuid: .text
    case .blob: .blob
    default: nil
    }
  }

  /// The type of a column that holds every value of one of this type, and of no other meaning: the wider integers of an
  /// integer, `double` of `float`.
  public func widens(to wider: StoredType) -> Bool {
    if self == wider { return true }
    if self == .float { return wider == .double }
    guard let range = Self.ranges[self], let other = Self.ranges[wider] else { return false }
    return other.lowerBound <= range.lowerBound && range.upperBound <= other.upperBound
  }

  /// Returns true if an integer is a value of the type: within its range, and 0 or 1 for ``boolean``.
  public func holds(_ value: Int64) -> Bool {
    if self == .boolean { return 0...1 ~= value }
    return Self.ranges[self]?.contains(value) ?? true
  }

  private static let ranges: [StoredType: ClosedRange<Int64>] = [
    .int8: range(of: Int8.self), .int16: range(of: Int16.self), .int32: range(of: Int32.self),
    .int64: range(of: Int64.self), .uint8: range(of: UInt8.self), .uint16: range(of: UInt16.self),
    .uint32: range(of: UInt32.self), .uint64: 0...Int64.max,
  ]

  private static func range<Value: FixedWidthInteger>(of type: Value.Type) -> ClosedRange<Int64> {
    Int64(Value.min)...Int64(Value.max)
  }
}

extension StoredType: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}
