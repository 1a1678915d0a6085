#if !canImport(ObjectiveC)
  /// The name that a value transformer is registered under.
  public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
    /// The name as text.
    public let rawValue: String

    /// A name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Registered by this module: true for false, and false for true.
    public static let negateBooleanTransformerName = NSValueTransformerName("NSNegateBoolean")
    /// Registered by this module: whether a value is nil.
    public static let isNilTransformerName = NSValueTransformerName("NSIsNil")
    /// Registered by this module: whether a value is not nil.
    public static let isNotNilTransformerName = NSValueTransformerName("NSIsNotNil")
    /// Registered by this module: ``NSSecureUnarchiveFromDataTransformer`` itself.
    public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName(
      "NSSecureUnarchiveFromData")
  }
#endif
