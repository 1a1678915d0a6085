/// Leaves whose second half is absent in each third record.
struct HalfLeaves: FormContent {
  var first: LeafGroup
  var second: LeafGroup?

  init(_ seed: Int) {
    first = LeafGroup(seed)
    second = seed % 3 == 0 ? nil : LeafGroup(seed + 100_000)
  }

  init(first: LeafGroup, second: LeafGroup?) { (self.first, self.second) = (first, second) }

  func leaves() -> FormLeaves { FormLeaves(first: first, second: second ?? .empty) }

  var leafCount: Int { second == nil ? 4 : 8 }

  func write(to writer: inout FixedLayoutWriter) {
    first.write(to: &writer)
    second.write(to: &writer)
  }

  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    first = try reader.value()
    second = try reader.value()
  }
}
