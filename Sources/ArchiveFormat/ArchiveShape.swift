/// Which states a field of a shape can have besides holding a value (Spec, section 5).
package struct FieldMode: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let required: FieldMode = []
  /// May be absent.
  package static let optional = FieldMode(rawValue: 1)
  /// May be null.
  package static let nullable = FieldMode(rawValue: 2)

  package var stateBitCount: Int { rawValue.nonzeroBitCount }
}

/// A key of a shape with what its values are.
package struct ShapeField: Hashable, Sendable {
  /// The number of the key in its key table.
  package var key: Int
  package var mode: FieldMode
  package var kind: KindID

  package init(key: Int, mode: FieldMode, kind: KindID) {
    self.key = key
    self.mode = mode
    self.kind = kind
  }

  /// Whether its value is a bit of the record's state row: a bool that is always there.
  var isBit: Bool { kind == KindID(.bool) && mode == .required }

  /// Bits it takes in the state row of a record.
  package func bitCount() -> Int { isBit ? 1 : mode.stateBitCount }
}

/// A type and the ordered list of its keys: what all records written with it have in common.
package struct ArchiveShape: Sendable {
  /// Type row, nil for records without a type.
  package var type: Int?
  package var fields: [ShapeField]
  /// The shape this one was derived from, when its row is written as a derived one.
  package var base: Int?

  package init(type: Int?, fields: [ShapeField], base: Int? = nil) {
    self.type = type
    self.fields = fields
    self.base = base
  }

  package func bitCount() -> Int { fields.reduce(0) { $0 + $1.bitCount() } }
}
