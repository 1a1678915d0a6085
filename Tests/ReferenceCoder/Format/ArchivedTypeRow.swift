/// The label that an archive gives a type. The label is never a way to find code.
struct ArchivedTypeRow: Hashable, Sendable {
  /// The archive name: explicit, or the Swift name without its module.
  var name: String
  /// A Boolean value indicating whether values of the type are class instances, with identity.
  var isClass: Bool
  /// The version of the type's archived form, 0 when none was given.
  var version: UInt64
  /// Generic arguments, as numbers of type rows.
  var arguments: [Int]
  /// The superclass, as the number of a type row.
  var superclass: Int?

  /// A row without arguments and superclass.
  init(
    name: String, isClass: Bool, version: UInt64 = 0, arguments: [Int] = [], superclass: Int? = nil
  ) {
    self.name = name
    self.isClass = isClass
    self.version = version
    self.arguments = arguments
    self.superclass = superclass
  }

  /// The rows that this one names.
  var references: [Int] { superclass.map { arguments + [$0] } ?? arguments }

  /// Returns a Boolean value that says whether two rows are the same bytes.
  static func == (left: ArchivedTypeRow, right: ArchivedTypeRow) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.isClass == right.isClass
      && left.version == right.version && left.arguments == right.arguments
      && left.superclass == right.superclass
  }

  /// Hashes what `==` compares.
  func hash(into hasher: inout Hasher) {
    hasher.combine(name.digest)
    hasher.combine(isClass)
    hasher.combine(version)
    hasher.combine(arguments)
    hasher.combine(superclass)
  }

  /// The longest name, in UTF-8 bytes (Spec, D1).
  static let maximumNameByteCount = 1_024

  /// Returns a Boolean value that says whether a name may stand in an archive (Spec, D1).
  static func isValidName(_ name: String) -> Bool {
    (1...maximumNameByteCount).contains(name.utf8.count)
      && !name.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
  }
}
