internal import ArchiveCompression
internal import ArchiveFormat

/// Archives that may hold objects.
extension DirectEngine {
  /// The class that objects of a row are decoded as where `type` is asked for; nil if none is allowed, or if
  /// they are in a form that cells have to change.
  ///
  /// - Parameter path: The place, for classes that are allowed in some places alone.
  func allowedClass<Value>(
    _ type: Value.Type, _ row: Int, at path: () -> ArchivePath
  ) -> AllowedClass<Value>? {
    let name = schema.typeName(row)
    let isOwnName = TypeName.of(type).text.hasSameBytes(as: name)
    guard
      let wanted = isOwnName ? type : ledger.allowedClass(type, named: name, at: path),
      schema.objectForms(of: wanted, row: row) != nil
    else { return nil }
    let hasPaths = !isOwnName && ledger.allowList[name.utf8.digest]?.paths.isEmpty == false
    return AllowedClass(type: wanted, isOwnName: isOwnName, isEverywhere: !hasPaths)
  }

  /// Tells the observer of the call that the class of a row is allowed where another one, or the same, is asked for.
  func observe(_ requested: any Any.Type, _ row: Int, at path: LazyPath) {
    let address = Int(bitPattern: ObjectIdentifier(requested))
    if let known = knownDecision(row: row, address) { return tell(known, path) }
    let decision = decision(ledger.name(of: requested), row)
    note(decision, row: row, address)
    tell(decision, path)
  }

  /// Tells the observer that the type of a row is allowed where a value of another name was asked for.
  func observe(_ requestedName: String, _ row: Int, at path: LazyPath) {
    tell(decision(requestedName, row), path)
  }

  private func decision(_ requestedName: String, _ row: Int) -> TypeDecision {
    TypeDecision(
      name: schema.typeName(row), version: schema.typeRow(row).version,
      requestedName: requestedName, isAllowed: true, place: LazyPath(outer: []),
      rootName: ledger.rootName)
  }

  private func tell(_ decision: TypeDecision, _ path: LazyPath) {
    var decision = decision
    decision.place = path
    settings.values.typeObserver?(decision)
  }

  /// All cells of the scope, made when they are asked for.
  func cellsOfScope() -> ScopeCells {
    if let scope { return scope }
    let made = ScopeCells(
      contentCopy(), from: roots.start, hasRootList: roots.isList, schema.definitions,
      schema.fields, limits)
    scope = made
    return made
  }

  /// What is wrong with the bytes of the scope; nil if nothing is.
  func damage() -> ArchiveError? {
    do throws(ArchiveError) {
      _ = try cellsOfScope().document()
      return nil
    } catch {
      return (map ?? OffsetMap()).located(error)
    }
  }

  /// A value among the cells of the scope; nil if it can be scanned alone.
  func find(
    _ slot: Ref<FieldSlot>, _ mark: RawCursor.Mark, _ depth: Int, _ path: [any CodingKey]
  ) throws -> (session: DecodingSession, cell: Int, end: RawCursor.Mark)? {
    let document = try document()
    let scope = cellsOfScope()
    let tag = tagOffset(before: mark, depth)
    let place = tag ?? offset(of: mark)
    guard
      let cell = scope.cell(
        slot.pointee.kind, at: place, isTagged: tag != nil, depth: depth, schema.definitions.kinds)
    else {
      guard schema.hasClasses, slot.pointee.mayHoldObjects else { return nil }
      // Scanned alone, its objects would have other numbers.
      throw refuse(ArchiveError(.malformed, "no such value stands here", byteOffset: place), path)
    }
    let end = RawCursor(content, from: scope.end(ofCell: cell)).mark
    return (DecodingSession(document, ledger, basePath: path), cell, end)
  }

  /// The cells of all of the scope, which holds; what they tell of its objects is noted.
  func document() throws -> ArchivedDocument {
    let scope = cellsOfScope()
    do throws(ArchiveError) {
      let document = try scope.document()
      complete(document, scope)
      return document
    } catch {
      throw refuse(ledger.scope.located(error), [])
    }
  }

  /// Leaves the archive to cells, whatever user code catches: somebody asks for what only cells tell.
  func leaveToCells() -> ArchiveError {
    isLeftToCells = true
    return refuse(ArchiveError(.malformed, "left to cells"), [])
  }

  /// Notes what is known of a scope that was checked.
  private func complete(_ document: ArchivedDocument, _ scope: ScopeCells) {
    guard !state.pointee.objects.isComplete else { return }
    let content = content
    state.pointee.objects.complete(document) {
      RawCursor(content, from: $0).mark
    } edge: {
      // An edge that mentions its object first is the number 0, whose byte is no tag of an edge.
      RawCursor(content, from: content.byte(at: $0) == 0x01 ? $0 : $0 + 1).mark
    } end: {
      scope.end(ofCell: $0)
    }
    // All values were counted.
    state.pointee.valueCount = .max
    state.pointee.zeroWidthCount = .max
  }
}

/// A class that an archive names, where it is allowed.
struct AllowedClass<Value> {
  let type: Value.Type
  /// True if the archive has the name of the very class that is asked for.
  let isOwnName: Bool
  /// True if the path does not matter.
  let isEverywhere: Bool
}

extension DirectSchema {
  /// Whether an element may be an object or hold some.
  func mayHoldObjects(_ element: Ref<FieldSlot>) -> Bool {
    guard element.pointee.code == KindCode.nullable else { return element.pointee.mayHoldObjects }
    addInner(element)
    return element.pointee.first?.pointee.mayHoldObjects ?? true
  }
}

extension FieldSlot {
  /// True if a value there may be an object or an edge, or hold some.
  var mayHoldObjects: Bool {
    switch code {
    case KindCode.any, KindCode.record, KindCode.recordOfShape, KindCode.array, KindCode.set,
      KindCode.map, KindCode.object, KindCode.typed, KindCode.strongBackReference,
      KindCode.conditionalReference, KindCode.extended:
      true
    default: false
    }
  }
}

extension Ref<DirectState> {
  /// Whether more was counted than is allowed. What is passed over and then read was counted twice.
  var isOverdrawn: Bool { pointee.valueCount <= 0 || pointee.zeroWidthCount < 0 }

  /// Passes over the value at the cursor; false, with the cursor where it was, where that is done by cells.
  func skipWithoutCells(_ slot: Ref<FieldSlot>) -> Bool {
    guard slot.pointee.mayHoldObjects, pointee.engine.schema.hasClasses else {
      return skipAlone(slot)
    }
    guard pointee.objects.decoded != nil, !pointee.objects.isComplete,
      pointee.objects.skipByteCount > 0
    else { return false }
    let (start, depth) = (pointee.cursor.mark, pointee.depth)
    let before = pointee.cursor.remaining
    let isSkipped = DirectSkipper(self).skip(slot.pointee.kind)
    pointee.objects.skipByteCount -= before - pointee.cursor.remaining
    if !isSkipped {
      pointee.cursor.mark = start
      pointee.depth = depth
    }
    return isSkipped
  }

  /// Passes over a value without objects; false, with nothing changed, for what is not foreseen or not in its form.
  private func skipAlone(_ slot: Ref<FieldSlot>) -> Bool {
    let (start, depth) = (pointee.cursor.mark, pointee.depth)
    let counts = (pointee.valueCount, pointee.zeroWidthCount)
    if DirectSkipper(self).skip(slot.pointee.kind), pointee.zeroWidthCount >= 0 { return true }
    pointee.cursor.mark = start
    pointee.depth = depth
    (pointee.valueCount, pointee.zeroWidthCount) = counts
    return false
  }
}
