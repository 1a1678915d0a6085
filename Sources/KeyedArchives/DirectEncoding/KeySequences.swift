/// The sequences of keys that the maps of one place had.
struct KeySequences {
  private var known: [KeySequence] = []
  /// The one that the next map is taken to have.
  private var likely = 0
  /// The one that goes when there are too many.
  private var oldest = 0

  private static let limit = 8
  /// Longer ones are hardly there twice.
  private static let keyLimit = 64
  private static let byteLimit = 2_048

  var next: KeySequence? { known.isEmpty ? nil : known[likely] }

  /// Finds the sequence that goes on with a key behind the first `count` keys of another one.
  mutating func find(_ other: KeySequence, _ count: Int, _ key: String) -> KeySequence? {
    guard let index = known.firstIndex(where: { $0.goesOn(other, count, key) }) else {
      return nil
    }
    likely = index
    return known[index]
  }

  mutating func learn(_ sequence: KeySequence) {
    if sequence.keys.count > Self.keyLimit || sequence.column.count > Self.byteLimit { return }
    if let index = known.firstIndex(where: { $0.column == sequence.column }) {
      likely = index
      return
    }
    if known.count < Self.limit {
      known.append(sequence)
      likely = known.count - 1
    } else {
      known[oldest] = sequence
      likely = oldest
      oldest = (oldest + 1) % Self.limit
    }
  }
}
