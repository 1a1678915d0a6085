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
