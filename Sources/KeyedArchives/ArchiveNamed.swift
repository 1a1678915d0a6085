/// A type with a name of its own in archives, which it keeps when the Swift type is renamed or moves into
/// another one.
///
/// ```swift
/// final class Circle: Codable, ArchiveNamed {
///   static let archiveName = "geometry.Circle"
/// }
/// ```
///
/// Without it the name is the unqualified one, `Outer.Circle`, so that a type can move to another module.
/// Names that a type had before are aliases on the entry of the reader's list
/// (``TypeAllowList/allow(_:names:under:)``). A subclass has a name of its own, or its unqualified one: that
/// of its superclass is not inherited. A generic type that names itself puts its arguments into the name, as
/// those without do:
///
/// ```swift
/// static var archiveName: String { "Box<\(KeyedArchiver.archiveName(of: Element.self))>" }
/// ```
public protocol ArchiveNamed {
  /// The name: 1 to 1,024 bytes of UTF-8 without control characters, the same at every call.
  static var archiveName: String { get }
}

extension KeyedArchiver {
  /// The name under which values of a type stand in archives.
  public static func archiveName(of type: any Any.Type) -> String { TypeName.of(type).text }
}
