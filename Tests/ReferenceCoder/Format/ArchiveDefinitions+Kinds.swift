extension ArchiveDefinitions {
  /// The kind of a cell whose inside is finished; undetermined for null and absent.
  mutating func kind(of cell: ArchiveCell) -> KindID {
    if let leaf = cell.kind.leafKind { return KindID(leaf) }
    switch cell.kind {
    case .record:
      let shape = Int(cell.shape)
      return isCase(shape) ? .anyRecord : kinds.record(ofShape: shape)
    case .reference: return kinds.container(.object, of: .undetermined)
    case .absent, .null, .segment, .packed, .packedSet: return .undetermined
    default: return KindID(index: Int(cell.shape))
    }
  }

  /// Returns a Boolean value that says whether records of a shape are one of several alternatives, as the cases of an
  /// enumeration with payloads are. The type of such a shape is no class. Its one field is always there and holds a
  /// record without a type.
  private func isCase(_ shape: Int) -> Bool {
    let fields = shapes[shape].fields
    guard fields.count == 1, fields[0].mode == .required, let type = shapes[shape].type else {
      return false
    }
    let kind = kinds[fields[0].kind]
    return kind.code == .recordOfShape && shapes[kind.number].type == nil
      && !types[type].isClass
  }
}
