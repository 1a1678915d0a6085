/// The keys of a map that is being encoded.
struct OpenMap {
  /// The place of the sequences among ``DirectEncoder/keySequences``.
  let place: Int
  /// The sequence that all keys so far are the beginning of.
  var followed: KeySequence?
  /// The keys, if there is none.
  private(set) var keys: [String] = []
  private var members: Set<String> = []
  /// True if a key was given without a value.
  var hasAbsent = false
  /// True if the only value so far is that of an encoder for a superclass: a container without another one is a record.
  var hasOnlySuper = false

  init(place: Int, followed: KeySequence?) { (self.place, self.followed) = (place, followed) }

  /// Goes on without a sequence behind the first `count` keys of it.
  mutating func leave(after count: Int) {
    keys = Array((followed?.keys ?? []).prefix(count))
    followed = nil
  }

  /// Adds a key; false if it was given before, or one that looks the same.
  mutating func add(_ key: String) -> Bool {
    if keys.count < 16 {
      if keys.contains(key) { return false }
    } else {
      if members.isEmpty { members = Set(keys) }
      guard members.insert(key).inserted else { return false }
    }
    keys.append(key)
    return true
  }
}
