internal import ArchiveFormat

/// The first kinds of the definitions, with the slots of roots of them, as far as they were asked for.
///
/// They stand behind a pointer: Swift watches variables of a class at run time, and a table of kinds is several references.
struct FirstKinds {
  private let rows = Ref<[Row]>([])

  private struct Row {
    let node: KindNode
    var root: Ref<FieldSlot>?
  }

  /// Kinds behind those are looked up elsewhere.
  private static var limit: Int { 4_096 }

  func free() { rows.free() }

  /// A kind; nil if neither it nor one behind it was noted, or if it is none of the first.
  @inline(__always)
  func node(_ kind: KindID) -> KindNode? {
    let index = Int(kind.index)
    return index < rows.pointee.count ? rows.pointee[index].node : nil
  }

  /// The slot of roots of a kind.
  @inline(__always)
  func root(_ kind: KindID) -> Ref<FieldSlot>? {
    let index = Int(kind.index)
    return index < rows.pointee.count ? rows.pointee[index].root : nil
  }

  /// Notes all kinds up to one, unless it is none of the first.
  func note(_ kind: KindID, of kinds: KindTable) {
    guard kind.index < Self.limit else { return }
    while rows.pointee.count <= Int(kind.index) {
      rows.pointee.append(Row(node: kinds[KindID(index: rows.pointee.count)]))
    }
  }

  /// Keeps the slot of roots of a kind that was noted; false for others.
  func keep(_ root: Ref<FieldSlot>, for kind: KindID) -> Bool {
    let index = Int(kind.index)
    guard index < rows.pointee.count else { return false }
    rows.pointee[index].root = root
    return true
  }
}
