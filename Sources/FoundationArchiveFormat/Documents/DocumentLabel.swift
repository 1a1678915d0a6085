/// The names that say in a document of our own what only Foundation's archives have. `Spec/foundation-archives.md` defines each.
enum DocumentLabel {
  // Extensions: how the value inside stands in the archive.

  /// The value stands in its container, where one of its kind is an entry of `$objects` by default.
  static let inline = "foundation.inline"
  /// The value is an entry of `$objects`, where one of its kind stands in its container by default.
  static let entry = "foundation.entry"
  /// Data are the units of UTF-16 of a text with surrogates that are not paired.
  static let utf16 = "foundation.utf16"
  /// Null is that of a property list.
  static let null = "foundation.null"
  /// An array is a set of a property list.
  static let set = "foundation.set"

  /// The fields of an object of Foundation's stand in another order than the usual one. The argument is an array with the place of each
  /// among the usual ones.
  static let order = "foundation.order"

  // Classes of objects that are no objects with a class in the archive, or one in its plain form.

  /// An entry of `$objects` without a class.
  static let valueClass = "$value"
  /// An entry of `$objects` that is a reference.
  static let referenceClass = "$reference"
  /// A container that stands where the edge to it does.
  static let inlineClass = "$inline"
  /// An object as the names of its class, and its fields as they are.
  static let objectClass = "$object"

  // Superclasses that end a chain.

  /// The chain ends below: no `NSObject` is added to it.
  static let endOfChain = "$end"
  /// The class has no chain.
  static let noChain = "$none"

  // Names of roots.

  /// The name of the archiver, if it is another than the usual one.
  static let archiverRoot = "$archiver"
  /// The one root of an archive without roots.
  static let noRoot = "$none"
  /// In front of the units of UTF-16, in hexadecimal digits, of a key with surrogates that are not paired.
  static let utf16Root = "$utf16:"

  static let usualArchiver = "NSKeyedArchiver"
  static let usualRoot = "root"
}

/// The default of how values stand in the archive: as entries of `$objects`, or in their container.
enum DocumentPlace {
  /// In a collection, and as a root: everything is an entry.
  case element
  /// In a field: null, truth values and numbers stand in it, everything else is an entry.
  case field
  /// In a container of a property list: everything stands in it.
  case inside
}
