internal import ArchiveFormat
internal import CThreadStack

extension Ref<DirectState> {
  /// Goes into a value or collection that begins at the cursor.
  @inline(__always)
  func enter(_ slot: Ref<FieldSlot>, _ role: Level.Role) throws -> Ref<Level> {
    let around = pointee.level
    let level = try prepareLevel(around)
    level.pointee.role = role
    level.pointee.isUsed = true
    level.pointee.mode = .untouched
    level.pointee.slot = slot
    level.pointee.start = pointee.cursor.mark
    level.pointee.payload = level.pointee.start
    level.pointee.isBusy = false
    level.pointee.box = nil
    if level.pointee.path != nil { level.pointee.path = nil }
    level.pointee.depth = pointee.depth
    if pointee.objects.decoded != nil { begin(level) }
    // A nested container is one of no type.
    level.pointee.forms = role == .nested ? nil : slot.pointee.forms
    pointee.visitCount &-= 1
    if level.pointee.number & 3 == 0 || pointee.visitCount < 0 { try check(level) }
    pointee.level = level
    return level
  }

  /// Notes the objects and references that there are before a level.
  private func begin(_ level: Ref<Level>) {
    if let decoded = pointee.objects.decoded { level.pointee.objects = decoded.snapshot() }
    let ledger = pointee.engine.madeLedger
    level.pointee.referenceCount = ledger?.referenceCount ?? 0
    level.pointee.instanceCount = ledger?.instances.count ?? 0
  }

  /// The memory of the next level, unless its decoder was kept.
  @inline(__always)
  private func prepareLevel(_ around: Ref<Level>) throws -> Ref<Level> {
    if let level = around.pointee.next, isKnownUniquelyReferenced(&level.pointee.decoder) {
      return level
    }
    return pointee.engine.makeLevel(after: around)
  }

  @inline(never)
  private func check(_ level: Ref<Level>) throws {
    if pointee.visitCount < 0 { throw tooManyVisits() }
    guard level.pointee.number / 8 < pointee.maximumDepth else {
      throw refuse(
        .limitExceeded, "decoders nest deeper than 8 × \(pointee.maximumDepth)")
    }
    do throws(ArchiveError) {
      try StackGuard.check()
    } catch {
      throw refuse(error.code, error.message)
    }
  }

  /// Counts a value that is about to be looked at.
  @inline(__always)
  func countVisit() throws {
    pointee.visitCount &-= 1
    if pointee.visitCount < 0 { throw tooManyVisits() }
  }

  @inline(never)
  func tooManyVisits() -> any Error {
    let limits = pointee.engine.limits
    return refuse(.limitExceeded, limits.excess(.visits, "visits", limits.maximumVisitCount))
  }

  /// Leaves a value that was decoded, and goes past it.
  @inline(__always)
  func leave(_ level: Ref<Level>, to around: Ref<Level>) throws {
    if pointee.level == level, level.pointee.mode == .keyed, let box = level.pointee.box {
      if box.pointee.next != box.pointee.plan.pointee.end { try skipRest(box) }
      close(box, level)
    } else {
      try leaveSlowly(level)
    }
    pointee.level = around
  }

  @inline(__always)
  private func close(_ box: Ref<BoxInfo>, _ level: Ref<Level>) {
    box.close()
    pointee.depth = level.pointee.depth
    if pointee.cursor.mark == level.pointee.start { pointee.zeroWidthCount &-= 1 }
  }

  @inline(never)
  private func leaveSlowly(_ level: Ref<Level>) throws {
    try leaveNested(in: level)
    switch level.pointee.mode {
    case .keyed, .keyedMarked, .keyedAgain:
      guard let box = level.pointee.box else { return }
      if box.pointee.next != box.pointee.plan.pointee.end { try skipRest(box) }
      forgetEarlier(box)
      close(box, level)
    case .unkeyed:
      try skipElements(level)
      pointee.depth = level.pointee.depth
      // The values of a map take no bytes.
      if level.pointee.keys != nil, pointee.cursor.mark == level.pointee.reached.mark {
        pointee.zeroWidthCount &-= 1
      }
      endMap(level)
    case .single, .cells:
      pointee.cursor.mark = level.pointee.end
      abandon(level)
    case .untouched, .kept:
      pointee.cursor.mark = level.pointee.start
      try skip(level.pointee.slot)
    }
    if pointee.isRefused || pointee.engine.isRefused { throw pointee.engine.refusal() }
  }

