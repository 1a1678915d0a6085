internal import ArchiveFormat

extension Ref<DirectState> {
  /// Opens the record of a level; nil if it is read from cells.
  @inline(__always)
  func open<Key: CodingKey>(
    _ level: Ref<Level>, _ type: Key.Type
  ) -> Ref<BoxInfo>? {
    let slot = level.pointee.slot
    if let plan = slot.pointee.plan, slot.pointee.code == KindCode.recordOfShape,
      plan.pointee.keyType == TypeAddress.of(type), plan.pointee.forms == level.pointee.forms
    {
      return open(level, plan, type)
    }
    return findAndOpen(level, type)
  }

  @inline(never)
  private func findAndOpen<Key: CodingKey>(
    _ level: Ref<Level>, _ type: Key.Type
  ) -> Ref<BoxInfo>? {
    let slot = level.pointee.slot
    let schema = pointee.engine.schema
    let start = pointee.cursor.mark
    guard KeyedContainers.areReferences else { return nil }
    switch slot.pointee.code {
    case KindCode.recordOfShape:
      let shape = schema.shape(of: slot.pointee.kind)
      guard let plan = schema.plan(shape, type, level.pointee.forms) else { return nil }
      slot.pointee.plan = plan
      return open(level, plan, type)
    case KindCode.record:
      guard let shape = pointee.cursor.varint(), shape < UInt64(Int32.max) else { return nil }
      var plan = slot.pointee.plan
      if plan?.pointee.shape != Int(truncatingIfNeeded: shape)
        || plan?.pointee.keyType != TypeAddress.of(type)
        || plan?.pointee.forms != level.pointee.forms
      {
        plan = schema.plan(Int(truncatingIfNeeded: shape), type, level.pointee.forms)
        slot.pointee.plan = plan
      }
      if let plan, let box = open(level, plan, type) { return box }
      pointee.cursor.mark = start
      return nil
    case KindCode.any:
      if let shape = schema.taggedValueShape(self),
        let plan = schema.plan(shape, type, level.pointee.forms),
        let box = open(level, plan, type)
      {
        return box
      }
      pointee.cursor.mark = start
      return nil
    default: return nil
    }
  }

  @inline(__always)
  private func open<Key: CodingKey>(
    _ level: Ref<Level>, _ plan: Ref<DirectPlan>, _ type: Key.Type
  ) -> Ref<BoxInfo>? {
    guard let bits = begin(level, plan) else { return nil }
    return take(plan, level, bits, type)
  }

  /// Goes past the state bits of the record of a level, which are the result; nil, with the cursor where it was, if the record is read from cells.
  @inline(__always)
  private func begin(_ level: Ref<Level>, _ plan: Ref<DirectPlan>) -> RawCursor.Mark? {
    let bits = pointee.cursor.mark
    guard pointee.depth < pointee.maximumDepth, plan.pointee.count <= pointee.valueCount,
      pointee.zeroWidthCount >= 0,
      pointee.cursor.bitRow(
        byteCount: plan.pointee.bitByteCount, paddingMask: plan.pointee.paddingMask)
    else { return nil }
    if plan.pointee.hasStateRules, !plan.keepsStateRules(bits) {
      pointee.cursor.mark = bits
      return nil
    }
    pointee.valueCount &-= plan.pointee.count
    pointee.visitCount &-= plan.pointee.count
    pointee.depth &+= 1
    level.pointee.mode = .keyed
    return bits
  }

  /// Opens the record of a level of which nothing was read, where the plan and a free container for a type of keys are at hand.
  func reopen(_ level: Ref<Level>, keyType: Int) -> Ref<BoxInfo>? {
    let slot = level.pointee.slot
    guard level.pointee.mode == .untouched, pointee.level == level,
      slot.pointee.code == KindCode.recordOfShape, let plan = slot.pointee.plan,
      plan.pointee.keyType == keyType, plan.pointee.forms == level.pointee.forms,
      let box = freeBox(plan)
    else { return nil }
    guard let bits = begin(level, plan) else {
      if plan.pointee.box != box { box.list() }
      return nil
    }
    use(box, level, bits)
    return box
  }

  /// The container of the record of a level, which is opened unless it is; nil if there is none with such keys.
  func box<Key: CodingKey>(of level: Ref<Level>, _ type: Key.Type) -> Ref<BoxInfo>? {
    if level.pointee.mode == .untouched, pointee.level == level { return open(level, type) }
    guard let box = level.pointee.box, box.pointee.keyType == TypeAddress.of(type) else {
      return nil
    }
    return box
  }

  /// A container of the plan for the record of a level.
  @inline(__always)
  func take<Key: CodingKey>(
    _ plan: Ref<DirectPlan>, _ level: Ref<Level>, _ bits: RawCursor.Mark, _ type: Key.Type
  ) -> Ref<BoxInfo> {
    let box = freeBox(plan) ?? makeBox(plan, type)
    use(box, level, bits)
    return box
  }

