/// The shapes that a record may still be matched to (Spec, section 13): what earlier shapes left.
///
/// A shape that replaces another takes it out. The rows of the shapes alone say which shapes are
/// live, so that an encoder can go on where another one stopped.
struct LiveShapes: Sendable {
  private var shapes: [Slot: [Int]] = [:]
  private var shapeCounts: [Int?: Int] = [:]

  /// Candidates that are looked at for a record.
  private static let candidateLimit = 16

  /// A type and the first key of its records: what all candidates for a record have in common.
  struct Slot: Hashable, Sendable {
    var type: Int?
    var firstKey: Int?
  }

  /// The newest live shapes with a type and first key, newest first.
  func candidates(_ slot: Slot) -> [Int] {
    (shapes[slot] ?? []).suffix(Self.candidateLimit).reversed()
  }

  /// Returns a Boolean value that says whether a type may have one more shape.
  func hasRoom(_ slot: Slot) -> Bool {
    shapeCounts[slot.type, default: 0] < ShapeMatcher.shapeLimit
  }

  /// Adds the newest shape, in place of the one that it replaces.
  mutating func add(_ shape: Int, _ slot: Slot, replacing old: Int?) {
    shapeCounts[slot.type, default: 0] += 1
    if let old { shapes[slot, default: []].removeAll { $0 == old } }
    shapes[slot, default: []].append(shape)
  }

  /// Adds a shape that was read: a derived one replaces its base; any other one the first candidate
  /// that a record with its keys is joined to.
  ///
  /// A writer makes a shape row for a joined shape or because no candidate could be joined, so this
  /// is what the writer did.
  mutating func replay(_ shape: Int, in shapes: [ArchiveShape]) {
    let fields = shapes[shape].fields
    let slot = Slot(type: shapes[shape].type, firstKey: fields.first?.key)
    let joined =
      shapes[shape].base
      ?? candidates(slot).first { ShapeFit.joins(fields.lazy.map(\.key), shapes[$0]) }
    add(shape, slot, replacing: joined)
  }
}
