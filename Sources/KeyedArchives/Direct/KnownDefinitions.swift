internal import ArchiveFormat

/// The definitions of earlier calls as bytes, found again by what they were made from.
struct KnownDefinitions {
  private struct Entry {
    var source: [UInt32]
    var bytes: [UInt8]
  }

  private var entries: [Entry] = []
  private static let limit = 8

  /// The bytes made from `source`, or else those that `make` gives; nil if it gives none.
  mutating func bytes(from source: [UInt32], _ make: () -> [UInt8]?) -> [UInt8]? {
    if let index = entries.firstIndex(where: { $0.source == source }) {
      if index > 0 { entries.swapAt(index, index - 1) }
      return entries[max(0, index - 1)].bytes
    }
    guard let bytes = make() else { return nil }
    if entries.count == Self.limit { entries.removeLast() }
    entries.append(Entry(source: source, bytes: bytes))
    return bytes
  }
}
