internal import ArchiveFormat

/// Decoders and containers that user code keeps after their values were decoded.
extension DirectEngine {
  /// Lets a decoder go that user code keeps: it reads its value alone from now on.
  ///
  /// - Parameter path: The coding path that the decoder has from now on.
  func keep(_ level: Ref<Level>, _ path: [any CodingKey]) {
    guard let decoder = level.pointee.decoder else { return }
    decoder.keptPiece = piece(
      level.pointee.slot.pointee.kind, level.pointee.start, LazyPath(outer: path),
      level.pointee.depth, level.pointee.forms)
    level.pointee.mode = .kept
    level.pointee.next = nil
    level.pointee.decoder = nil
  }

  /// Lets a container go that user code keeps.
  func keep(_ box: Ref<BoxInfo>) {
    settle(box, basePath)
    KeptContainers.add(box)
  }

  /// Makes the container of a record that is over read it alone.
  func settle(_ box: Ref<BoxInfo>, _ path: [any CodingKey]) {
    if box.pointee.extra.piece == nil {
      box.pointee.extra.piece = piece(
        schema.recordKind(box.pointee.plan.pointee.shape), box.pointee.bits, LazyPath(outer: path),
        box.pointee.depth, box.pointee.plan.pointee.forms)
    }
    box.pointee.level = nil
    box.pointee.isDirect = false
    box.pointee.next = FieldSlot.never
  }

  /// A decoder of the value of a slot at the cursor, which user code may keep.
  func keptDecoder(of slot: Ref<FieldSlot>) -> DirectDecoder {
    .kept(
      piece(
        slot.pointee.kind, state.pointee.cursor.mark, state.lazyPath(of: slot), state.pointee.depth,
        nil))
  }

  /// Makes kept values of what user code keeps of the values inside of a level, all of which are over.
  func settleKept(inside level: Ref<Level>) {
    var previous: Ref<BoxInfo>?
    var next = state.pointee.used
    while let box = next {
      next = box.pointee.nextUsed
      if box.pointee.level != nil || isKnownUniquelyReferenced(&box.pointee.container) {
        if box.pointee.level == nil { box.forgetKept() }
        previous = box
        continue
      }
      if let previous {
        previous.pointee.nextUsed = next
      } else {
        state.pointee.used = next
      }
      box.pointee.nextUsed = nil
      box.pointee.plan.unlink(box)
      keep(box)
    }
    letGo(after: level)
  }

  /// Lets go of the levels after another one that were used.
  func letGo(after level: Ref<Level>) {
    var next = level.pointee.next
    while let here = next, here.pointee.isUsed {
      here.pointee.isUsed = false
      next = here.pointee.next
      here.pointee.cells = nil
      here.pointee.path = nil
      if let around = here.pointee.previous, !isKnownUniquelyReferenced(&here.pointee.decoder) {
        _ = makeLevel(after: around, basePath)
      }
    }
  }

  private func piece(
    _ kind: KindID, _ start: RawCursor.Mark, _ path: LazyPath, _ depth: Int,
    _ forms: Unowned<RecordForms>?
  ) -> KeptPiece {
    // A value that is read alone holds none.
    let mayHoldObjects = outerReader == nil && schema.hasClasses && schema.mayHoldObjects(kind)
    let (node, reader) = (schema.node(kind), reader)
    return KeptPiece(
      reader, offset: offset(of: start), kind: kind,
      shape: node.code == .recordOfShape ? Int(node.number) : nil,
      reader.definitions(of: schema, upTo: kind),
      path: path, depth: depth, scope: mayHoldObjects ? cellsOfScope() : nil, forms: forms?.object)
  }
}

extension DirectSchema {
  /// True if a value of a kind may be an object or an edge, or hold some.
  fileprivate func mayHoldObjects(_ kind: KindID) -> Bool {
    let slot = root(kind)
    guard slot.pointee.mayHoldObjects else { return false }
    let node = self.node(kind)
    guard node.code == .recordOfShape else { return true }
    return definitions.shapes[Int(node.number)].fields.contains {
      root($0.kind).pointee.mayHoldObjects
    }
  }
}

extension Ref<DirectState> {
  /// True if a value at an offset of the content holds no objects and no edges; false also if the skipper does not foresee it. Leaves the cursor anywhere.
  func holdsNoObjects(_ kind: KindID, at start: Int, depth: Int) -> Bool {
    let counts = (values: pointee.valueCount, zeroWidth: pointee.zeroWidthCount)
    pointee.cursor = RawCursor(pointee.engine.content, from: start)
    pointee.depth = depth
    let mark = pointee.cursor.mark
    defer {
      chargeAgain(from: mark, to: pointee.cursor.mark)
      // Values without bytes are passed over as well.
      chargeAgain(max(0, counts.values &- pointee.valueCount))
      (pointee.valueCount, pointee.zeroWidthCount) = counts
    }
    return DirectSkipper(self, refusesObjects: true).skip(kind)
  }
}
