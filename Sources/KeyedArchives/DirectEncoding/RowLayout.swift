/// The layout of the elements of an ``ElementRow`` that can start again.
enum RowLayout: Equatable {
  /// As if all were of one kind, until one of the first is of another.
  case plain
  /// As elements of the kind that rows before gave the place: their kind has the same code, but differs inside.
  case shared
  /// With a tag each.
  case tagged
  /// Without tags, though the rows before at the place have them.
  case untagged
  /// Behind bits that say which are null.
  case nullable
  /// Without tags up to an element, which is not among the first nine, and from there on with a tag each.
  case runs(first: Int, isNullable: Bool)

  /// True if a row of so many elements may have the layout.
  func fits(_ count: Int) -> Bool {
    if case .runs(let first, _) = self { return first < count }
    return true
  }

  /// True if bits say which elements are null, all or those of the first run.
  var hasBits: Bool {
    switch self {
    case .nullable: true
    case .runs(_, let isNullable): isNullable
    default: false
    }
  }
}
