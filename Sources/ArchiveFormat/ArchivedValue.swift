/// A value of an archive without its Swift type: what is there, as it is there.
///
/// Values are views into one flat document, so copying one costs nothing and releasing a deep
/// one does not recurse. Make one with ``ArchivedValueBuilder`` or by reading an archive.
public struct ArchivedValue: Sendable {
  package let document: ArchivedDocument
  /// Index of the cell, −1 for an element of a packed row.
  package let index: Int
  package let cell: ArchiveCell

  package init(_ document: ArchivedDocument, at index: Int) {
    self.document = document
    self.index = index
    cell = document.cells[index]
  }

  package init(_ document: ArchivedDocument, packed cell: ArchiveCell) {
    self.document = document
    self.index = -1
    self.cell = cell
  }

  /// What a value is.
  public enum Kind: String, Sendable, CaseIterable {
    /// A field that was not encoded.
    case absent
    /// Null.
    case null
    /// True or false.
    case bool
    /// A signed integer of up to 64 bits.
    case int
    /// An unsigned integer of up to 64 bits.
    case uint
    /// A signed integer of 8 bits.
    case int8
    /// An unsigned integer of 8 bits.
    case uint8
    /// A signed integer of 128 bits.
    case int128
    /// An unsigned integer of 128 bits.
    case uint128
    /// A binary32 number.
    case float32
    /// A binary64 number.
    case float64
    /// A decimal number.
    case decimal
    /// The text of a number that no other kind holds exactly.
    case number
    /// A text.
    case string
    /// Bytes.
    case data
    /// A point in time, in seconds since 2001-01-01T00:00:00Z.
    case date
    /// A UUID.
    case uuid
    /// A URL with its base.
    case url
    /// Values by key, in the order in which they were encoded, with a shape.
    case record
    /// Values in order.
    case array
    /// Values without order.
    case set
    /// Values by keys of any kind.
    case map
    /// A class instance.
    case object
    /// A class instance that stands elsewhere.
    case reference
    /// A class instance that stands elsewhere or later, and that this makes stand somewhere.
    case backReference
    /// A class instance, if it stands anywhere.
    case conditionalReference
    /// A value with the name of its type.
    case typed
    /// A value with a name that says how to read it.
    case `extension`
  }

  /// What this value is.
  public var kind: Kind {
    switch cell.kind {
    case .absent: .absent
    case .null, .segment: .null
    case .bool: .bool
    case .int: .int
    case .uint: .uint
    case .int8: .int8
    case .uint8: .uint8
    case .float32: .float32
    case .float64: .float64
    case .date: .date
    case .int128: .int128
    case .uint128: .uint128
    case .decimal: .decimal
    case .numberText: .number
    case .string: .string
    case .data: .data
    case .uuid: .uuid
    case .url: .url
    case .record: .record
    case .array, .packed: .array
    case .set, .packedSet: .set
    case .map, .keyedMap: .map
    case .object: .object
    case .reference: .reference
    case .backReference: .backReference
    case .conditionalReference: .conditionalReference
    case .typed: .typed
    case .extension: .extension
    }
  }

  /// The archive name of a record's, object's or typed value's type, with generic arguments.
  public var typeName: String? { typeRow.map { document.definitions.fullName(ofType: $0) } }

  /// Whether the type of this value is a class.
  public var isClass: Bool { typeRow.map { document.definitions.types[$0].isClass } ?? false }

  /// The version of the type's form, 0 if it has none.
  public var typeVersion: UInt64 { typeRow.map { document.definitions.types[$0].version } ?? 0 }

  package var typeRow: Int? {
    cell.kind == .object ? cell.length : cell.typeRow
  }

  /// The number of an object, or of the object a reference names.
  public var objectNumber: Int? { cell.kind.mentionsObject ? Int(cell.detail) : nil }

  /// The name of an extension.
  public var extensionName: String? {
    cell.kind == .extension ? document.definitions.extensions[Int(cell.detail)] : nil
  }

  /// The number of the shape of a record that was read from an archive.
  public var shapeNumber: Int? { cell.kind == .record ? Int(cell.shape) : nil }

  /// The argument of an extension, beside its name and its base value; nil if it has none.
  public var extensionArgument: ArchivedValue? {
    guard cell.kind == .extension else { return nil }
    let next = document.cells[index + 1].next(after: index + 1)
    return next < cell.next(after: index) ? ArchivedValue(document, at: next) : nil
  }

  /// The body of an object, what is inside a typed value, or the base value of an extension.
  public var body: ArchivedValue? {
    switch cell.kind {
    case .object, .typed, .extension: ArchivedValue(document, at: index + 1)
    default: nil
    }
  }

  /// The object a reference names; nil for one that stands nowhere.
  public var target: ArchivedValue? {
    guard cell.kind != .object, let number = objectNumber else { return nil }
    return document.cell(ofObject: number).map { ArchivedValue(document, at: $0) }
  }

  /// Bytes from the start of the raw content to where this value stands; of one that is bits only,
  /// to its row of bits.
  package var rawOffset: Int { cell.rawOffset }
}
