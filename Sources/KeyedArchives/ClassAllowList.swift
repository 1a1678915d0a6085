internal import ArchiveFormat

/// The classes that an archive may bring back where a superclass of theirs is asked for.
///
/// ```swift
/// unarchiver.allowedClasses = [Circle.self, Square.self]
/// unarchiver.allowedClasses.allow(Circle.self, names: ["Disc"])
/// unarchiver.allowedClasses.allow(Admin.self, under: ArchivePath(parsing: "staff"))
/// ```
///
/// A class is allowed exactly: listing a base class does not allow its subclasses. Names in the
/// archive are only compared with the names here, byte by byte; nothing is looked up at run time.
public struct ClassAllowList: Sendable, ExpressibleByArrayLiteral {
  /// A class that can be decoded.
  public typealias DecodableClass = any (AnyObject & Decodable & SendableMetatype).Type

  /// A class under one name, and the paths under which alone it is allowed; empty for any.
  struct Grant: Sendable {
    let type: DecodableClass
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
  /// ``ArchiveFormat/ArchiveError/Code/ambiguousTypeName`` when one name stands for two classes.
  public private(set) var conflict: ArchiveError?
  /// Whether the path has to be known where a class is asked for.
  private(set) var hasPaths = false

  package var isEmpty: Bool { grants.isEmpty }

  /// A list of classes under their own archive names.
  public init(arrayLiteral elements: DecodableClass...) {
    for element in elements { allow(element) }
  }

  /// A list of classes under their own archive names.
  public init(_ classes: some Sequence<DecodableClass>) {
    for type in classes { allow(type) }
  }

  /// Adds a class under its archive name and under further names, such as those it had before.
  ///
  /// - Parameters:
  ///   - names: Aliases, compared byte by byte.
  ///   - path: Where alone it is allowed: there and in all that is inside. Nil: anywhere.
  public mutating func allow(
    _ type: DecodableClass, names: [String] = [], under path: ArchivePath? = nil
  ) {
    for name in [TypeName.of(type).text] + names { grant(type, name, path) }
    if path != nil { hasPaths = true }
  }

  /// Adds a class with some of its subclasses, one by one, under their archive names.
  public mutating func allow(
    _ type: DecodableClass, includingSubclasses subclasses: [DecodableClass]
  ) {
    for type in [type] + subclasses { allow(type) }
  }

  private mutating func grant(_ type: DecodableClass, _ name: String, _ path: ArchivePath?) {
    let digest = name.utf8.digest
    guard var known = grants[digest] else {
      grants[digest] = Grant(type: type, paths: path.map { [$0] } ?? [])
      return
    }
    guard ObjectIdentifier(known.type) == ObjectIdentifier(type) else {
      conflict =
        conflict
        ?? ArchiveError(
          .ambiguousTypeName, "two classes of the allow-list have the name “\(name)”")
      return
    }
    if let path, !known.paths.isEmpty { known.paths.append(path) } else { known.paths = [] }
    grants[digest] = known
  }

  /// The classes by the bytes of their names.
  ///
  /// - Throws: ``conflict``.
  func resolved() throws(ArchiveError) -> [String.UTF8View.Digest: Grant] {
    if let conflict { throw conflict }
    return grants
  }
}
