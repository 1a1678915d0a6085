/// What an archive says of a type: a label, never a way to find code.
public struct ArchivedTypeRow: Hashable, Sendable {
  /// The archive name: explicit, or the Swift name without its module.
  public var name: String
  /// Whether its values are class instances, with identity.
  public var isClass: Bool
  /// The version of the type's archived form, 0 when none was given.
  public var version: UInt64
  /// Generic arguments, as numbers of type rows.
  package var arguments: [Int]
  /// The superclass, as the number of a type row.
  package var superclass: Int?

  /// A row without arguments and superclass.
  package init(
    name: String, isClass: Bool, version: UInt64 = 0, arguments: [Int] = [], superclass: Int? = nil
  ) {
    self.name = name
    self.isClass = isClass
    self.version = version
    self.arguments = arguments
    self.superclass = superclass
  }

  /// The rows that this one names.
  package var references: [Int] { superclass.map { arguments + [$0] } ?? arguments }

  /// Whether two rows are the same bytes.
  public static func == (left: ArchivedTypeRow, right: ArchivedTypeRow) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.isClass == right.isClass
      && left.version == right.version && left.arguments == right.arguments
      && left.superclass == right.superclass
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name.utf8.digest)
    hasher.combine(isClass)
    hasher.combine(version)
    hasher.combine(arguments)
    hasher.combine(superclass)
  }

  /// The longest name, in UTF-8 bytes (Spec, D1).
  package static let maximumNameByteCount = 1_024

  /// Whether a name may stand in an archive (Spec, D1).
  package static func isValidName(_ name: String) -> Bool {
    (1...maximumNameByteCount).contains(name.utf8.count)
      && !name.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
  }
}
