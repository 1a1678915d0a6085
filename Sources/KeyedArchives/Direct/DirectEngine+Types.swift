internal import ArchiveCompression
internal import ArchiveFormat

extension DirectEngine {
  // MARK: Types

  /// Finds out how values of a type are read from a slot.
  func classify<Value>(_ type: Value.Type, _ slot: Ref<FieldSlot>) {
    let address = TypeAddress.of(type)
    let traits = traits(type, address)
    slot.pointee.leaf = traits.leaf
    slot.pointee.collection = traits.collection
    slot.pointee.nullable = traits.nullable
    slot.pointee.edge = traits.edge
    slot.pointee.existential = traits.existential
    slot.pointee.generated = traits.generated
    slot.pointee.strategy = strategy(traits, address, slot)
    if schema.hookNumber != 0, let hooked = hookedStrategy(type, traits, slot) {
      slot.pointee.strategy = hooked
      // The hook may make the value of one of another type.
      (slot.pointee.collection, slot.pointee.leaf) = (nil, nil)
    }
    if slot.pointee.strategy != .container {
      slot.expect(nil)
    } else if !schema.expectForms(of: type, traits.lineage, slot) {
      slot.pointee.strategy = .cells
    }
    slot.pointee.type = address
    slot.pointee.ownRow = -1
    slot.pointee.allowedRow = -1
    prepareGenerated(slot)
    switch slot.pointee.strategy {
    case .collection, .nullable, .object: schema.addInner(slot)
    default: break
    }
  }

