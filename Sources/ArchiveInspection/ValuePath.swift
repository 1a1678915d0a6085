public import ArchiveFormat

/// The way to a value of an archive, as the tree of the archive labels values and as `archivecat get` takes it.
///
/// | text | leads to |
/// |---|---|
/// | `$.users[3].name` | a value below the first root without a name |
/// | `$settings.theme` | a value below the first root of a name |
/// | `@2$.users[3]` | the same in scope 2, counted from 0 |
/// | `#4.name` | a value inside of object 4 of the first scope, wherever the object stands |
/// | `@2#4.name` | the same in scope 2 |
public struct ValuePath: Hashable, Sendable {
  /// The scope, from 0; nil where the path says none.
  public var scope: Int?
  /// The number of the object that the path begins at; nil for a root.
  public var object: Int?
  /// The way from there.
  public var path: ArchivePath

  /// A path from a root, or from an object.
  public init(_ path: ArchivePath = ArchivePath(), scope: Int? = nil, object: Int? = nil) {
    self.path = path
    self.scope = scope
    self.object = object
  }

  /// The path that a text describes, as ``description`` writes it.
  ///
  /// - Throws: As `ArchivePath(parsing:)`.
  public init(parsing text: String) throws(ArchiveError) {
    var rest = text.unicodeScalars[...]
    scope = Self.number(after: "@", &rest, before: "$#")
    object = Self.number(after: "#", &rest, before: ".[")
    path = try ArchivePath(parsing: (object == nil ? "" : "$") + String(rest))
  }

  /// Takes a mark and the number after it, where the text ends there or goes on with one of `ends`; else takes nothing.
  private static func number(
    after mark: Unicode.Scalar, _ text: inout Substring.UnicodeScalarView, before ends: String
  ) -> Int? {
    guard text.first == mark else { return nil }
    let digits = text.dropFirst().prefix { ("0"..."9").contains($0) }
    let rest = text[digits.endIndex...]
    guard rest.first.map({ ends.unicodeScalars.contains($0) }) ?? true,
      let number = Int(String(digits))
    else { return nil }
    text = rest
    return number
  }
}

extension ValuePath: CustomStringConvertible {
  /// The path as a text that ``init(parsing:)`` reads.
  public var description: String {
    let start = scope.map { "@\($0)" } ?? ""
    guard let object else { return start + path.description }
    return "\(start)#\(object)\(path.description.dropFirst())"
  }
}
