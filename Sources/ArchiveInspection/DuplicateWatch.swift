internal import ArchiveCompression
internal import ArchiveFormat

/// Finds out whether a map has one key twice or a set one member twice (Spec, rule A2), while a scope is read.
///
/// Only the members and keys of open sets and maps are kept. Sets and maps inside of them are numbers once they end, so that no
/// byte is copied once for each level around it. ``DuplicateSearch`` tells where the duplicates are.
final class DuplicateWatch: ScanObserver {
  private struct Frame {
    var isMap: Bool
    var childCount = 0
    /// The members so far, where each of them has to differ from the others.
    var members: Set<[UInt8]>?
    /// True if the container is a member or key itself, whose bytes are gathered.
    var isMember: Bool
    /// True if a number replaces the bytes of the container when it ends.
    var isNumbered: Bool
    /// True for an object inside a member: its number is compared, not its body.
    var isHidden: Bool
  }

  private let bytes: [UInt8]
  private var frames: [Frame] = []
  /// Bytes of the open members, innermost last; nil inside objects, whose bodies are not gathered.
  private var gathered: [ByteSink?] = []
  private var numbers: [[UInt8]: Int] = [:]
  private var extensionName = ""
  /// True once a duplicate was found.
  private(set) var isFound = false

  init(_ scope: OpenedScope) { bytes = scope.content }

  var wantsEachBool: Bool { isGathering || frames.last?.members != nil }

  private var isGathering: Bool { gathered.last.map { $0 != nil } ?? false }

  func nameExtension(_ name: String) { extensionName = name }

  func begin(_ cell: ArchiveCell) {
    let isMember = frames.last?.members != nil
    let isKeys = frames.last.map { $0.isMap && $0.childCount == 0 } ?? false
    if !frames.isEmpty { frames[frames.count - 1].childCount += 1 }
    if isMember { gathered.append(ByteSink()) }
    guard cell.kind.isContainer else {
      append(cell)
      if cell.kind == .packedSet || isKeys { checkRow(cell) }
      if isMember { endMember() }
      return
    }
    let isNumbered = (cell.kind == .set || cell.kind == .map) && isGathering
    if isNumbered { gathered.append(ByteSink()) }
    append(cell)
    let isHidden = cell.kind == .object && isGathering
    if isHidden { gathered.append(nil) }
    frames.append(
      Frame(
        isMap: cell.kind == .map, members: cell.kind == .set || isKeys ? [] : nil,
        isMember: isMember, isNumbered: isNumbered, isHidden: isHidden))
  }

  func end() {
    let frame = frames.removeLast()
    if frame.isHidden { gathered.removeLast() }
    // An object is its number, as a reference to it is.
    if isGathering, !frame.isHidden { gathered[gathered.count - 1]?.byte(ValueIdentity.endMark) }
    if frame.isNumbered { endNumbered() }
    if frame.isMember { endMember() }
  }

  private func append(_ cell: ArchiveCell) {
    guard isGathering, var sink = gathered.popLast() ?? nil else { return }
    ValueIdentity.append(cell, bytes, name: extensionName, to: &sink)
    gathered.append(sink)
  }

  private func endNumbered() {
    guard let identity = gathered.removeLast()?.bytes else { return }
    let number = numbers[identity] ?? numbers.count
    numbers[identity] = number
    gathered[gathered.count - 1]?.byte(ValueIdentity.numberMark)
    gathered[gathered.count - 1]?.varint(number)
  }

  private func endMember() {
    guard let identity = gathered.removeLast()?.bytes else { return }
    if frames[frames.count - 1].members?.insert(identity).inserted == false { isFound = true }
    if isGathering { gathered[gathered.count - 1]?.append(identity[...]) }
  }

  /// The members of a packed row.
  private func checkRow(_ cell: ArchiveCell) {
    var members: Set<[UInt8]> = []
    var row = PackedRow(cell, bytes)
    while let element = row.next() {
      var identity = ByteSink()
      ValueIdentity.append(element, bytes, name: "", to: &identity)
      guard members.insert(identity.bytes).inserted else {
        isFound = true
        return
      }
    }
  }
}
