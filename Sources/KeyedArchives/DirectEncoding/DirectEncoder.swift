internal import ArchiveFormat

/// Encodes values straight to bytes, guided by what it learned from the values before.
///
/// For each place it knows the calls that the last value made there; a call that is the expected one
/// costs two comparisons and the bytes. What it does not foresee it *deviates* from: the value is
/// then encoded again the general way, through a tape (``EncodingSession``), and gives the same bytes
/// as it would have here. An encoder is used for one call of the archiver at a time and keeps
/// what it learned for the next, keyed by Swift types.
@safe
final class DirectEncoder: Encoder {
  let state: UnsafeMutablePointer<EncoderState>
  let variables: UnsafeMutablePointer<EncoderVariables>

  /// By the number of a plan: its keys.
  var keys: [[String]] = []
  /// By the type index of a group.
  var types: [any Any.Type] = []
  /// Definitions of earlier calls, found again by what they are made from.
  let definitions: UnsafeMutablePointer<KnownDefinitions>

  var groups: [GroupKey: UnsafeMutablePointer<PlanGroup>] = unsafe [:]
  var boxes: [ObjectIdentifier: UnsafeMutablePointer<KeyTypeBoxes>] = unsafe [:]
  var typeIndices: [ObjectIdentifier: Int] = [:]
  var roots: [ObjectIdentifier: UnsafeMutablePointer<RootPlace>] = unsafe [:]
  /// Of types that write themselves.
  var generatedPlans: [ObjectIdentifier: UnsafeMutablePointer<RecordPlan>] = unsafe [:]
  /// Those of superclasses, whose fields stand in those of others.
  var superclassPlans: [ObjectIdentifier: UnsafeMutablePointer<RecordPlan>] = unsafe [:]
  /// How records are written against dictionaries.
  var knownRecords: [KnownRecord] = []
  /// The root of this call, if it is not known how it is written against the dictionary.
  var unknownRoot: (place: UnsafeMutablePointer<EncodingSlot>, form: RootForm)?
  var caseTables: [ObjectIdentifier: UnsafeMutablePointer<CaseTable>] = unsafe [:]

  /// The addresses of two types, 0 for no value type, and of the group around, 0 for none, with the key in records of that.
  struct GroupKey: Hashable {
    var around: UInt
    var aroundKey: UInt8
    var valueType: UInt
    var keyType: UInt
  }

  /// Zero bytes that a record gets for its state bits while its plan is learned.
  static let learningByteCount = 64
  /// Levels that a value may have before the limit is looked at.
  private static let uncountedDepth = 32

  /// True for an archiver whose limit of levels is so small that it may lie among those that are not counted one by one.
  static func leavesDepthUncounted(_ settings: KeyedArchiver) -> Bool {
    settings.maximumDepth < uncountedDepth
  }
  /// Bytes kept free before the content, for what stands before it.
  static let headRoom = 4_096

  /// Places that were prepared for leaves with another coding than that of their raw values.
  var foreignLeafCount = 0
  /// Whether types that have generated code are written by it.
  let usesGeneratedCode: Bool