  private func strategy(
    _ traits: TypeTraits, _ type: Int, _ slot: Ref<FieldSlot>
  ) -> FieldSlot.Strategy {
    if slot.isStateBit {
      return type == TypeAddress.of(Bool.self) || type == TypeAddress.of(Bool?.self)
        ? .stateBit : .bit
    }
    if slot.pointee.code == KindCode.nullable { return traits.nullable == nil ? .cells : .nullable }
    if let existential = traits.existential {
      return existential.fits && slot.pointee.mayBeNamed ? .existential : .cells
    }
    if slot.pointee.code == KindCode.object { return objectStrategy(traits) }
    if traits.edge != nil, slot.pointee.holdsEdge { return .edge }
    // A tag tells there if an object or an edge stands there.
    if slot.pointee.code == KindCode.any, traits.isClass || traits.edge != nil { return .tagged }
    guard traits.isRead else { return .cells }
    if let nullable = traits.nullable, nullable.fits, slot.pointee.isPresent { return .optional }
    switch slot.pointee.code {
    case KindCode.array, KindCode.set, KindCode.map:
      if traits.leaf != nil || traits.isMapReader, traits.collection == nil { return .cells }
      return traits.collection == nil ? .container : .collection
    case KindCode.record, KindCode.recordOfShape:
      return traits.leaf == nil && traits.collection == nil ? .container : .cells
    case KindCode.any where !schema.hasVersions || traits.lineage != nil:
      if traits.isMapReader, traits.collection == nil { return .cells }
      return traits.leaf == nil && traits.collection == nil ? .container : .tagged
    case KindCode.any, KindCode.typed, KindCode.strongBackReference,
      KindCode.conditionalReference, KindCode.extended, KindCode.undetermined, KindCode.nullable:
      return .cells
    default:
      if let leaf = traits.leaf {
        return leaf.directCode == slot.pointee.code ? .leaf : .converted
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
      nullable: type as? any DirectNullable.Type, edge: type as? any ArchiveEdge.Type,
      existential: type as? any ArchiveExistential.Type,
      generated: leaf == nil ? type as? any ArchivableValue.Type : nil, isRead: !isOther,
      isClass: isClass, isMapReader: type is any MapReader.Type)
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
    // Once much was read again, values are found among the cells of all: containers inside of each other would each be scanned.
    let isFound =
      outerReader != nil
      ? false
      : schema.hasClasses
        ? slot.pointee.mayHoldObjects || state.isOverdrawn : state.pointee.rereadByteCount <= 0
    if isFound {
      // The cells of all are those of the unnamed root.
      if place != nil { throw leaveToCells() }
      if let found = try find(slot, mark, depth, path) { return found }
    }
    var limits = limits
    limits.maximumMaterializedByteCount = max(state.pointee.byteCount, 0)
    limits.maximumValueCount = max(state.pointee.valueCount, 0)
    limits.maximumZeroWidthCount = max(state.pointee.zeroWidthCount, 0)
    var scanner = ContentScanner(
      contentCopy(), from: offset(of: mark), definitions: schema.definitions,
      fieldTable: schema.fields, limits: limits)
    do throws(ArchiveError) {
      try checkState(slot, mark)
      let document = try scanner.scanPiece(
        slot.pointee.kind, at: tagOffset(before: mark, depth), depth: depth)
      state.pointee.valueCount &-= document.cells.count
      state.pointee.zeroWidthCount &-= scanner.zeroWidthValueCount
      if document.hasEdges { throw leaveToCells() }
      let end = RawCursor(content, from: scanner.position).mark
      return (DecodingSession(document, ledger, basePath: path), 0, end)
    } catch {
      if scanner.hasEdges { throw leaveToCells() }
      throw refuse(error, inside: path)
    }
  }

  /// Checks all of the root, once: a wrong type counts only where no rule is broken. From then on its values may be read in any
  /// order and several times without being counted again.
  ///
  /// - Returns: Whether that is known; not where there may be objects.
  func checkRoot() throws -> Bool {
    if checkedEnd == nil {
      guard let rootPlace, !schema.hasClasses else { return false }
      checkedEnd = try end(ofRootAt: rootPlace.tag) ?? scannedEnd(ofRootAt: rootPlace.tag)
    }
    // Who gives up a value sets these back to what they were before it.
    state.pointee.valueCount = .max
    state.pointee.zeroWidthCount = .max
    return true
  }

  /// The end of the root, found by passing over it; nil if the skipper does not foresee it.
  private func end(ofRootAt tag: Int) -> RawCursor.Mark? {
    guard !schema.hasEdges else { return nil }
    let (mark, depth) = (state.pointee.cursor.mark, state.pointee.depth)
    let before = (state.pointee.valueCount, state.pointee.zeroWidthCount)
    let limits = limits
    var counts = PassedCounts(
      values: limits.maximumValueCount, zeroWidthValues: limits.maximumZeroWidthCount)
    let end = state.end(of: KindID(.any), at: tag, depth: 0, &counts)
    state.pointee.cursor.mark = mark
    state.pointee.depth = depth
    (state.pointee.valueCount, state.pointee.zeroWidthCount) = before
    guard end != nil else { return nil }
    checkedValueCount += limits.maximumValueCount - counts.values
    noteEmptyValues(limits.maximumZeroWidthCount - counts.zeroWidthValues)
    return end
  }

  /// The end of the root, found by reading it.
  private func scannedEnd(ofRootAt tag: Int) throws -> RawCursor.Mark {
    var scanner = ContentScanner(
      contentCopy(), from: tag, definitions: schema.definitions, fieldTable: schema.fields,
      limits: limits)
    defer { checkedValueCount += scanner.readCellCount }
    do throws(ArchiveError) {
      try scanner.checkPiece(KindID(.any), depth: 0)
    } catch {
      if scanner.hasEdges { throw leaveToCells() }
      throw refuse(error, inside: [])
    }
    if scanner.hasEdges { throw leaveToCells() }
    noteEmptyValues(scanner.zeroWidthValueCount)
    return RawCursor(content, from: scanner.position).mark
  }

  /// Values that take no bytes are passed over at no cost that bytes would tell.
  private func noteEmptyValues(_ count: Int) {
    if count > Self.emptyLimit { state.pointee.rereadByteCount = 0 }
  }

  /// An error of the bytes of a value.
  private func refuse(_ error: ArchiveError, inside path: [any CodingKey]) -> ArchiveError {
    var error = ledger.scope.located(error)
    error.path.steps = ArchivePath(codingPath: path).steps + error.path.steps
    return refuse(error, path)
  }

  /// Refuses a tag that says null where the state of a field should.
  private func checkState(
    _ slot: Ref<FieldSlot>, _ mark: RawCursor.Mark
  ) throws(ArchiveError) {
    guard slot.pointee.code == KindCode.any, !slot.pointee.mayBeNull,
      content.byte(at: offset(of: mark)) == KindCode.null
    else { return }
    throw ArchiveError(.malformed, "a null in a record is no state", byteOffset: offset(of: mark))
  }

  /// Where the tag stands of a value whose payload begins at a mark; nil if it has none.
  func tagOffset(before mark: RawCursor.Mark, _ depth: Int) -> Int? {
    if depth == 0, mark == rootPlace?.payload { return rootPlace?.tag }
    let level = state.pointee.level
    guard level.pointee.payload == mark, level.pointee.start != mark else { return nil }
    return offset(of: level.pointee.start)
  }
}
