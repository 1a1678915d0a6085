internal import ArchiveCompression
internal import ArchiveFormat

extension DirectEngine {
  // MARK: Types

  /// Finds out how values of a type are read from a slot.
  func classify<Value>(_ type: Value.Type, _ slot: Ref<FieldSlot>) {
    let address = TypeAddress.of(type)
    let traits = traits(type, address)
    slot.pointee.type = address
    slot.pointee.leaf = traits.leaf
    slot.pointee.collection = traits.collection
    slot.pointee.nullable = traits.nullable
    slot.pointee.generated = traits.generated
    slot.pointee.strategy = strategy(traits, slot)
    if slot.pointee.strategy == .container, !schema.isCurrent(type, traits.lineage, slot) {
      slot.pointee.strategy = .cells
    }
    slot.pointee.ownRow = -1
    slot.pointee.allowedRow = -1
    prepareGenerated(slot)
    switch slot.pointee.strategy {
    case .collection, .nullable, .object: schema.addInner(slot)
    default: break
    }
  }

  private func strategy(_ traits: TypeTraits, _ slot: Ref<FieldSlot>) -> FieldSlot.Strategy {
    if slot.pointee.isStateBit {
      return traits.leaf?.directCode == KindCode.bool ? .stateBit : .record
    }
    if slot.pointee.code == KindCode.nullable { return traits.nullable == nil ? .cells : .nullable }
    if slot.pointee.code == KindCode.object { return objectStrategy(traits) }
    guard traits.isRead else { return .cells }
    switch slot.pointee.code {
    case KindCode.array, KindCode.set, KindCode.map:
      if traits.leaf != nil { return .cells }
      return traits.collection == nil ? .container : .collection
    case KindCode.record, KindCode.recordOfShape:
      return traits.leaf == nil && traits.collection == nil ? .container : .cells
    case KindCode.any, KindCode.typed, KindCode.extended, KindCode.undetermined,
      KindCode.nullable:
      return .cells
    default:
      if let leaf = traits.leaf {
        return leaf.directCode == slot.pointee.code ? .leaf : .cells
      }
      return traits.collection == nil ? .container : .cells
    }
  }

  /// Values of other types see through objects: those that are single values find the object inside.
  private func objectStrategy(_ traits: TypeTraits) -> FieldSlot.Strategy {
    if traits.isClass { return .object }
    return traits.isRead && traits.leaf == nil && traits.collection == nil ? .container : .cells
  }

  private func traits<Value>(_ type: Value.Type, _ address: Int) -> TypeTraits {
    if let known = traits[address] { return known }
    let leaf = type as? any DirectLeaf.Type
    let isClass = type is any AnyObject.Type && !(type is any UntypedValue.Type)
    let isOther =
      leaf == nil && type is any ArchiveLeaf.Type || isClass || type is any ArchiveEdge.Type
      || type is any ArchiveExistential.Type || type is any UntypedValue.Type
    var made = TypeTraits(
      leaf: leaf, collection: type as? any DirectCollection.Type,
      nullable: type as? any DirectNullable.Type,
      generated: leaf == nil ? type as? any ArchivableValue.Type : nil, isRead: !isOther,
      isClass: isClass)
    if !isClass, type is any ArchiveEvolving.Type { made.lineage = TypeName.of(type).lineage }
    if traits.count >= Self.traitLimit { traits.removeAll() }
    traits[address] = made
    return made
  }

  // MARK: Cells

  /// Makes cells of one value: a session for it, its cell, and where it ends.
  func scan(
    _ slot: Ref<FieldSlot>, from mark: RawCursor.Mark, depth: Int, _ path: [any CodingKey]
  ) throws -> (session: DecodingSession, cell: Int, end: RawCursor.Mark) {
    if let refusal = madeLedger?.refusal { throw refusal }
    if schema.hasClasses, slot.pointee.mayHoldObjects || state.isOverdrawn,
      let found = try find(slot, mark, depth, path)
    {
      return found
    }
    var limits = limits
    limits.maximumValueCount = max(state.pointee.valueCount, 0)
    limits.maximumZeroWidthCount = max(state.pointee.zeroWidthCount, 0)
    var scanner = ContentScanner(
      contentCopy(), from: offset(of: mark), definitions: schema.definitions,
      fieldTable: schema.fields, limits: limits)
    do throws(ArchiveError) {
      let document = try scanner.scanPiece(
        slot.pointee.kind, at: mark == rootPlace?.payload ? rootPlace?.tag : nil, depth: depth)
      state.pointee.valueCount &-= document.cells.count
      state.pointee.zeroWidthCount &-= scanner.zeroWidthValueCount
      if document.hasEdges { throw leaveToCells() }
      let end = RawCursor(content, from: scanner.position).mark
      return (DecodingSession(document, ledger, basePath: path), 0, end)
    } catch {
      if scanner.hasEdges { throw leaveToCells() }
      var error = ledger.scope.located(error)
      error.path.steps = ArchivePath(codingPath: path).steps + error.path.steps
      throw refuse(error, path)
    }
  }
}
