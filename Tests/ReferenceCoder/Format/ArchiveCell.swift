/// The kind of the value in a cell of a tape or document.
enum CellKind: UInt8, Sendable {
  /// A field that is not there.
  case absent
  case null
  // Leaves whose value is `payload`.
  case bool, int, uint, int8, uint8, float32, float64, date
  // Leaves whose value is `length` bytes from `payload` on.
  case int128, uint128, decimal, numberText, string, data, uuid, url
  /// `length` fields, each a cell with its `key`; `detail` is type row + 1.
  case record
  /// `length` elements.
  case array, set
  /// `length` elements of kind `detail`, packed in the bytes from `offset` to `payload`.
  case packed
  /// `length` members of a set, of kind `detail`, packed as the elements of `packed` are.
  case packedSet
  /// Two children: the keys and the values, each an array.
  case map
  /// `length` entries with string keys, each a cell with its `key`.
  case keyedMap
  /// An instance, number `detail`, of class row `length`; its body follows.
  case object
  /// Object number `detail`.
  case reference
  /// Object number `detail`, which may stand before, after, around this or nowhere.
  case backReference, conditionalReference
  /// A value labelled with type row `detail`; it follows.
  case typed
  /// An extension whose name is number `detail` of the names; its base value follows.
  case `extension`
  /// Stands for the root cell of tape segment `detail`.
  case segment

  /// The kind of a leaf.
  var leafKind: ArchiveKind? {
    switch self {
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
    case .numberText: .numberText
    case .string: .string
    case .data: .data
    case .uuid: .uuid
    case .url: .url
    case .backReference: .strongBackReference
    case .conditionalReference: .conditionalReference
    default: nil
    }
  }

  /// A Boolean value indicating whether `detail` is the number of an object.
  var mentionsObject: Bool {
    switch self {
    case .object, .reference, .backReference, .conditionalReference: true
    default: false
    }
  }

  /// A Boolean value indicating whether `payload` is the index of the cell after the last one inside.
  var isContainer: Bool {
    switch self {
    case .record, .array, .set, .map, .keyedMap, .object, .typed, .extension: true
    default: false
    }
  }
}

/// One value in a flat, pre-order list of values.
///
/// ```
/// {"a": [1, 2.5], "b": "x"}
///
///   0 record length 2 payload 5
///   1   array  length 2 payload 4   key "a"
///   2     int       payload 1
///   3     float64   payload 0x4004000000000000
///   4   string length 1 payload 0   key "b"      bytes: 78
/// ```
///
/// Nothing nests, so nothing recurses: not the building, not the walking, not the release.
struct ArchiveCell: Sendable {
  var kind: CellKind
  /// A Boolean value indicating whether a field was encoded through `encodeIfPresent`, so that its shape marks it
  /// optional.
  var isOptionalCall = false
  /// Key number, for a field of a record or an entry of a keyed map.
  var key: UInt32 = 0
  /// See ``CellKind``.
  var detail: UInt32 = 0
  /// The shape of a record, or the interned kind of another container, once shapes are known. The count of bytes from
  /// the start of the value to the start of the row, for a packed row that was read.
  var shape: UInt32 = 0
  /// Count of fields, elements or bytes.
  var length = 0
  /// Bits of a number, byte offset of a leaf's bytes, or index of the cell after a container.
  var payload: UInt64 = 0
  /// The offset of the value in the raw content, in bytes; the offset of the row in the bytes, for a packed row.
  var offset = 0

  init(_ kind: CellKind) { self.kind = kind }

  /// The row of the type that a record or a typed value names; nil for values of other kinds, and for records without a type.
  var typeRow: Int? {
    switch kind {
    case .record: detail == 0 ? nil : Int(detail) - 1
    case .typed: Int(detail)
    default: nil
    }
  }

  /// The bytes of a leaf that has bytes.
  var byteRange: Range<Int> {
    let start = Int(truncatingIfNeeded: payload)
    return start..<start &+ length
  }

  /// The offset of the value in the raw content, in bytes, also for a packed row.
  var rawOffset: Int {
    kind == .packed || kind == .packedSet ? offset - Int(shape) : offset
  }

  /// Index of the cell after this one, which is at `index`, and all inside it.

  func next(after index: Int) -> Int {
    kind.isContainer ? Int(truncatingIfNeeded: payload) : index + 1
  }
}
