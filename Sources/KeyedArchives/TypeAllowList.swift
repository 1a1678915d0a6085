internal import ArchiveFormat

/// The types that an archive may bring back where it names them: classes where a superclass of theirs is
/// asked for, and any type in an ``Existential``.
///
/// ```swift
/// unarchiver.allowedTypes = [Circle.self, Square.self]
/// unarchiver.allowedTypes.allow(Circle.self, names: ["Disc"])
/// unarchiver.allowedTypes.allow(Admin.self, under: ArchivePath(parsing: "staff"))
/// ```
///
/// A type is allowed exactly: listing a base class does not allow its subclasses. Names in the
/// archive are only compared with the names here, byte by byte; nothing is looked up at run time.
public struct TypeAllowList: Sendable, ExpressibleByArrayLiteral {
  /// A type that can be decoded.
  public typealias DecodableType = any (Decodable & SendableMetatype).Type

  /// A type under one name, and the paths under which alone it is allowed; empty for any.
  struct Grant: Sendable {
    let type: DecodableType
    var paths: [ArchivePath]

    func allows(_ path: () -> ArchivePath) -> Bool {
      if paths.isEmpty { return true }
      let steps = path().steps
      return paths.contains { steps.starts(with: $0.steps) }
    }
  }

  private var grants: [String.UTF8View.Digest: Grant] = [:]
  /// What two entries contradict each other in; every use of the list throws it.
  ///
  /// ``ArchiveError/Code/ambiguousTypeName`` when one name stands for two types.
  public private(set) var conflict: ArchiveError?
  /// Whether the path has to be known where a type is asked for.
  private(set) var hasPaths = false
  /// True if a type may have stood under another name than its own.
  private(set) var hasFormerNames = false

  package var isEmpty: Bool { grants.isEmpty }

  /// A list of types under their own archive names.
  public init(arrayLiteral elements: DecodableType...) {
    for element in elements { allow(element) }
  }

  /// A list of types under their own archive names.
  public init(_ types: some Sequence<DecodableType>) {
    for type in types { allow(type) }
  }

  /// Adds a type under its archive name and under further names, such as those it had before.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - names: Aliases, compared byte by byte.
  ///   - path: Where alone it is allowed: there and in all that is inside. Nil: anywhere.
  public mutating func allow(
    _ type: DecodableType, names: [String] = [], under path: ArchivePath? = nil
  ) {
    for name in [TypeName.of(type).text] + names { grant(type, name, path) }
    if path != nil { hasPaths = true }
    if !names.isEmpty { hasFormerNames = true }
  }

  /// Adds a class with some of its subclasses, one by one, under their archive names.
  public mutating func allow(
    _ type: DecodableType, includingSubclasses subclasses: [DecodableType]
  ) {
    for type in [type] + subclasses { allow(type) }
  }

  private mutating func grant(_ type: DecodableType, _ name: String, _ path: ArchivePath?) {
    let digest = name.utf8.digest
    guard var known = grants[digest] else {
      grants[digest] = Grant(type: type, paths: path.map { [$0] } ?? [])
      return
    }
    guard ObjectIdentifier(known.type) == ObjectIdentifier(type) else {
      conflict =
        conflict
        ?? ArchiveError(
          .ambiguousTypeName, "two types of the allow-list have the name “\(name)”")
      return
    }
    if let path, !known.paths.isEmpty { known.paths.append(path) } else { known.paths = [] }
    grants[digest] = known
  }

  /// The types by the bytes of their names.
  ///
  /// - Throws: ``conflict``.
  func resolved() throws(ArchiveError) -> [String.UTF8View.Digest: Grant] {
    if let conflict { throw conflict }
    return grants
  }
}
