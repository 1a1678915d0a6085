/// Where blocks of an archive say that reading may begin.
enum BlockStarts {
  /// Whether any block has a state: Spec/archive-format.md, section 4. What it says is believed by who begins there.
  static func haveStates(_ archive: [UInt8]) -> Bool {
    guard archive.first == 0xA5 else { return false }
    var start = 24
    while start + 24 <= archive.count {
      let detail = start + 24
      let end = detail + Int(archive[start + 2]) + Int(archive[start + 3]) << 8
      let stored = archive[start + 4..<start + 12].reversed().reduce(UInt64(0)) {
        $0 << 8 | UInt64($1)
      }
      guard end <= archive.count, stored <= archive.count - end else { return false }
      if archive[start] == UInt8(ascii: "B"), beginsWithState(archive[detail..<end]) { return true }
      start = end + Int(stored)
    }
    return false
  }

  /// Five numbers, and then how the block begins.
  private static func beginsWithState(_ detail: ArraySlice<UInt8>) -> Bool {
    var rest = detail
    for _ in 0..<5 {
      guard let first = rest.first else { return false }
      rest = rest.dropFirst(Varint.byteCount(first))
    }
    return rest.first == 2
  }
}
