internal import ArchiveCompression
internal import ArchiveFormat

/// Finds out whether a map may have one key twice or a set one member twice (Spec, rule A2), while a scope is read.
///
/// The watch keeps 64 bits of each member and key, which equal values share. Others share them by chance, hardly ever, and nobody can choose values
/// that do: the hashes have a seed of the process. ``DuplicateSearch`` compares the values themselves, and tells where the duplicates are.
final class DuplicateWatch: ScanObserver {
  private struct Frame {
    enum Form {
      /// Children in an order that counts.
      case sequence
      /// Fields: those that are not there do not count.
      case record
      /// An object, which is its number: what it holds is not compared.
      case object
      case set, map
      /// The keys of a map, and its values.
      case keys, values
    }

    var form: Form
    /// True if the container is compared as a part of a member or key.
    var isCompared: Bool
    /// The key of the container in the record around it.
    var key: UInt32
    /// Kind, type and name of the container, and of a sequence the children so far.
    var hasher = Hasher()
    var childCount = 0
    /// The sum of the hashes of the members of a set, or of the entries of a map.
    var sum: UInt64 = 0
    /// The hashes of the members of a set, or of the keys in a column, so far.
    var members: Set<UInt64> = []
    /// The hashes of the keys of a map that is compared, in order.
    var keys: [UInt64] = []

    /// True if the children are compared.
    var comparesChildren: Bool {
      switch form {
      case .set, .keys: true
      case .object: false
      case .sequence, .record, .map, .values: isCompared
      }
    }
  }

  private let bytes: [UInt8]
  private var frames: [Frame] = []
  /// True once two members or keys look alike.
  private(set) var isFound = false

  init(_ scope: OpenedScope) { bytes = scope.content }

  var wantsEachBool: Bool { frames.last?.comparesChildren ?? false }

  func begin(_ cell: ArchiveCell) {
    if cell.kind.isContainer { return open(cell) }
    if cell.kind == .packed || cell.kind == .packedSet { return beginRow(cell) }
    guard let parent = frames.last, parent.comparesChildren else { return }
    if cell.kind == .absent, parent.form == .record { return }
    add(digest(of: cell), key: cell.key)
  }

  func end() {
    let frame = frames.removeLast()
    switch frame.form {
    case .keys where frame.isCompared: frames[frames.count - 1].keys = frame.keys
    case .keys, .values: break
    case .sequence, .record, .object, .set, .map:
      guard frame.isCompared else { return }
      var hasher = frame.hasher
      // An object is what a reference to it is.
      if frame.form != .object {
        hasher.combine(frame.childCount)
        hasher.combine(frame.sum)
      }
      add(UInt64(bitPattern: Int64(hasher.finalize())), key: frame.key)
    }
  }

  private func open(_ cell: ArchiveCell) {
    let parent = frames.last
    let isColumn = parent?.form == .map
    let form: Frame.Form =
      switch cell.kind {
      case _ where isColumn: parent?.childCount == 0 ? .keys : .values
      case .set, .packedSet: .set
      case .map: .map
      case .record: .record
      case .object: .object
      default: .sequence
      }
    if isColumn { frames[frames.count - 1].childCount += 1 }
    var frame = Frame(form: form, isCompared: parent?.comparesChildren ?? false, key: cell.key)
    if frame.isCompared { combine(cell, into: &frame.hasher) }
    frames.append(frame)
  }

  /// A row of numbers is a container of these, if anybody compares them.
  private func beginRow(_ cell: ArchiveCell) {
    open(cell)
    if frames[frames.count - 1].comparesChildren {
      var row = PackedRow(cell, bytes)
      while let element = row.next() { add(digest(of: element), key: 0) }
    }
    end()
  }

  /// Adds a child to the innermost container.
  private func add(_ digest: UInt64, key: UInt32) {
    let top = frames.count - 1
    switch frames[top].form {
    case .set:
      if !frames[top].members.insert(digest).inserted { isFound = true }
      frames[top].sum &+= digest
    case .keys:
      if !frames[top].members.insert(digest).inserted { isFound = true }
      if frames[top].isCompared { frames[top].keys.append(digest) }
    case .values:
      let position = frames[top].childCount
      var entry = Hasher()
      entry.combine(position < frames[top - 1].keys.count ? frames[top - 1].keys[position] : 0)
      entry.combine(digest)
      frames[top - 1].sum &+= UInt64(bitPattern: Int64(entry.finalize()))
    case .record:
      frames[top].hasher.combine(key)
      frames[top].hasher.combine(digest)
    case .sequence: frames[top].hasher.combine(digest)
    case .object, .map: break
    }
    frames[top].childCount += 1
  }

  private func digest(of leaf: ArchiveCell) -> UInt64 {
    var hasher = Hasher()
    combine(leaf, into: &hasher)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  private func combine(_ cell: ArchiveCell, into hasher: inout Hasher) {
    var identity = ByteSink()
    ValueIdentity.append(cell, bytes, to: &identity)
    hasher.combine(identity.bytes)
  }
}
