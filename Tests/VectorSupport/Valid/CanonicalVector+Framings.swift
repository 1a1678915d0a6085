import ArchiveFormat
import ArchiveInspection

extension CanonicalVector {
  /// The seeds of `random`, one vector each.
  private static let seeds: ClosedRange<UInt64> = 1...60

  /// Values that seeds choose; each third one as a multi-part archive.
  static var random: [CanonicalVector] {
    seeds.compactMap { seed in
      let layout: ArchiveLayout = seed % 3 == 0 ? .multi : .single
      guard let bytes = try? RandomValue.value(seed: seed).archived(as: layout) else { return nil }
      return CanonicalVector("random-\(seed)", "a value of seed \(seed)", bytes, layout)
    }
  }

  /// Some of the contents as multi-part archives.
  static var layouts: [CanonicalVector] {
    contents.enumerated().compactMap { index, vector in
      guard index % 3 == 0, let roots = try? ArchiveInspector(vector.bytes).roots, roots.count == 1,
        let bytes = try? roots[0].value.archived(as: .multi)
      else { return nil }
      return CanonicalVector(
        "multi-part-\(vector.name)", vector.comment + ", in a block", bytes, .multi)
    }
  }
}
