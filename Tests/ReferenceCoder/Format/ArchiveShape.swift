/// The states that a field of a shape can have besides holding a value (Spec, section 5).
struct FieldMode: OptionSet, Hashable, Sendable {
  let rawValue: UInt8
  init(rawValue: UInt8) { self.rawValue = rawValue }

  static let required: FieldMode = []
  /// The field may be absent.
  static let optional = FieldMode(rawValue: 1)
  /// The field may be null.
  static let nullable = FieldMode(rawValue: 2)

  var stateBitCount: Int { rawValue.nonzeroBitCount }
}

/// A key of a shape with what its values are.
struct ShapeField: Hashable, Sendable {
  /// The number of the key in its key table.
  var key: Int
  var mode: FieldMode
  var kind: KindID

  init(key: Int, mode: FieldMode, kind: KindID) {
    self.key = key
    self.mode = mode
    self.kind = kind
  }

  /// A Boolean value indicating whether the field's value is a bit of the record's state row: a bool that is always
  /// there.
  var isBit: Bool { kind == KindID(.bool) && mode == .required }

  /// The number of bits that the field takes in the state row of a record.
  func bitCount() -> Int { isBit ? 1 : mode.stateBitCount }
}

/// A type and the ordered list of its keys: what all records written with it have in common.
struct ArchiveShape: Sendable {
  /// Type row, nil for records without a type.
  var type: Int?
  var fields: [ShapeField]
  /// The shape this one was derived from, when its row is written as a derived one.
  var base: Int?

  init(type: Int?, fields: [ShapeField], base: Int? = nil) {
    self.type = type
    self.fields = fields
    self.base = base
  }

  func bitCount() -> Int { fields.reduce(0) { $0 + $1.bitCount() } }
}
