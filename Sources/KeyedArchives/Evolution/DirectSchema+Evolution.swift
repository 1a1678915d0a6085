internal import ArchiveFormat

/// Which values are in the form that their type has now. Others are decoded from cells, which change them.
extension DirectSchema {
  /// Whether the values in a slot are in the present form of a type that is no class.
  func isCurrent(_ type: any Any.Type, _ slot: Ref<FieldSlot>) -> Bool {
    isCurrent(
      type, type is any ArchiveEvolving.Type ? TypeName.of(type).lineage : nil, slot)
  }

  /// Whether the values in a slot are in the present form of a type that is no class.
  func isCurrent(
    _ type: any Any.Type, _ lineage: TypeLineage?, _ slot: Ref<FieldSlot>
  ) -> Bool {
    guard lineage != nil || hasVersions else { return true }
    switch slot.pointee.code {
    case KindCode.recordOfShape: return isCurrent(type, lineage, shape(of: slot.pointee.kind))
    case KindCode.record:
      return (0..<shapeCount).allSatisfy { isCurrent(type, lineage, $0) }
    case KindCode.object: return false
    case KindCode.map: return lineage == nil
    default: return true
    }
  }

  private func isCurrent(_ type: any Any.Type, _ lineage: TypeLineage?, _ shape: Int) -> Bool {
    let row = definitions.shapes[shape].type
    if let row {
      let isNamed = TypeName.of(type).text.hasSameBytes(as: definitions.fullName(ofType: row))
      // A former name is known to the caller's list.
      guard isNamed else { return lineage == nil }
      guard definitions.types[row].version == lineage?.levels[0].version ?? 0 else { return false }
    }
    return has(lineage?.levels[0].evolution?.optionalKeys ?? [], inShape: shape)
  }

  /// Whether the objects of a row are in the present form of a class.
  func isCurrent(_ type: any Any.Type, row: Int) -> Bool {
    guard let lineage = TypeName.of(type).lineage else {
      return definitions.types[row].version == 0 && definitions.types[row].superclass == nil
    }
    let levels = lineage.levels
    var next: Int? = row
    for level in levels.prefix(lineage.namedLevelCount) {
      guard let row = next, definitions.types[row].version == level.version,
        level.name.hasSameBytes(as: definitions.fullName(ofType: row))
      else { return false }
      next = definitions.types[row].superclass
    }
    guard next == nil else { return false }
    return definitions.shapes.indices.allSatisfy { shape in
      definitions.shapes[shape].type != row || hasFields(of: levels, inShape: shape)
    }
  }

  /// Whether a shape, and those of the superclasses' records in it, have what old archives may lack.
  private func hasFields(of levels: [TypeLineage.Level], inShape shape: Int) -> Bool {
    var shape = shape
    for (depth, level) in levels.enumerated() {
      if depth > 0, let inner = superclassShape(of: shape) { shape = inner }
      guard has(level.evolution?.optionalKeys ?? [], inShape: shape) else { return false }
    }
    return true
  }

  private func superclassShape(of shape: Int) -> Int? {
    let fields = definitions.shapes[shape].fields
    guard
      let field = fields.first(where: {
        definitions.keys[$0.key].hasSameBytes(as: ArchiveCodingKey.super.stringValue)
      })
    else { return nil }
    let kind = definitions.kinds[field.kind]
    return kind.code == .recordOfShape ? Int(kind.number) : nil
  }

  private func has(_ keys: [String], inShape shape: Int) -> Bool {
    keys.allSatisfy { key in
      definitions.shapes[shape].fields.contains {
        definitions.keys[$0.key].hasSameBytes(as: key)
      }
    }
  }
}
