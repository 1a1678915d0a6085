internal import ArchiveFormat

/// Finds out which values are in the form that their type has now. Cells change all others while they decode them.
extension DirectSchema {
  struct Evolved {
    /// True if objects may be in older forms than their classes.
    var hasOlderObjects = false
    /// True if the types of the call may have stood under other names.
    var hasFormerNames = false
    /// True if some slots read records as a type of another name, because that is no former name.
    var readsOtherNames = false
  }

  struct FormsKey: Hashable {
    var type: ObjectIdentifier
    var row: Int?
    var hasFormerNames = false
  }

  /// Returns whether the values in a slot are in the present form of a type that is no class.
  func isCurrent(_ type: any Any.Type, _ slot: Ref<FieldSlot>) -> Bool {
    isCurrent(
      type, type is any ArchiveEvolving.Type ? TypeName.of(type).lineage : nil, slot)
  }

  /// Returns whether the values in a slot are in the present form of a type that is no class.
  private func isCurrent(
    _ type: any Any.Type, _ lineage: TypeLineage?, _ slot: Ref<FieldSlot>
  ) -> Bool {
    guard lineage != nil || hasVersions else { return true }
    switch slot.pointee.code {
    case KindCode.recordOfShape: return isCurrent(type, lineage, shape(of: slot.pointee.kind))
    case KindCode.record:
      if let lineage { return forms(of: type, lineage).all(definitions).areCurrent }
      return (0..<shapeCount).allSatisfy { isCurrent(type, nil, $0) }
    case KindCode.object: return false
    case KindCode.map: return lineage == nil
    default: return true
    }
  }

  /// Returns whether records of a shape, if they are read as values of a type that is no class, are in its present form.
  private func isCurrent(_ type: any Any.Type, _ lineage: TypeLineage?, _ shape: Int) -> Bool {
    guard let lineage else {
      guard let row = definitions.shapes[shape].type else { return true }
      // A former name is known to the caller's list.
      return definitions.types[row].version == 0
        || !TypeName.of(type).text.hasSameBytes(as: definitions.fullName(ofType: row))
    }
    if case .current = forms(of: type, lineage).form(ofShape: shape, definitions) { return true }
    return false
  }

  /// Returns whether the values in a slot are read from bytes, through the forms of their records if these may be older than a type
  /// that is no class.
  func expectForms(
    of type: any Any.Type, _ lineage: TypeLineage?, _ slot: Ref<FieldSlot>
  ) -> Bool {
    guard let lineage else {
      slot.expect(nil)
      return isCurrent(type, nil, slot)
    }
    let areRead: Bool
    switch slot.pointee.code {
    case KindCode.recordOfShape: areRead = isRead(lineage, type, shape(of: slot.pointee.kind))
    case KindCode.record, KindCode.any:
      areRead = forms(of: type, lineage).all(definitions).areRead
    default:
      slot.expect(nil)
      return isCurrent(type, lineage, slot)
    }
    let isKnown = slot.pointee.code != KindCode.any && isCurrent(type, lineage, slot)
    slot.expect(isKnown || !areRead ? nil : forms(of: type, lineage))
    return areRead
  }

  /// Returns whether records of a shape are read from bytes as values of a type: no step changes them, and they are not newer.
  private func isRead(_ lineage: TypeLineage, _ type: any Any.Type, _ shape: Int) -> Bool {
    if case .other = forms(of: type, lineage).form(ofShape: shape, definitions) { return false }
    return true
  }

  /// The forms through which the objects of a row are read as those of a class; nil if all of it is left to cells.
  func objectForms(of type: any Any.Type, row: Int) -> ObjectForms? {
    let key = FormsKey(type: ObjectIdentifier(type), row: row)
    if let known = knownObjects[key] { return known }
    let found = findObjectForms(of: type, row)
    knownObjects[key] = .some(found)
    if case .older = found { evolved.pointee.hasOlderObjects = true }
    return found
  }

  private func findObjectForms(of type: any Any.Type, _ row: Int) -> ObjectForms? {
    guard let lineage = TypeName.of(type).lineage else {
      let isPlain = definitions.types[row].version == 0 && definitions.types[row].superclass == nil
      return isPlain ? .current : nil
    }
    var next: Int? = row
    for level in lineage.levels {
      if let row = next {
        guard level.isNamed(row, definitions),
          level.isWithoutSteps(definitions.types[row].version)
        else { return nil }
        next = definitions.types[row].superclass
      } else {
        // Archives name no more superclasses than have versions.
        guard level.isWithoutSteps(0) else { return nil }
      }
    }
    guard next == nil else { return nil }
    let forms = forms(of: type, lineage, row: row)
    let areCurrent = definitions.shapes.indices.allSatisfy { shape in
      guard definitions.shapes[shape].type == row else { return true }
      if case .current = forms.form(ofShape: shape, definitions) { return true }
      return false
    }
    return areCurrent ? .current : .older(forms)
  }

  /// Returns whether a shape has keys that old archives may lack.
  func has(_ keys: [String], inShape shape: Int) -> Bool {
    keys.allSatisfy { key in
      definitions.shapes[shape].fields.contains {
        definitions.keys[$0.key].hasSameBytes(as: key)
      }
    }
  }
}

/// The forms of the objects of a row.
enum ObjectForms {
  case current
  case older(RecordForms)
}

extension Ref<FieldSlot> {
  /// Notes the forms of the records in a slot; nil if all are in the present form of what is asked for next.
  @inline(__always)
  func expect(_ forms: RecordForms?) {
    let forms = forms.map(Unowned.init)
    if pointee.forms != forms {
      pointee.forms = forms
      // Values that are asked for here have other forms.
      pointee.type = 0
    }
  }
}
