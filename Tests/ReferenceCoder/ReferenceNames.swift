/// The names, versions and superclasses of types, as the caller knows them: this module imports nothing that could tell
/// them.
package struct ReferenceNames: Sendable {
  /// The name that a type gives itself; nil for its name without modules.
  package var own: @Sendable (any Any.Type) -> String?
  /// The version of the form of a type, 0 for none.
  package var version: @Sendable (any Any.Type) -> UInt64
  /// The superclass that an archive has to name beside a type.
  package var namedSuperclass: @Sendable (any Any.Type) -> AnyClass?

  /// Creates the names. No type says anything of itself by default.
  package init(
    own: @escaping @Sendable (any Any.Type) -> String? = { _ in nil },
    version: @escaping @Sendable (any Any.Type) -> UInt64 = { _ in 0 },
    namedSuperclass: @escaping @Sendable (any Any.Type) -> AnyClass? = { _ in nil }
  ) {
    (self.own, self.version, self.namedSuperclass) = (own, version, namedSuperclass)
  }

  /// The name under which values of a type stand in archives.
  func name(of type: any Any.Type) -> String {
    own(type) ?? TypeName.withoutModules(String(reflecting: type))
  }
}