  /// Makes a container that nobody holds the one of the record of a level.
  @inline(__always)
  private func use(_ box: Ref<BoxInfo>, _ level: Ref<Level>, _ bits: RawCursor.Mark) {
    box.pointee.next = box.pointee.plan.pointee.fields
    box.pointee.level = level
    box.pointee.bits = bits
    box.pointee.depth = level.pointee.depth
    if !box.pointee.isDirect { box.pointee.extra = BoxExtra() }
    box.pointee.isDirect = true
    if box.pointee.call != pointee.call {
      box.pointee.call = pointee.call
      box.pointee.nextUsed = pointee.used
      pointee.used = box
    }
    level.pointee.box = box
  }

  /// A container of the plan that nobody holds.
  @inline(__always)
  private func freeBox(_ plan: Ref<DirectPlan>) -> Ref<BoxInfo>? {
    if let box = plan.pointee.box, box.pointee.level == nil,
      isKnownUniquelyReferenced(&box.pointee.container)
    {
      return box
    }
    return furtherBox(plan)
  }

  @inline(never)
  private func furtherBox(_ plan: Ref<DirectPlan>) -> Ref<BoxInfo>? {
    if let first = plan.pointee.box, first.pointee.level == nil { first.list() }
    while let box = plan.pointee.free {
      plan.pointee.free = box.pointee.nextFree
      box.pointee.isListed = false
      guard box.pointee.level == nil else { continue }
      if isKnownUniquelyReferenced(&box.pointee.container) { return box }
      // Its value is over and user code keeps it: from now on it is on its own.
      plan.unlink(box)
      forget(box)
      pointee.engine.keep(box)
    }
    return nil
  }

  /// Takes a container off the list of those used in this call.
  private func forget(_ box: Ref<BoxInfo>) {
    if pointee.used == box {
      pointee.used = box.pointee.nextUsed
      return
    }
    var next = pointee.used
    while let here = next {
      if here.pointee.nextUsed == box {
        here.pointee.nextUsed = box.pointee.nextUsed
        return
      }
      next = here.pointee.nextUsed
    }
  }

  @inline(never)
  private func makeBox<Key: CodingKey>(
    _ plan: Ref<DirectPlan>, _ type: Key.Type
  ) -> Ref<BoxInfo> {
    let box = Ref<BoxInfo>(
      BoxInfo(
        next: pointee.nothing, state: self, plan: plan, bits: pointee.cursor.mark,
        keyMask: plan.pointee.keyMask, keyType: plan.pointee.keyType, sibling: plan.pointee.box))
    plan.pointee.box = box
    KeyedContainers.store(KeyedDecodingContainer(DirectKeyed<Key>(info: box)), box, plan)
    return box
  }
}

extension Ref<BoxInfo> {
  /// The record, if it is over.
  var keptPiece: KeptPiece? {
    guard pointee.level == nil else { return nil }
    if pointee.extra.piece == nil { pointee.state.pointee.engine.settle(self, []) }
    return pointee.extra.piece
  }

  /// Lets go of what user code kept and dropped again.
  func forgetKept() {
    if pointee.extra.piece != nil || pointee.extra.cells != nil { pointee.extra = BoxExtra() }
  }
}

/// The state of a keyed container whose record is over, or read from cells.
struct BoxExtra {
  /// The record, once it is over and user code keeps the container.
  var piece: KeptPiece?
  /// The part of the container of cells that does not depend on the type of the keys, once the record is read from cells.
  var cells: KeyedCells?
}

/// `KeyedDecodingContainer` seen as the one reference that it is.
enum KeyedContainers {
  /// Whether it is one: a single word that has to be copied with care.
  static let areReferences =
    MemoryLayout<KeyedDecodingContainer<ArchiveCodingKey>>.size == MemoryLayout<AnyObject>.size
    && !_isPOD(KeyedDecodingContainer<ArchiveCodingKey>.self)

  static func store<Key>(
    _ container: KeyedDecodingContainer<Key>, _ box: Ref<BoxInfo>, _ plan: Ref<DirectPlan>
  ) {
    box.pointee.container = unsafe unsafeBitCast(container, to: AnyObject.self)
    let copier = plan.pointee.copier ?? ContainerCopier<KeyedDecodingContainer<Key>>()
    plan.pointee.copier = copier
    box.pointee.copier = copier
  }

  /// A copy of the container of a box.
  @inline(__always)
  static func container<Key>(
    _ box: Ref<BoxInfo>, _ type: Key.Type
  ) -> KeyedDecodingContainer<Key> {
    let copier = unsafe unsafeDowncast(
      box.pointee.copier.unsafelyUnwrapped, to: ContainerCopier<KeyedDecodingContainer<Key>>.self)
    return unsafe copier.copy(box.raw)
  }
}
