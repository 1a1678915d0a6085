/// The fields of all shapes in a row: what reading and writing records walks along.
struct FieldTable: Sendable {
  private(set) var fields: [ShapeField] = []
  /// The index in `fields` of the first field of each shape, and the count of all fields.
  private(set) var starts: [Int] = [0]
  /// State bits of the records of each shape.
  private(set) var bitCounts: [Int] = []

  /// No shapes.
  init() {}

  init(_ shapes: [ArchiveShape]) {
    starts.reserveCapacity(shapes.count + 1)
    bitCounts.reserveCapacity(shapes.count)
    for number in shapes.indices { append(shapes[number]) }
  }

  mutating func append(_ shape: ArchiveShape) {
    fields += shape.fields
    starts.append(fields.count)
    bitCounts.append(shape.bitCount())
  }
}
