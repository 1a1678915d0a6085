/// The archive name of a Swift type: the one that it gives itself (``ArchiveNamed``), else its name without
/// modules, never a mangled one.
///
/// `MyModule.Outer.Box<Swift.Int>` is `Outer.Box<Int>`. The text is made once per type and process.
struct TypeName: Sendable {
  let text: String
  let isClass: Bool
  /// The type and its superclasses, if one of them declares how its archived form changed.
  let lineage: TypeLineage?
  /// Whose keys the type is, if what it reads has to be looked at first; nil for almost all types.
  let trustingInitializer: TrustingInitializer?

  /// The version of the form that is written.
  var version: UInt64 { lineage?.levels.first?.version ?? 0 }

  /// The superclass that an archive has to name beside the type: it, or one of its own, has a version.
  func namedSuperclass(of type: any Any.Type) -> AnyClass? {
    guard let lineage, lineage.namedLevelCount > 1, let type = type as? AnyClass else { return nil }
    return _getSuperclass(type)
  }

  private static let known = TypeTable<TypeName>()

  static func of(_ type: any Any.Type) -> TypeName { known.value(of: type) { TypeName(of: type) } }

  private init(of type: any Any.Type) {
    let reflected = String(reflecting: type)
    let text = Self.ownName(type) ?? Self.withoutModules(reflected)
    let lineage = TypeLineage(type, name: text)
    self.text = text
    isClass = type is any AnyObject.Type
    self.lineage = lineage.evolves ? lineage : nil
    trustingInitializer = TrustingInitializer(keys: reflected)
  }

  /// The name that a type gives itself; nil for a class that has that of its superclass: it is another one.
  private static func ownName(_ type: any Any.Type) -> String? {
    guard let named = type as? any ArchiveNamed.Type else { return nil }
    let name = named.archiveName
    if let superclass = (type as? AnyClass).flatMap({ _getSuperclass($0) }),
      let other = superclass as? any ArchiveNamed.Type, other.archiveName == name
    {
      return nil
    }
    return name
  }

  /// A reflected name without modules and without the places of private and local types.
  static func withoutModules(_ reflected: String) -> String {
    var result = ""
    var path: [Substring] = []
    var rest = reflected[...]
    func flush() {
      result += (path.count > 1 ? path.dropFirst() : path[...]).joined(separator: ".")
      path = []
    }
    while let first = rest.first {
      if first == "(", let end = rest.firstIndex(of: ")"),
        rest.hasPrefix("(unknown context at ") || rest.hasPrefix("(extension in ")
      {
        rest = rest[rest.index(after: end)...]
        if let next = rest.first, next == "." || next == ":" { rest = rest.dropFirst() }
      } else if isPartOfName(first) {
        let name = rest.prefix(while: isPartOfName)
        path.append(name)
        rest = rest[name.endIndex...]
        if rest.first == "." { rest = rest.dropFirst() }
      } else {
        flush()
        result.append(first)
        rest = rest.dropFirst()
        if first == ">", rest.first == "." {
          rest = rest.dropFirst()
          result.append(".")
          path.append("")
        }
      }
    }
    flush()
    return result
  }

  private static func isPartOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "`"
  }
}
