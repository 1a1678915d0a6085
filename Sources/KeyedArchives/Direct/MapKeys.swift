internal import ArchiveFormat

/// The keys of a map that is read by a keyed container.
final class MapKeys {
  let texts: [String]
  /// The bytes that they stand in.
  let bytes: [UInt8]
  let textByteCount: Int
  /// The place of each, if there are more than a few.
  private let places: [String.UTF8View.Digest: Int]?
  /// The strings that each was asked for with last. They are held, so that the same two words are the same string.
  private let asked: Ref<String>

  /// So many keys are compared one by one.
  private static var fewCount: Int { 8 }

  /// The bytes of keys that are kept to be compared with those of other maps.
  static var keptByteCount: Int { 256 }

  /// Nil if a key is there twice: the last value counts then (rule A2), which cells find.
  init?(_ texts: [String], _ bytes: [UInt8]) {
    if texts.count > Self.fewCount {
      let places = Dictionary(
        texts.enumerated().map { ($1.utf8.digest, $0) }, uniquingKeysWith: { first, _ in first })
      guard places.count == texts.count else { return nil }
      self.places = places
    } else {
      for (index, text) in texts.enumerated() {
        for other in 0..<index where texts[other].hasSameBytes(as: text) { return nil }
      }
      places = nil
    }
    self.texts = texts
    self.bytes = bytes
    textByteCount = texts.reduce(0) { $0 + $1.utf8.count }
    asked = Ref(repeating: "", count: texts.count)
    for (index, text) in texts.enumerated() { asked[index].pointee = text }
  }

  deinit { asked.free(count: texts.count) }

  /// True if the key of a number is this one.
  @inline(__always)
  func isKey(_ index: Int, _ key: String) -> Bool {
    guard index < texts.count else { return false }
    return Self.words(of: asked[index].pointee) == Self.words(of: key) || isEqual(index, key)
  }

  @inline(never)
  private func isEqual(_ index: Int, _ key: String) -> Bool {
    guard texts[index].hasSameBytes(as: key) else { return false }
    asked[index].pointee = key
    return true
  }

  /// The two words that a string is.
  @inline(__always)
  private static func words(of text: String) -> (UInt64, UInt64) {
    unsafe unsafeBitCast(text, to: (UInt64, UInt64).self)
  }

  /// True if the map has a key. Unlike the other questions, this one may be asked once the map is over.
  func has(_ key: String) -> Bool { index(of: key) != nil }

  /// The number of a key; nil if the map does not have it.
  @inline(__always)
  func index(of key: String, next: Int) -> Int? {
    if isKey(next, key) { return next }
    return index(of: key)
  }

  @inline(never)
  private func index(of key: String) -> Int? {
    if let places { return places[key.utf8.digest] }
    let words = Self.words(of: key)
    for index in texts.indices where Self.words(of: asked[index].pointee) == words { return index }
    guard let found = texts.firstIndex(where: { $0.hasSameBytes(as: key) }) else { return nil }
    asked[found].pointee = key
    return found
  }
}
