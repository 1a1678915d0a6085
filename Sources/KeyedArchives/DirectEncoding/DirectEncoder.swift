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
  private let variables: UnsafeMutablePointer<EncoderVariables>

  /// By the number of a plan: its keys.
  var keys: [[String]] = []
  /// By the type index of a group.
  var types: [any Any.Type] = []
  /// Definitions of earlier calls, found again by what they are made from.
  let definitions: UnsafeMutablePointer<KnownDefinitions>

  var groups: [GroupKey: UnsafeMutablePointer<PlanGroup>] = unsafe [:]
  var boxes: [ObjectIdentifier: UnsafeMutablePointer<KeyTypeBoxes>] = unsafe [:]
  var typeIndices: [ObjectIdentifier: Int] = [:]
  private var roots: [ObjectIdentifier: UnsafeMutablePointer<RootPlace>] = unsafe [:]
  /// Of types that write themselves.
  var generatedPlans: [ObjectIdentifier: UnsafeMutablePointer<RecordPlan>] = unsafe [:]
  /// Those of superclasses, whose fields stand in those of others.
  var superclassPlans: [ObjectIdentifier: UnsafeMutablePointer<RecordPlan>] = unsafe [:]
  /// How records are written against dictionaries.
  var knownRecords: [KnownRecord] = []
  /// The root of this call, if it is not known how it is written against the dictionary.
  var unknownRoot: (place: UnsafeMutablePointer<EncodingSlot>, form: RootForm)?
  var caseTables: [ObjectIdentifier: UnsafeMutablePointer<CaseTable>] = unsafe [:]

  /// The addresses of two types; 0 for no value type.
  struct GroupKey: Hashable {
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
  /// - Parameter costs: Those of the archive around; nil if there is none.
  func beginCosts(_ costs: FurtherCosts?) {
    guard unsafe costs != nil || variables.pointee.furtherCosts != nil else { return }
    unsafe variables.pointee.furtherCosts = costs
  }

  var cutter: BlockCutter {
    get { unsafe variables.pointee.cutter }
    set { unsafe variables.pointee.cutter = newValue }
  }
  var snapshots: [BlockSnapshot] {
    get { unsafe variables.pointee.snapshots }
    _modify { yield unsafe &variables.pointee.snapshots }
  }
  var stateKinds: KindTable {
    get { unsafe variables.pointee.stateKinds }
    _modify { yield unsafe &variables.pointee.stateKinds }
  }
  var tagByteCount: Int {
    get { unsafe variables.pointee.tagByteCount }
    set { unsafe variables.pointee.tagByteCount = newValue }
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
  private var lastRoot: UnsafeMutablePointer<RootPlace>? {
    get { unsafe variables.pointee.lastRoot }
    set { unsafe variables.pointee.lastRoot = unsafe newValue }
  }

  /// Lets go of the containers, which hold the encoder. It is not to be used again.
  func dispose() {
    unsafe state.pointee.top = unsafe state.pointee.frames
    unsafe state.pointee.hasDeviated = true
    unsafe memory.releaseContainers()
  }

  /// True if the encoder has learned so much that a new one is cheaper, or has plans that do not hold.
  var isFull: Bool {
    unsafe memory.slotCount > 100_000 || memory.plans.count > 10_000 || state.pointee.call == .max
      || state.pointee.isOutdated
  }

  /// Who looks at the path gets it from the general way.
  var codingPath: [any CodingKey] {
    unsafe state.pointee.hasDeviated = true
    return []
  }

  // MARK: One call of the archiver

  /// Encodes a root; nil if it has to be encoded the general way.
  ///
  /// - Parameter leavesGaps: Whether the content, if it is large, is to become an archive where it
  ///   stands, and so gets room for the headers of its blocks.
  func encode<Value: Encodable>(
    root value: Value, _ settings: KeyedArchiver, leavesGaps: Bool
  ) -> UnsafeMutablePointer<EncodingSlot>? {
    let root = unsafe rootPlace(ObjectIdentifier(Value.self))
    if unsafe !root.pointee.attempts.isTaken() { return nil }
    if Self.leavesDepthUncounted(settings) { return nil }
    let maximumDepth = settings.maximumDepth
    if !settings.userInfo.isEmpty || !userInfo.isEmpty { userInfo = settings.userInfo }
    self.leavesGaps = leavesGaps
    let slot = unsafe root.pointee.slot
    needsSecondPass = false
    unsafe state.pointee.expect(root.pointee.byteCount)
    repeat {
      let isSecondPass = needsSecondPass
      objects.removeAll()
      beginCosts(settings.furtherCosts)
      begin(maximumDepth)
      do {
        unsafe try encode(value, at: slot)
      } catch {
        // What user code threw is thrown again by the general way, with its path.
        unsafe state.pointee.hasDeviated = true
      }
      if isSecondPass, needsSecondPass { unsafe state.pointee.hasDeviated = true }
    } while unsafe needsSecondPass && !state.pointee.hasDeviated
    if unsafe state.pointee.hasDeviated || slot.pointee.isLeaf || !hasFewEmptyElements() {
      unsafe root.pointee.attempts.fail()
      return nil
    }
    unsafe root.pointee.byteCount = unsafe state.pointee.count
    unsafe root.pointee.attempts.succeed()
    return unsafe slot
  }

  /// True if the elements without bytes are so few that the bytes of the content pay for all visits. The general way counts them.
  ///
  /// A byte pays for 24 visits to a record, for 6 to a record without bytes behind it, as the body of an object is, and for a quarter of an
  /// element without bytes: 31.5 of `ReadingCost.visitCountPerByte`.
  ///
  /// - Parameter more: Such elements that stand in no row.
  @inline(__always)
  func hasFewEmptyElements(and more: Int = 0) -> Bool {
    let count = unsafe state.pointee.emptyElementCount &+ more
    return unsafe count == 0 || count <= content.count / 4
  }

  /// Visits to a record that each of its bytes pays for.
  static var recordVisitsPerByte: Int { 24 }
  /// Visits that a record without bytes may take.
  static var emptyRecordVisits: Int { 6 }

  private func rootPlace(_ id: ObjectIdentifier) -> UnsafeMutablePointer<RootPlace> {
    if let last = unsafe lastRoot, unsafe last.pointee.type == id { return unsafe last }
    let place: UnsafeMutablePointer<RootPlace>
    if let known = unsafe roots[id] {
      unsafe place = unsafe known
    } else {
      unsafe place = unsafe memory.newRoot(RootPlace(type: id, slot: memory.newSlot()))
      unsafe roots[id] = unsafe place
    }
    unsafe lastRoot = unsafe place
    return unsafe place
  }

  func begin(_ maximumDepth: Int) {
    let state = unsafe state
    unsafe state.pointee.call &+= 1
    if unsafe state.pointee.call == 0 { unsafe state.pointee.call = 1 }
    unsafe state.pointee.position = unsafe state.pointee.base + Self.headRoom
    unsafe state.pointee.contentStart = Self.headRoom
    unsafe state.pointee.top = unsafe state.pointee.frames
    unsafe state.pointee.rowCount = 0
    unsafe state.pointee.pending = nil
    unsafe state.pointee.hasDeviated = false
    unsafe state.pointee.depth = 0
    // A reader counts at most two levels per container, so within this nothing needs counting.
    unsafe state.pointee.depthLimit = min(maximumDepth / 2, EncoderState.frameCapacity - 8)
    unsafe state.pointee.builtByteCount = 0
    unsafe state.pointee.emptyElementCount = 0
    unsafe state.pointee.shapeCount = 0
    unsafe state.pointee.emptyShape = nil
    unsafe state.pointee.firstDefined = nil
    unsafe state.pointee.lastDefined = nil
    beginCuts()
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
      let before = unsafe try enter(slot)
      do {
        try value.encode(to: self)
      } catch {
        throw caught(error)
      }
      unsafe try leave(before)
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