  /// Leaves the nested containers inside a value, which are over when the value goes on.
  func leaveNested(in level: Ref<Level>) throws {
    while pointee.level != level, let around = pointee.level.pointee.previous {
      let inner = pointee.level
      if inner.pointee.mapContainer?.isFree == true { endMap(inner) }
      let isHeld =
        inner.pointee.role == .nested && !isKnownUniquelyReferenced(&inner.pointee.decoder)
      let path =
        inner.pointee.role == .nested && (isHeld || inner.isKept) ? codingPath(to: inner) : nil
      let box = inner.pointee.box
      // Levels that are no nested containers are those of values that ended in an error.
      try leave(inner, to: around)
      if around.pointee.mode == .unkeyed {
        passElement(around)
      } else if let box = around.pointee.box, box.pointee.isDirect {
        box.pointee.next = inner.field[1]
      }
      if let path, let box { pointee.engine.settle(box, path) }
      if let path, isHeld { _ = pointee.engine.makeLevel(after: around, path) }
    }
  }

  /// Whether a level's value is being read.
  func isOpen(_ level: Ref<Level>) -> Bool {
    var inner: Ref<Level>? = pointee.level
    while let here = inner, here != level { inner = here.pointee.previous }
    return inner == level
  }

  /// Gives up the levels inside one after an error.
  ///
  /// - Parameter isGivenUp: True if user code may go on.
  func unwind(to level: Ref<Level>, _ depth: Int, isGivenUp: Bool = true) {
    // Kept values that are read alone hold no references.
    let mayHoldReferences =
      isGivenUp && pointee.engine.outerReader == nil && pointee.objects.decoded != nil
    while pointee.level != level, let around = pointee.level.pointee.previous {
      if mayHoldReferences { forgetObjects(since: pointee.level) }
      abandon(pointee.level)
      pointee.level = around
    }
    pointee.depth = depth
  }

  /// References that nobody gets wait for nothing. Objects are made again if some have references, or if validations look at them.
  @inline(never)
  func forgetObjects(since level: Ref<Level>) {
    guard level.pointee.role != .nested, let ledger = pointee.engine.madeLedger else { return }
    guard
      ledger.referenceCount > level.pointee.referenceCount
        || ledger.instances.count > level.pointee.instanceCount
    else { return }
    ledger.instances.removeLast(max(0, ledger.instances.count - level.pointee.instanceCount))
    ledger.forgetReferences(downTo: level.pointee.referenceCount)
    pointee.objects.decoded?.forget(since: level.pointee.objects)
  }

  /// Closes what a level has without going past it.
  func abandon(_ level: Ref<Level>) {
    if let box = level.pointee.box {
      forgetEarlier(box)
      box.close()
      box.pointee.next = pointee.nothing
    }
    level.pointee.box = nil
    level.pointee.cells = nil
    endMap(level)
    pointee.depth = level.pointee.depth
  }

  /// An error of a limit or of the bytes: user code cannot swallow it.
  @inline(never)
  func refuse(_ code: ArchiveError.Code, _ message: String) -> any Error {
    let offset = pointee.engine.offset(of: pointee.cursor.mark)
    return pointee.engine.refuse(
      ArchiveError(code, message, byteOffset: offset), codingPath(to: pointee.level))
  }

  /// True if a record, map or array stands at the cursor, with nothing around it.
  func isAtContainer(_ slot: Ref<FieldSlot>) -> Bool {
    switch slot.pointee.code {
    case KindCode.record, KindCode.recordOfShape, KindCode.map, KindCode.array, KindCode.set:
      return true
    case KindCode.any:
      let start = pointee.cursor.mark
      defer { pointee.cursor.mark = start }
      return taggedSlot() != nil
    default: return false
    }
  }

