internal import ArchiveFormat

/// The classes that an archive may bring back where a superclass of theirs is asked for.
///
/// ```swift
/// unarchiver.allowedClasses = [Circle.self, Square.self]
/// unarchiver.allowedClasses.allow(Circle.self, names: ["Disc"])
/// ```
///
/// A class is allowed exactly: listing a base class does not allow its subclasses. Names in the
/// archive are only compared with the names here, byte by byte; nothing is looked up at run time.
public struct ClassAllowList: Sendable, ExpressibleByArrayLiteral {
  /// A class that can be decoded.
  public typealias DecodableClass = any (AnyObject & Decodable & SendableMetatype).Type

  private struct Entry: Sendable {
    var type: DecodableClass
    var names: [String]
  }

  private var entries: [Entry] = []

  package var isEmpty: Bool { entries.isEmpty }

  /// A list of classes under their own archive names.
  public init(arrayLiteral elements: DecodableClass...) {
    for element in elements { allow(element) }
  }

  /// Adds a class under its archive name and under further names, such as those it had before.
  public mutating func allow(_ type: DecodableClass, names: [String] = []) {
    entries.append(Entry(type: type, names: [TypeName.of(type).text] + names))
  }

  /// The classes by the bytes of their names.
  ///
  /// - Throws: ``ArchiveError/Code/ambiguousTypeName`` when one name stands for two classes.
  func resolved() throws(ArchiveError) -> [String.UTF8View.Digest: DecodableClass] {
    var types: [String.UTF8View.Digest: DecodableClass] = [:]
    for entry in entries {
      for name in entry.names {
        if let other = types.updateValue(entry.type, forKey: name.utf8.digest),
          ObjectIdentifier(other) != ObjectIdentifier(entry.type)
        {
          throw ArchiveError(
            .ambiguousTypeName, "two classes of the allow-list have the name “\(name)”")
        }
      }
    }
    return types
  }
}
