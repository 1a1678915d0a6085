/// What a record of the product holds.
protocol FormContent: FixedLayoutCodable {
  /// The content of the record with a number.
  init(_ seed: Int)

  /// The leaves, which a record that kept its container reads only now.
  func leaves() throws -> FormLeaves

  /// How many leaves are stored.
  var leafCount: Int { get }

  /// How many values with code of their own the record is made of.
  var valueCount: Int { get }

  /// Whether the leaves are read only after the record.
  static var isKept: Bool { get }
}

extension FormContent {
  var leafCount: Int { 8 }
  var valueCount: Int { 1 }
  static var isKept: Bool { false }
}
