/// How often an archive holds values of a type and what they cost.
public struct TypeUsage: Hashable, Sendable {
  /// The archive name with generic arguments; nil for records without a type.
  public var name: String?
  /// Whether its values are class instances.
  public var isClass: Bool
  /// The version of the type's archived form, 0 for none.
  public var version: UInt64
  /// The archive name of its superclass, if the archive tells it.
  public var superclass: String?
  /// Whether values of it stand, or are referred to, where values of other types are too. Whoever decodes such a
  /// place needs all of them on the allow-list, but for the one that is asked for.
  public var isAmongOthers = false
  /// Values: records, class instances and typed values. References are not counted.
  public var count = 0
  /// Raw bytes of these values with all inside them; a value within another of the same type is not
  /// counted again.
  public var byteCount = 0
  /// Raw bytes of these values without the values of named types, and records, inside them.
  public var ownByteCount = 0

  package init(name: String?, isClass: Bool, version: UInt64, superclass: String? = nil) {
    self.superclass = superclass
    self.name = name
    self.isClass = isClass
    self.version = version
  }
}