  init(usesGeneratedCode: Bool = true) {
    self.usesGeneratedCode = usesGeneratedCode
    unsafe variables = .allocate(capacity: 1)
    unsafe variables.initialize(to: EncoderVariables())
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: EncoderState(end: variables.pointee.memory.end))
    unsafe definitions = .allocate(capacity: 1)
    unsafe definitions.initialize(to: KnownDefinitions())
    unsafe memory.initializeFirst(state.pointee.frames)
  }

  deinit {
    unsafe memory.free()
    unsafe definitions.pointee.free()
    unsafe definitions.deallocate()
    unsafe state.pointee.free()
    unsafe state.deallocate()
    unsafe variables.pointee.recentRows.free()
    unsafe variables.deinitialize(count: 1)
    unsafe variables.deallocate()
  }

  var userInfo: [CodingUserInfoKey: Any] {
    get { unsafe variables.pointee.userInfo }
    set { unsafe variables.pointee.userInfo = newValue }
  }
  /// The cost of reading the archives inside of the values.
  var furtherCosts: FurtherCosts {
    if let known = unsafe variables.pointee.furtherCosts { return known }
    let made = FurtherCosts()
    unsafe variables.pointee.furtherCosts = made
    return made
  }

  /// The part of the readers' budget that is spent beside the values that are counted.
  func furtherCost(_ settings: KeyedArchiver) -> FurtherCost {
    unsafe settings.furtherCost(
      builtByteCount: state.pointee.builtByteCount, variables.pointee.furtherCosts)
  }

  /// The cost of reading the archives inside of the values that were encoded; nil if there were none.
  var costSoFar: FurtherCost? { unsafe variables.pointee.furtherCosts?.sum }

  /// Takes back what was added to the cost since it was another.
  func resetCost(to cost: FurtherCost?) {
    unsafe variables.pointee.furtherCosts?.reset(to: cost ?? FurtherCost())
  }

  /// Adds what elements take to the costs of the archive around.
  func charge(_ settings: KeyedArchiver) {
    let byteCount = unsafe state.pointee.builtByteCount
    settings.furtherCosts?.add { $0.add(byteCount: byteCount) }
  }

  /// True if readers spend nothing beside the values that are counted.
  @inline(__always)
  var hasNoFurtherCost: Bool {
    unsafe state.pointee.builtByteCount == 0 && variables.pointee.furtherCosts == nil
  }

  /// Begins to add up what archives inside of values cost.
  ///
  /// - Parameters:
  ///   - costs: Those of the archive around; nil if there is none.
  ///   - isAgain: True if the same values were encoded before, whose costs do not count.
  @inline(__always)
  func beginCosts(_ costs: FurtherCosts?, isAgain: Bool = false) {
    guard unsafe costs != nil || variables.pointee.furtherCosts != nil else { return }
    if isAgain {
      unsafe costs?.reset(to: variables.pointee.costsBefore)
    } else if let costs {
      unsafe variables.pointee.costsBefore = costs.sum
    }
    unsafe variables.pointee.furtherCosts = costs
  }

  var labels: BodyLabels {
    get { unsafe variables.pointee.labels }
    _modify { yield unsafe &variables.pointee.labels }
  }
  var cutter: BlockCutter {
    get { unsafe variables.pointee.cutter }
    set { unsafe variables.pointee.cutter = newValue }
  }
  var snapshots: [BlockSnapshot] {
    get { unsafe variables.pointee.snapshots }
    _modify { yield unsafe &variables.pointee.snapshots }
  }
  var lateRows: [LateRow] {
    get { unsafe variables.pointee.lateRows }
    _modify { yield unsafe &variables.pointee.lateRows }
  }
  var headByteCounts: [Int: Int] {
    get { unsafe variables.pointee.headByteCounts }
    _modify { yield unsafe &variables.pointee.headByteCounts }
  }
  var rowLayouts: [Int: RowLayout] {
    get { unsafe variables.pointee.rowLayouts }
    _modify { yield unsafe &variables.pointee.rowLayouts }
  }
  var runHeads: [Int: [UInt8]] {
    get { unsafe variables.pointee.runHeads }
    _modify { yield unsafe &variables.pointee.runHeads }
  }
  var openMaps: [OpenMap] {
    get { unsafe variables.pointee.openMaps }
    _modify { yield unsafe &variables.pointee.openMaps }
  }
  var keySequences: [KeySequences] {
    get { unsafe variables.pointee.keySequences }
    _modify { yield unsafe &variables.pointee.keySequences }
  }
  var mixedTypes: Set<UnsafeRawPointer> {
    get { unsafe variables.pointee.mixedTypes }
    _modify { yield unsafe &variables.pointee.mixedTypes }
  }
  var changedRecords: [ChangedRecord] {
    get { unsafe variables.pointee.changedRecords }
    _modify { yield unsafe &variables.pointee.changedRecords }
  }
  var changedRecordCount: Int {
    get { unsafe variables.pointee.changedRecordCount }
    set { unsafe variables.pointee.changedRecordCount = newValue }
  }
  var changedGroups: [UnsafeMutablePointer<PlanGroup>] {
    get { unsafe variables.pointee.changedGroups }
    _modify { yield unsafe &variables.pointee.changedGroups }
  }
  var sparePlans: [UnsafeMutablePointer<RecordPlan>] {
    get { unsafe variables.pointee.sparePlans }
    _modify { yield unsafe &variables.pointee.sparePlans }
  }
  var settledKinds: KindTable {
    get { unsafe variables.pointee.settledKinds }
    _modify { yield unsafe &variables.pointee.settledKinds }
  }
  var settledFields: [[KindID]] {
    get { unsafe variables.pointee.settledFields }
    _modify { yield unsafe &variables.pointee.settledFields }
  }
  var settledBytes: [[UInt8]] {
    get { unsafe variables.pointee.settledBytes }
    _modify { yield unsafe &variables.pointee.settledBytes }
  }
  var lateFields: [LateField: Int32] {
    get { unsafe variables.pointee.lateFields }
    _modify { yield unsafe &variables.pointee.lateFields }
  }
  var latePlaces: [LatePlaces] {
    get { unsafe variables.pointee.latePlaces }
    _modify { yield unsafe &variables.pointee.latePlaces }
  }
  var lateContainers: [LateContainer] {
    get { unsafe variables.pointee.lateContainers }
    _modify { yield unsafe &variables.pointee.lateContainers }
  }
  var notedCalls: [NotedCall] {
    get { unsafe variables.pointee.notedCalls }
    _modify { yield unsafe &variables.pointee.notedCalls }
  }
  var makesNotedCalls: Bool {
    get { unsafe variables.pointee.makesNotedCalls }
    set { unsafe variables.pointee.makesNotedCalls = newValue }
  }
  var triesAgain: Bool {
    get { unsafe variables.pointee.triesAgain }
    set { unsafe variables.pointee.triesAgain = newValue }
  }
  var stateKinds: KindTable {
    get { unsafe variables.pointee.stateKinds }
    _modify { yield unsafe &variables.pointee.stateKinds }
  }
  var tagByteCount: Int {
    get { unsafe variables.pointee.tagByteCount }
    set { unsafe variables.pointee.tagByteCount = newValue }
  }
  var rootOrdinal: Int {
    get { unsafe variables.pointee.rootOrdinal }
    set { unsafe variables.pointee.rootOrdinal = newValue }
  }
  var leavesGaps: Bool {
    get { unsafe variables.pointee.leavesGaps }
    set { unsafe variables.pointee.leavesGaps = newValue }
  }
  var gapByteCount: Int {
    get { unsafe state.pointee.gapByteCount }
    set { unsafe state.pointee.gapByteCount = newValue }
  }
  var expectedRowCount: Int {
    get { unsafe variables.pointee.rowCount }
    set { unsafe variables.pointee.rowCount = newValue }
  }
  var needsSecondPass: Bool {
    get { unsafe variables.pointee.needsSecondPass }
    set { unsafe variables.pointee.needsSecondPass = newValue }
  }
  var objects: EncodedObjects {
    get { unsafe variables.pointee.objects }
    _modify { yield unsafe &variables.pointee.objects }
  }
  var memory: LearnedMemory {
    get { unsafe variables.pointee.memory }
    _modify { yield unsafe &variables.pointee.memory }
  }
  var lastRoot: UnsafeMutablePointer<RootPlace>? {
    get { unsafe variables.pointee.lastRoot }
    set { unsafe variables.pointee.lastRoot = unsafe newValue }
  }

  /// Lets go of the containers, which hold the encoder. It is not to be used again.
  func dispose() {
    unsafe state.pointee.top = unsafe state.pointee.frames
    unsafe state.pointee.hasDeviated = true
    endOpenRows()
    unsafe lateContainers.removeAll()
    unsafe memory.releaseContainers()
  }

  /// True if the encoder has learned so much that a new one is cheaper, or has plans that do not hold.
  var isFull: Bool {
    unsafe memory.slotCount > 100_000 || memory.plans.count > 10_000 || state.pointee.call == .max
      || state.pointee.isOutdated
  }

  // MARK: Values

  /// Encodes a value at a place.
  @inline(__always)
  func encode<Value: Encodable>(
    _ value: Value, at slot: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    if unsafe slot.pointee.type != unsafeBitCast(Value.self, to: UnsafeRawPointer.self) {
      unsafe try classify(Value.self, slot)
    }
    if unsafe slot.pointee.strategy == .codable {
      unsafe try encodeItself(value, slot)
    } else {
      unsafe try encodeOther(value, slot)
    }
  }

  /// Encodes the value at an address.
  @inline(__always)
  func encode<Value: Encodable>(
    from value: UnsafePointer<Value>, at slot: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    if unsafe slot.pointee.type != unsafeBitCast(Value.self, to: UnsafeRawPointer.self) {
      unsafe try classify(Value.self, slot)
    }
    if unsafe slot.pointee.strategy == .codable {
      let before = unsafe try enter(slot)
      do {
        try unsafe UnsafeRawPointer(value).assumingMemoryBound(to: HeldValue<Value>.self).pointee
          .encode(to: self)
      } catch {
        throw caught(error)
      }
      unsafe try leave(before)
    } else if unsafe slot.pointee.strategy == .object {
      unsafe try encodeObject(value.pointee, slot)
    } else if unsafe slot.pointee.strategy == .hooked {
      unsafe try encodeHooked(value.pointee, slot)
    } else {
      unsafe try encodeOther(from: UnsafeRawPointer(value), slot)
    }
  }

  /// An error on its way out. User code that catches it further up gets no direct archive.
  @inline(never)
  func caught(_ error: any Error) -> any Error {
    unsafe state.pointee.hasDeviated = true
    return error
  }

  @inline(never)
  private func encodeOther<Value: Encodable>(
    _ value: Value, _ slot: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    if unsafe slot.pointee.strategy == .object { return unsafe try encodeObject(value, slot) }
    if unsafe slot.pointee.strategy == .watched { return unsafe try encodeWatched(value, slot) }
    if unsafe slot.pointee.strategy == .hooked { return unsafe try encodeHooked(value, slot) }
    unsafe try withUnsafePointer(to: value) {
      unsafe try encodeOther(from: UnsafeRawPointer($0), slot)
    }
  }

  @inline(__always)
  private func encodeOther(
    from value: UnsafeRawPointer, _ slot: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    if let leaf = unsafe slot.pointee.leaf {
      unsafe try state.pointee.adopt(slot, leaf.kindCode)
      unsafe leaf.put(value, state)
    } else if let collection = unsafe slot.pointee.collection {
      try goDeeper()
      unsafe try collection.encode(value, self, slot)
      unsafe state.pointee.depth -= 1
    } else if let generated = unsafe slot.pointee.generated {
      unsafe try encodeGenerated(generated, from: value, slot)
    } else if let edge = unsafe slot.pointee.edge {
      unsafe try edge.encode(value, self, slot)
    } else {
      throw unsafe state.pointee.deviate()
    }
  }

  /// Begins a value that encodes itself.
  @inline(__always)
  func enter(
    _ slot: UnsafeMutablePointer<EncodingSlot>
  ) throws -> UnsafeMutablePointer<EncodingFrame> {
    let state = unsafe state
    unsafe state.pointee.pending = unsafe slot
    unsafe state.pointee.valueType = unsafe slot.pointee.type
    unsafe state.pointee.serial &+= 1
    try goDeeper()
    return unsafe state.pointee.top
  }

  /// Counts a level; every eighth is checked against the limits.
  @inline(__always)
  func goDeeper() throws {
    unsafe state.pointee.depth += 1
    if unsafe state.pointee.depth & 7 == 0 { try checkDepth() }
  }

  @inline(never)
  private func checkDepth() throws {
    unsafe state.pointee.deepest = unsafe max(state.pointee.deepest, state.pointee.depth)
    guard unsafe state.pointee.depth < state.pointee.depthLimit - 8 else {
      throw unsafe state.pointee.deviate()
    }
    do {
      try StackGuard.check()
    } catch {
      throw unsafe state.pointee.deviate()
    }
  }
}
