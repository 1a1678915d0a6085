internal import KeyedArchives

/// A protocol whose values the archive names by type.
protocol AnyShape: Codable {
  var leaves: FormLeaves { get }
}

extension KeyedRecords.EnumInOrder: AnyShape {
  var leaves: FormLeaves { content }
}

extension KeyedRecords.IntegerInOrder: AnyShape {
  var leaves: FormLeaves { content }
}

/// A record with an existential of two types. The loop stores a byte for the type.
struct ShapeHolder: FormValue {
  @Existential var shape: any AnyShape

  private enum CodingKeys: CodingKey { case shape }

  static let types: TypeAllowList = [
    KeyedRecords.EnumInOrder.self, KeyedRecords.IntegerInOrder.self,
  ]

  init(seed: Int) {
    _shape = Existential(
      wrappedValue: seed % 2 == 0
        ? KeyedRecords.EnumInOrder(seed: seed) : KeyedRecords.IntegerInOrder(seed: seed))
  }

  func encode(to encoder: any Encoder) throws {
    CallCount.note(encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(_shape, forKey: .shape)
  }

  init(from decoder: any Decoder) throws {
    CallCount.note(decoder)
    _shape = try decoder.container(keyedBy: CodingKeys.self)
      .decode(Existential<any AnyShape>.self, forKey: .shape)
  }

  var valueCount: Int { 2 }

  func isSame(as other: ShapeHolder) -> Bool {
    type(of: shape) == type(of: other.shape) && shape.leaves == other.shape.leaves
  }

  func write(to writer: inout FixedLayoutWriter) {
    (shape is KeyedRecords.EnumInOrder).write(to: &writer)
    shape.leaves.write(to: &writer)
  }

  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    let isFirst = try Bool(from: &reader)
    let leaves = try FormLeaves(from: &reader)
    _shape = Existential(
      wrappedValue: isFirst
        ? KeyedRecords.EnumInOrder(content: leaves) : KeyedRecords.IntegerInOrder(content: leaves))
  }
}
