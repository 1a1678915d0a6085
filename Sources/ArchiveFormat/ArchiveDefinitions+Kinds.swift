extension ArchiveDefinitions {
  /// The kind of a cell whose inside is finished; undetermined for null and absent.
  mutating func kind(of cell: ArchiveCell) -> KindID {
    if let leaf = cell.kind.leafKind { return KindID(leaf) }
    switch cell.kind {
    case .record: return kinds.record(ofShape: Int(cell.shape))
    case .packed, .packedSet:
      let element = KindID(index: Int(cell.detail))
      return kinds.container(
        cell.kind == .packed ? .array : .set, of: cell.length == 0 ? .undetermined : element)
    case .reference: return kinds.container(.object, of: .undetermined)
    case .absent, .null, .segment: return .undetermined
    default: return KindID(index: Int(cell.shape))
    }
  }
}

extension ArchiveDefinitions {
  /// The kind of a run, or a tag that is a kind, that begins at the cursor.
  package mutating func readRunKind(_ cursor: inout ByteCursor) throws(ArchiveError) -> KindID {
    var reader = KindReader(typeLimit: types.count, shapeLimit: shapes.count)
    return try reader.read(&cursor, into: &kinds, nullable: true)
  }
}
