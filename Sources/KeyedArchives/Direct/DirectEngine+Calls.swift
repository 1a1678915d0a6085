internal import ArchiveCompression
internal import ArchiveFormat

extension DirectEngine {
  /// The limits of the call, for the size of its input. Content alone is a single part without its checksum.
  var limits: ArchiveLimits {
    knownLimits ?? settings.values.limits.forInput(byteCount: content.count + 4)
  }

  /// What the parts of the call that go through cells share; made when there is one.
  var ledger: DecodingLedger {
    if let madeLedger { return madeLedger }
    let made = DecodingLedger(
      ScopeTables(
        map: map ?? OffsetMap(), objects: state.pointee.objects.decoded ?? DecodedObjects()),
      allowList: (try? settings.values.allowedTypes.resolved()) ?? [:],
      settings: settings.values, limits: limits)
    made.madeBudget = sharedBudget
    made.isGraphOver = isCallOver
    if let place {
      made.rootPath = place
      if case .root(let name)? = place.steps.first { made.rootName = name }
    }
    madeLedger = made
    return made
  }

  /// The budget of the archives inside of the one that is read; nil if they have no bound.
  var sharedBudget: SharedBudget? {
    if let known = settings.values.sharedBudget ?? madeBudget {
      return known
    }
    madeBudget = limits.forInside.map(SharedBudget.init)
    return madeBudget
  }

  /// Takes what reading the archive cost from the budget of the one around it.
  func countReading() {
    guard settings.values.limits.outer != nil, !isLeftToCells,
      let budget = settings.values.sharedBudget
    else { return }
    func spent(_ allowed: Int, _ left: Int) -> Int {
      // A value that was checked as a whole has no count left: `checkedValueCount` has it.
      guard left < allowed else { return 0 }
      let (difference, overflows) = allowed.subtractingReportingOverflow(left)
      return overflows ? .max : difference
    }
    let allowed = limits
    budget.take(
      byteCount: spent(allowed.maximumMaterializedByteCount, state.pointee.byteCount),
      visitCount: spent(allowed.maximumVisitCount, state.pointee.visitCount))
    budget.take(
      byteCount: 0, visitCount: spent(allowed.maximumValueCount, state.pointee.valueCount))
    budget.take(
      byteCount: madeLedger?.materializedByteCount ?? 0,
      visitCount: (madeLedger?.visitCount ?? 0) + checkedValueCount + (scope?.readCount ?? 0))
  }

  /// The limit that an archive inside of the one that is read reached, which user code may have caught.
  var failureInside: ArchiveError? { (settings.values.sharedBudget ?? madeBudget)?.failure }

  var isRefused: Bool { madeLedger?.isRefused ?? false }

  /// Whether the call ends with an error, whatever user code caught.
  var isRefusedAtEnd: Bool { isRefused || madeLedger?.refusedPlaces.isEmpty == false }

  /// The error that the call ends with.
  func refusal() -> any Error { ledger.finalError ?? ArchiveError(.malformed, "refused") }

  func refuse(_ error: ArchiveError, _ path: [any CodingKey]) -> ArchiveError {
    state.pointee.isRefused = true
    return ledger.refuse(error, path)
  }

  /// A place in the content.
  func offset(of mark: RawCursor.Mark) -> Int { RawCursor.offset(of: mark, in: content) }

  func contentCopy() -> [UInt8] {
    if let copy { return copy }
    let made = content.copy
    copy = made
    return made
  }

  /// Sets everything up for an archive's content; false if it has to be read through cells.
  func begin(_ new: DirectContent, _ settings: DecodingSettings) -> Bool {
    self.settings = settings
    map = new.map
    content = new.bytes
    copy = new.copy
    guard let start = findSchema(new), !schema.hasWideShapes,
      !schema.hasEdges || schema.hasClasses
    else { return false }
    schema.evolved.pointee.hasFormerNames = settings.values.allowedTypes.hasFormerNames
    isLeftToCells = false
    isCallOver = false
    if madeLedger != nil { madeLedger = nil }
    checkedEnd = nil
    checkedValueCount = 0
    rootCount = 1
    state.pointee.cursor = RawCursor(content, from: start)
    state.pointee.level = firstLevel
    state.pointee.depth = 0
    if let known = new.definitions {
      knownLimits = known.limits
      state.pointee.allow(known.limits, inputByteCount: new.bytes.count)
    } else {
      state.pointee.allow(settings.values.limits, inputByteCount: new.bytes.count + 4)
    }
    // Another reader passed over the bytes before the value.
    let byteCount = new.definitions == nil ? new.bytes.count : new.bytes.count - new.start
    state.pointee.rereadByteCount =
      byteCount.multipliedReportingOverflow(by: Self.rereadFactor).partialValue
    rootPlace = nil
    if place != nil { place = nil }
    endPath()
    state.pointee.isRefused = false
    state.pointee.mayHaveRefused = false
    state.pointee.isObserved = settings.values.typeObserver != nil
    state.pointee.hooksObjects = settings.values.hooks.concernClasses
    state.pointee.usesGeneratedCode =
      usesGeneratedCode && !(schema.hasClasses && settings.looksAtClasses)
      && settings.values.hooks.number == 0
    state.pointee.vainByteCount = Self.vainByteCount(byteCount)
    state.pointee.generatedCount = 0
    state.pointee.generatedObjectCount = 0
    state.pointee.extraDepth = 0
    state.pointee.call &+= 1
    roots = (start, new.hasRootList)
    state.pointee.objects.clear()
    if schema.hasClasses {
      state.pointee.objects.begin(limits, byteCount: new.bytes.count)
    }
    return true
  }

