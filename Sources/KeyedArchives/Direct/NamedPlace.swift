internal import ArchiveFormat

/// A place of values whose types the archive names, for those of one type.
struct NamedPlace {
  /// The shape, label or class that the archive tells of the value: others in the same place have another.
  let name: Name
  /// The row of the type.
  let row: Int
  /// The same place for values of the type; if there is a label, the place of the value inside of it.
  let slot: Ref<FieldSlot>
  /// The type that the list of a call has for the name, and the call.
  var type: any Decodable.Type
  var call: Int
  var next: Ref<NamedPlace>?

  enum Name: Equatable {
    /// It is a record of a shape.
    case shape(Int)
    /// It stands in a label.
    case label(KindID)
    /// It is an object of the class of a row.
    case object(Int)
  }

  /// The places that one slot has. Cells read values of further types.
  static var limit: Int { 64 }

  var isLabelled: Bool { if case .label = name { true } else { false } }
}

extension Ref<DirectState> {
  /// The place of the value at the cursor for values of the type that the archive names, with the cursor behind a label; nil, with the cursor anywhere, if
  /// cells have to find the type.
  ///
  /// - Parameter requestedName: The name of what is asked for, for observers.
  func namedPlace(_ slot: Ref<FieldSlot>, _ requestedName: () -> String) -> Ref<NamedPlace>? {
    guard let name = name(slot) else { return nil }
    var known = slot.pointee.named
    var count = 0
    while let place = known, place.pointee.name != name {
      known = place.pointee.next
      count += 1
    }
    if known == nil, count >= NamedPlace.limit { return nil }
    guard let place = known ?? makeNamedPlace(slot, name) else { return nil }
    if place.pointee.call != pointee.call {
      guard let type = pointee.engine.listedType(place.pointee.row, name) else { return nil }
      place.pointee.type = type
      place.pointee.call = pointee.call
    }
    if place.pointee.isLabelled, !chargeColumn(1) { return nil }
    if pointee.isObserved {
      pointee.engine.observe(requestedName(), place.pointee.row, at: uncountedLazyPath(of: slot))
    }
    return place
  }

  /// The shape, label or class that names the type of the value at the cursor, which goes past a label; nil, with the cursor anywhere, for what is not foreseen.
  private func name(_ slot: Ref<FieldSlot>) -> NamedPlace.Name? {
    let schema = pointee.engine.schema
    let start = pointee.cursor.mark
    switch slot.pointee.code {
    case KindCode.recordOfShape: return .shape(schema.shape(of: slot.pointee.kind))
    case KindCode.record:
      guard let shape = pointee.cursor.varint(), shape < UInt64(schema.shapeCount) else {
        return nil
      }
      pointee.cursor.mark = start
      return .shape(Int(truncatingIfNeeded: shape))
    case KindCode.typed: return .label(slot.pointee.kind)
    case KindCode.any where pointee.cursor.nextByte == KindCode.typed:
      guard schema.hasRoom, let label = pointee.engine.runSlot(),
        label.pointee.code == KindCode.typed
      else { return nil }
      return .label(label.pointee.kind)
    case KindCode.any:
      guard let shape = schema.taggedShape(self) else { return nil }
      pointee.cursor.mark = start
      return .shape(shape)
    case KindCode.object:
      schema.addInner(slot)
      let row = rowOfObject(slot)
      pointee.cursor.mark = start
      return row.map { .object($0) }
    default: return nil
    }
  }

  @inline(never)
  private func makeNamedPlace(
    _ slot: Ref<FieldSlot>, _ name: NamedPlace.Name
  ) -> Ref<NamedPlace>? {
    let schema = pointee.engine.schema
    var kind = slot.pointee.kind
    let row: Int?
    switch name {
    case .shape(let shape): row = schema.definitions.shapes[shape].type
    case .object(let found): row = found
    case .label(let label):
      let node = schema.node(label)
      (row, kind) = (Int(node.number), node.first)
    }
    guard schema.hasRoom, let row, let type = pointee.engine.listedType(row, name) else {
      return nil
    }
    return schema.addNamed(slot, name, row: row, kind, type, call: pointee.call)
  }
}

extension DirectEngine {
  /// The type that the list of the call has for the name of a row everywhere; nil if it has none, or not in all places, and where cells find out in which form the
  /// value is.
  fileprivate func listedType(
    _ row: Int, _ name: NamedPlace.Name
  ) -> (any Decodable.Type)? {
    let text = schema.typeName(row)
    guard let grant = ledger.allowList[text.utf8.digest], grant.paths.isEmpty,
      // One that is itself told by a name would be asked for again and again.
      !(grant.type is any ArchiveExistential.Type),
      !(grant.type is any ExpressibleByNilLiteral.Type)
    else { return nil }
    let evolves = TypeName.of(grant.type).lineage != nil
    if schema.typeRow(row).version > 0, !evolves { return nil }
    // Cells look at the label for the version of what is no record.
    if case .label = name, evolves || schema.hasVersions || schema.isClass[row] { return nil }
    return grant.type
  }
}
