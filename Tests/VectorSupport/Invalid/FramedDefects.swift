import TestSupport

/// Each defect of content in a single part, and in some other framings that a seed chooses.
struct FramedDefects {
  /// Other framings of each content.
  private static let furtherFramings = 1

  let vectors: [InvalidVector]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var vectors: [InvalidVector] = []
    let tables = [
      ContentDefect.primitives, ContentDefect.definitions, ContentDefect.kinds,
      ContentDefect.values, ContentDefect.objects, ContentDefect.limits,
    ]
    for defect in tables.joined() {
      vectors.append(DefectFraming.single.vector(defect, &random))
      var framings = DefectFraming.allCases.filter { $0 != .single && $0.admits(defect) }
      for _ in 0..<min(Self.furtherFramings, framings.count) {
        let framing = framings.remove(at: random.index(below: framings.count))
        vectors.append(framing.vector(defect, &random))
      }
    }
    self.vectors = vectors
  }
}

extension SeededGenerator {
  /// A number below a count, the same with every standard library.
  mutating func index(below count: Int) -> Int {
    Int(truncatingIfNeeded: next() % UInt64(max(count, 1)))
  }
}