  /// The bytes that generated code may read in vain in a call: what it reads once more for a few values inside of each other, and the failures of a
  /// small archive.
  @inline(__always)
  static func vainByteCount(_ contentByteCount: Int) -> Int { 4 &* contentByteCount &+ 1_024 }

  /// Lets go of the call. What user code keeps of it goes on by itself.
  func end() {
    state.unwind(to: firstLevel, 0, isGivenUp: false)
    state.pointee.graph = nil
    while let box = state.pointee.used {
      state.pointee.used = box.pointee.nextUsed
      box.pointee.nextUsed = nil
      box.pointee.next = state.pointee.nothing
      box.close()
      if box.pointee.container != nil, !isKnownUniquelyReferenced(&box.pointee.container) {
        // Its plan goes with the schema, and would free it.
        box.pointee.plan.unlink(box)
        keep(box)
      } else {
        box.forgetKept()
      }
    }
    letGo(after: firstLevel)
    firstLevel.pointee.path = nil
    if levelCount > Self.levelLimit { freeLevels(after: firstLevel) }
    content = RawBytes()
    copy = nil
    madeLedger = nil
    madeBudget = nil
    endErrors()
    map = nil
    if place != nil { place = nil }
    endPath()
    endReader()
    endRowClasses()
    knownLimits = nil
    settings = .initial
    if scope != nil { scope = nil }
    if state.pointee.objects.decoded != nil { state.pointee.objects.end() }
    if schema.planByteCount > Self.planByteLimit || !schema.isKept && !keepsScope { dropSchema() }
  }

  /// Forgets the definitions that were read last.
  func dropSchema() {
    schemas.removeAll { $0 === schema }
    schema = Self.noSchema
    keepsScope = false
  }

  /// Finds or makes the definitions; where the value begins.
  private func findSchema(_ content: DirectContent) -> Int? {
    if let known = content.definitions {
      let isOneOfMany = known.value?.isOneOfMany == true
      if isOneOfMany, keepsScope { return content.start }
      schema = DirectSchema([], known.definitions, settings, outline: known.outline)
      keepsScope = isOneOfMany
      return content.start
    }
    if let home = content.home {
      findSchema(home)
      return content.start
    }
    if schema.suits(settings), !schema.bytes.isEmpty,
      content.bytes.has(schema.bytes, at: content.start)
    {
      return content.start + schema.bytes.count
    }
    for (index, known) in schemas.enumerated() {
      guard known.home == nil, content.bytes.has(known.bytes, at: content.start),
        known.suits(settings)
      else { continue }
      if index > 0 { schemas.swapAt(0, index) }
      schema = known
      return content.start + known.bytes.count
    }
    var cursor = ByteCursor(contentCopy(), from: content.start)
    var definitions = ArchiveDefinitions()
    do throws(ArchiveError) {
      try definitions.read(&cursor, limits: settings.values.limits)
    } catch {
      return nil
    }
    let bytes = Array(cursor.bytes[content.start..<cursor.position])
    let isKept = bytes.count <= Self.schemaByteLimit
    schema = DirectSchema(isKept ? bytes : [], definitions, settings)
    if isKept { keepSchema() }
    return cursor.position
  }

  /// Finds or makes the definitions that a dictionary has.
  private func findSchema(_ home: DefinitionHome) {
    if schema.isHeld(by: home), schema.suits(settings) { return }
    let settings = settings
    if let index = schemas.firstIndex(where: { $0.isHeld(by: home) && $0.suits(settings) }) {
      schemas.swapAt(0, index)
      schema = schemas[0]
      return
    }
    let definitions = home.dictionary.history.definitions(afterRows: home.rowCount)
    schema = DirectSchema([], definitions, settings, home: home)
    keepSchema()
  }

  private func keepSchema() {
    schemas.insert(schema, at: 0)
    if schemas.count > Self.schemaLimit { schemas.removeLast() }
  }
}

extension DirectState {
  /// Sets the counters of a call as ``ArchiveLimits/forInput(byteCount:)`` would.
  @inline(__always)
  mutating func allow(_ limits: borrowing ArchiveLimits, inputByteCount: Int) {
    maximumDepth = limits.maximumDepth
    valueCount = limits.maximumValueCount
    visitCount = limits.maximumVisitCount
    byteCount = limits.maximumMaterializedByteCount
    zeroWidthCount = limits.maximumZeroWidthCount
    if let budget = limits.budget {
      let count = budget.visitCount(forInput: inputByteCount)
      valueCount = min(valueCount, count)
      visitCount = min(visitCount, count)
      zeroWidthCount = min(zeroWidthCount, count)
      byteCount = min(byteCount, budget.byteCount(forInput: inputByteCount))
    }
    if let outer = limits.outer {
      valueCount = min(valueCount, outer.visitCount)
      visitCount = min(visitCount, outer.visitCount)
      zeroWidthCount = min(zeroWidthCount, outer.visitCount)
      byteCount = min(byteCount, outer.byteCount)
    }
    // The root is one already.
    valueCount &-= 1
  }
}
