internal import ArchiveFormat

/// What an archive tells of the form of one type: found once per type and row.
final class TypeForm {
  /// The type and its superclasses, if one of them declares its form.
  let lineage: TypeLineage?
  /// The versions of the levels in the archive; nil for those that it does not tell.
  let versions: [UInt64?]
  /// Levels whose version in the archive is above the known one.
  let newer: [(name: String, archived: UInt64, known: UInt64)]
  private var changing: [Int: Bool] = [:]

  init(
    _ lineage: TypeLineage?, _ versions: [UInt64?],
    newer: [(name: String, archived: UInt64, known: UInt64)]
  ) {
    self.lineage = lineage
    self.versions = versions
    self.newer = newer
  }

  /// Whether records of a shape have to be changed, which is decided once.
  func changes(_ shape: Int, level: Int, _ decide: () -> Bool) -> Bool {
    let key = shape << 8 | min(level, 255)
    if let known = changing[key] { return known }
    let decided = decide()
    changing[key] = decided
    return decided
  }
}

/// A type and the row that names it in an archive.
struct TypeFormKey: Hashable {
  let type: ObjectIdentifier
  let row: Int?
}
