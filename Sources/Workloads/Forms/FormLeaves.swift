/// The eight leaves of a record: the same for all forms of the product.
struct FormLeaves: Equatable {
  var first: LeafGroup
  var second: LeafGroup

  /// The leaves of the record with the number `seed`.
  init(_ seed: Int) { (first, second) = (LeafGroup(seed), LeafGroup(seed + 100_000)) }

  init(first: LeafGroup, second: LeafGroup) { (self.first, self.second) = (first, second) }

  /// The number of leaves that differ from those of ``LeafGroup/empty``.
  var presentCount: Int { first.presentCount + second.presentCount }
}

extension FormLeaves: FixedLayoutCodable {
  func write(to writer: inout FixedLayoutWriter) {
    first.write(to: &writer)
    second.write(to: &writer)
  }

  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    first = try reader.value()
    second = try reader.value()
  }
}

extension FormLeaves: FormContent {
  func leaves() -> FormLeaves { self }
}
