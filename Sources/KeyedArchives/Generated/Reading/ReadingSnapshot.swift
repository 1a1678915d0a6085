internal import ArchiveFormat

/// What a call's state was before generated code began.
struct ReadingSnapshot {
  private let mark: RawCursor.Mark
  private let level: Ref<Level>
  let depth: Int
  private let extraDepth: Int
  private let valueCount: Int
  private let visitCount: Int
  private let byteCount: Int
  private let zeroWidthCount: Int
  private let objects: DecodedObjects.Snapshot?
  /// The budget of the archives inside, once there is one.
  private let budget: OuterBudget?
  private let ledger:
    (
      visitCount: Int, materializedByteCount: Int, referenceCount: Int,
      refusedPlaces: [DecodingLedger.RefusedPlace]
    )

  init(_ state: Ref<DirectState>) {
    mark = state.pointee.cursor.mark
    level = state.pointee.level
    depth = state.pointee.depth
    extraDepth = state.pointee.extraDepth
    valueCount = state.pointee.valueCount
    visitCount = state.pointee.visitCount
    byteCount = state.pointee.byteCount
    zeroWidthCount = state.pointee.zeroWidthCount
    objects = state.pointee.objects.decoded?.snapshot()
    let engine = state.pointee.engine
    budget = (engine.settings.values.sharedBudget ?? engine.madeBudget)?.rest
    let known = state.pointee.engine.madeLedger
    ledger = (
      known?.visitCount ?? 0, known?.materializedByteCount ?? 0, known?.referenceCount ?? 0,
      known?.refusedPlaces ?? []
    )
  }

  /// The bytes from here up to a later place.
  func byteCount(upTo other: RawCursor.Mark) -> Int { max(0, mark.distance(to: other)) }

  func restore(_ state: Ref<DirectState>) {
    let engine = state.pointee.engine
    engine.madeLedger?.restore(
      visitCount: ledger.visitCount, materializedByteCount: ledger.materializedByteCount,
      referenceCount: ledger.referenceCount, refusedPlaces: ledger.refusedPlaces)
    state.unwind(to: level, depth)
    state.pointee.cursor.mark = mark
    state.pointee.extraDepth = extraDepth
    state.pointee.valueCount = valueCount
    state.pointee.visitCount = visitCount
    state.pointee.byteCount = byteCount
    state.pointee.zeroWidthCount = zeroWidthCount
    state.pointee.isRefused = false
    // What was given back was paid for them too.
    if let objects { state.pointee.objects.decoded?.forget(since: objects) }
    if let budget {
      engine.sharedBudget?.restore(budget)
    } else {
      engine.madeBudget = nil
      engine.madeLedger?.madeBudget = nil
    }
  }
}