  // MARK: Paths

  /// The coding path of a level's value. User code that tries one type after another asks for the same one again, or for that of the value beside it.
  func codingPath(to level: Ref<Level>) -> [any CodingKey] {
    if let known = level.pointee.path { return known }
    guard let around = level.pointee.previous else { return pointee.engine.basePath }
    let path = path(in: around, step(from: around, level.field)).keys
    keep(path, in: level)
    return path
  }

  /// The coding path of a value of a slot directly inside the innermost level.
  func codingPath(of slot: Ref<FieldSlot>) -> [any CodingKey] { lazyPath(of: slot).keys }

  /// The coding path of a value of a slot directly inside the innermost level, which is made when somebody asks for the path.
  func lazyPath(of slot: Ref<FieldSlot>) -> LazyPath {
    path(in: pointee.level, step(from: pointee.level, slot))
  }

  /// The coding path of a value directly inside a level.
  private func path(in level: Ref<Level>, _ last: ArchiveCodingKey?) -> LazyPath {
    let path = LazyPath(outer: outerPath(level), last: last)
    let count = path.outer.count + (last == nil ? 0 : 1)
    let ownCount = count - pointee.engine.basePath.count
    pointee.visitCount &-= max(0, ownCount - DecodingLedger.freePathLength)
    return path
  }

  /// The coding path of a level that others are inside of.
  private func outerPath(_ level: Ref<Level>) -> [any CodingKey] {
    if let known = level.pointee.path { return known }
    guard let around = level.pointee.previous else { return pointee.engine.basePath }
    let path: [any CodingKey]
    if around.pointee.path != nil || around.pointee.previous == nil {
      path =
        LazyPath(
          outer: around.pointee.path ?? pointee.engine.basePath,
          last: step(from: around, level.field)
        ).keys
    } else {
      path = fartherPath(level)
    }
    keep(path, in: level)
    return path
  }

  /// The coding path of a level, from that of the next one around it which is known.
  private func fartherPath(_ level: Ref<Level>) -> [any CodingKey] {
    var steps: [any CodingKey] = []
    steps.reserveCapacity(4)
    var inner = level
    while inner.pointee.path == nil, let around = inner.pointee.previous {
      if let step = step(from: around, inner.field) { steps.append(step) }
      inner = around
    }
    steps.reverse()
    let outer = inner.pointee.path ?? pointee.engine.basePath
    return outer.isEmpty ? steps : outer + steps
  }

  /// Keeps the path of a level, which stays the same for as long as its value is open.
  private func keep(_ path: [any CodingKey], in level: Ref<Level>) {
    if path.count <= DecodingLedger.freePathLength { level.pointee.path = path }
  }

  private func step(from level: Ref<Level>, _ slot: Ref<FieldSlot>) -> ArchiveCodingKey? {
    if level.pointee.mode == .unkeyed {
      let index = level.pointee.index
      guard let keys = level.pointee.keys else { return ArchiveCodingKey(intValue: index) }
      return index < keys.count ? ArchiveCodingKey(stringValue: keys[index]) : nil
    }
    switch level.pointee.role {
    case .array: return ArchiveCodingKey(intValue: level.pointee.index)
    case .map:
      guard let keys = level.pointee.keys else { return nil }
      return ArchiveCodingKey(stringValue: keys[level.pointee.index])
    case .value, .nested, .object:
      guard slot.pointee.key != .max else { return nil }
      return ArchiveCodingKey(
        stringValue: pointee.engine.schema.key(of: slot))
    }
  }
}

extension Ref<Level> {
  /// The slot in the level around it: where its value was asked for.
  fileprivate var field: Ref<FieldSlot> {
    pointee.role == .object ? pointee.place : pointee.slot
  }

  /// Whether user code holds its container.
  fileprivate var isKept: Bool {
    guard let box = pointee.box else { return false }
    return !isKnownUniquelyReferenced(&box.pointee.container)
  }
}
