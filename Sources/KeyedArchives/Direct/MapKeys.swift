internal import ArchiveFormat

/// The keys of a map that is read by a keyed container.
final class MapKeys {
  let texts: [String]
  /// The bytes that they stand in.
  let bytes: [UInt8]
  let textByteCount: Int
  /// The place of each, if there are more than a few.
  private let places: [String.UTF8View.Digest: Int]?

  /// The bytes of keys that are kept to be compared with those of other maps.
  static var keptByteCount: Int { 256 }

  /// Nil if a key is there twice: the last value counts then (rule A2), which cells find.
  init?(_ texts: [String], _ bytes: [UInt8]) {
    let places = Dictionary(
      texts.enumerated().map { ($1.utf8.digest, $0) }, uniquingKeysWith: { first, _ in first })
    guard places.count == texts.count else { return nil }
    self.texts = texts
    self.bytes = bytes
    self.places = texts.count > 8 ? places : nil
    textByteCount = texts.reduce(0) { $0 + $1.utf8.count }
  }

  /// The number of a key; nil if the map does not have it.
  @inline(__always)
  func index(of key: String, next: Int) -> Int? {
    if next < texts.count, texts[next].hasSameBytes(as: key) { return next }
    return index(of: key)
  }

  @inline(never)
  private func index(of key: String) -> Int? {
    if let places { return places[key.utf8.digest] }
    return texts.firstIndex { $0.hasSameBytes(as: key) }
  }
}
