internal import ArchiveCompression
internal import ArchiveFormat

/// Counts the objects that were mentioned before each block of a scope (Spec, rule M3), while the scope is read.
final class MentionWatch: ScanObserver {
  private let blocks: [OpenedPart]
  private var counts: [Int] = []
  private var mentioned = 0

  /// - Parameter blocks: The blocks of the scope that have a state, in the order in which they stand.
  init(_ blocks: [OpenedPart]) { self.blocks = blocks }

  func begin(_ cell: ArchiveCell) {
    guard cell.kind.mentionsObject, Int(cell.detail) == mentioned else { return }
    while counts.count < blocks.count, offset(counts.count) <= cell.rawOffset {
      counts.append(mentioned)
    }
    mentioned += 1
  }

  /// Returns the wrong numbers of next objects, once the whole scope was read.
  var findings: [ArchiveError] {
    blocks.enumerated().compactMap { number, part in
      let count = number < counts.count ? counts[number] : mentioned
      guard let detail = part.detail, detail.nextObject != count else { return nil }
      return ArchiveError(
        .malformed, "a block states next object \(detail.nextObject), not \(count)",
        byteOffset: part.header.detailOffset + detail.nextObjectOffset)
    }
  }

  private func offset(_ number: Int) -> Int { blocks[number].detail?.rawOffset ?? 0 }
}
