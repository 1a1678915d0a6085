internal import ArchiveFormat
internal import PropertyListFormat

/// One thing that is left to write of an entry of `$objects`.
enum ArchiveStep {
  case key(String)
  case beginArray
  case end
  case classField(UInt32)
  /// The value at a cell, as one in a container of a property list.
  case inside(Int)
  case leaf(PropertyListLeaf)
  /// A reference to a leaf that is an entry; nil for reference 0.
  case reference(DocumentLeaf?)
  case element(ArchivedValue)
  /// Values, one after another.
  case elements(ArchivedValue.Elements, DocumentPlace)
  /// Values under the keys `NS.object.0` and so on.
  case numbered(ArchivedValue.Elements, next: Int)
  /// Keys and values of a map, in turn.
  case pairs(keys: ArchivedValue.Elements, values: ArchivedValue.Elements, FieldKeys)
  /// Keys and values in one array, in turn.
  case flatPairs(ArchivedValue.Elements)
  /// Fields of a record, or entries of a map with keys of text, from a cell on up to another.
  case children(next: Int, end: Int, FieldKeys)
  /// The keys of such fields as elements, and their values.
  case childKeys(next: Int, end: Int)
  case childValues(next: Int, end: Int)

  /// The keys of the fields of an object, to which an archiver adds a `$` in front of one, or those of a dictionary.
  enum FieldKeys {
    case ofObject, ofDictionary

    var place: DocumentPlace { self == .ofObject ? .field : .inside }
  }
}
