/// The content of a record of the product.
protocol FormContent: FixedLayoutCodable {
  /// The content of the record with the number `seed`.
  init(_ seed: Int)

  /// The leaves, which a record that kept its container reads only now.
  func leaves() throws -> FormLeaves

  /// The number of leaves that are stored.
  var leafCount: Int { get }

  /// The number of values with code of their own that the record is made of, the record included.
  var valueCount: Int { get }

  /// A Boolean value indicating whether the leaves are read only after the record is decoded.
  static var isKept: Bool { get }
}

extension FormContent {
  var leafCount: Int { 8 }
  var valueCount: Int { 1 }
  static var isKept: Bool { false }
}
