internal import ArchiveFormat

/// The keys of a map, in the order in which a type gives them.
struct KeySequence {
  let keys: [String]
  /// The bytes in the archive: byte count and bytes of each.
  let column: [UInt8]

  init(_ keys: [String]) {
    self.keys = keys
    var sink = ByteSink()
    for key in keys { sink.string(key) }
    column = sink.bytes
  }

  /// True if the first `count` keys are those of another sequence, and the next is `key`.
  func goesOn(_ other: KeySequence, _ count: Int, _ key: String) -> Bool {
    count < keys.count && keys[count].hasSameBytes(as: key)
      && (0..<count).allSatisfy { keys[$0].hasSameBytes(as: other.keys[$0]) }
  }
}
