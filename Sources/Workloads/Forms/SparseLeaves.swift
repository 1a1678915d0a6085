/// Leaves about half of which are absent, others from record to record.
struct SparseLeaves: FormContent {
  var content: FormLeaves

  /// The second group is absent as a whole in each third record.
  init(_ seed: Int) {
    content = FormLeaves(seed)
    let mask = seed &* 989
    if mask & 1 == 0 { content.first.number = 0 }
    if mask & 2 == 0 { content.first.text = "" }
    if mask & 4 == 0 { content.first.ratio = 0 }
    if mask & 8 == 0 { content.first.isOn = false }
    if mask & 16 == 0 { content.second.text = "" }
    if mask & 32 == 0 { content.second.isOn = false }
    if seed % 3 == 0 { content.second = .empty }
  }

  init(_ content: FormLeaves) { self.content = content }

  func leaves() -> FormLeaves { content }

  var leafCount: Int { content.presentCount }
}

/// A byte with a bit for each leaf, and the leaves that are there.
extension SparseLeaves: FixedLayoutCodable {
  func write(to writer: inout FixedLayoutWriter) {
    Self.bits(content.first, content.second).write(to: &writer)
    Self.write(content.first, to: &writer)
    Self.write(content.second, to: &writer)
  }

  init(from reader: inout FixedLayoutReader) throws(FixedLayoutError) {
    let bits = try UInt8(from: &reader)
    let first = try Self.group(bits, from: &reader)
    content = FormLeaves(first: first, second: try Self.group(bits >> 4, from: &reader))
  }

  private static func bits(_ first: LeafGroup, _ second: LeafGroup) -> UInt8 {
    func bits(_ group: LeafGroup) -> UInt8 {
      (group.number == 0 ? 0 : 1) | (group.text.isEmpty ? 0 : 2) | (group.ratio == 0 ? 0 : 4)
        | (group.isOn ? 8 : 0)
    }
    return bits(first) | bits(second) << 4
  }

  private static func write(_ group: LeafGroup, to writer: inout FixedLayoutWriter) {
    if group.number != 0 { group.number.write(to: &writer) }
    if !group.text.isEmpty { group.text.write(to: &writer) }
    if group.ratio != 0 { group.ratio.write(to: &writer) }
  }

  private static func group(
    _ bits: UInt8, from reader: inout FixedLayoutReader
  ) throws(FixedLayoutError) -> LeafGroup {
    var group = LeafGroup.empty
    if bits & 1 != 0 { group.number = try reader.value() }
    if bits & 2 != 0 { group.text = try reader.value() }
    if bits & 4 != 0 { group.ratio = try reader.value() }
    group.isOn = bits & 8 != 0
    return group
  }
}
