internal import ArchiveFormat

/// One call of the archiver.
extension DirectEncoder {
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
    if !rowLayouts.isEmpty { rowLayouts = [:] }
    var passCount = 0
    repeat {
      passCount += 1
      triesAgain = false
      objects.removeAll()
      if unsafe root.pointee.objectCount > EncodedObjects.keptCount {
        unsafe objects.reserve(root.pointee.objectCount)
      }
      beginCosts(settings.furtherCosts, isAgain: passCount > 1)
      begin(maximumDepth)
      do {
        unsafe try encode(value, at: slot)
        settleBodies()
        if !areLabelsRight { needsSecondPass = true }
      } catch {
        // What user code threw is thrown again by the general way, with its path.
        unsafe state.pointee.hasDeviated = true
      }
      if unsafe state.pointee.mixedType != nil { learnMixedType() }
    } while unsafe passCount < Self.passLimit
      && (hasDeviated ? triesAgain : needsSecondPass)
    if unsafe hasDeviated || needsSecondPass || !hasFewEmptyElements() {
      unsafe root.pointee.attempts.fail()
      return nil
    }
    unsafe root.pointee.byteCount = unsafe state.pointee.count
    unsafe root.pointee.objectCount = unsafe variables.pointee.objects.count
    return unsafe slot
  }

  /// Notes whether the root that was encoded last became an archive here.
  @inline(__always)
  func noteAttempt(succeeded: Bool) {
    if succeeded {
      unsafe lastRoot?.pointee.attempts.succeed()
    } else {
      unsafe lastRoot?.pointee.attempts.fail()
    }
  }

  /// Passes through a root, or through a batch of a stream, each of which knows what those before found out.
  static let passLimit = 4

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

  func rootPlace(_ id: ObjectIdentifier) -> UnsafeMutablePointer<RootPlace> {
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

  @inline(__always)
  func begin(_ maximumDepth: Int) {
    let state = unsafe state
    if unsafe state.pointee.hasChanges { forgetChanges() }
    forgetLateContainers()
    unsafe state.pointee.call &+= 1
    if unsafe state.pointee.call == 0 { unsafe state.pointee.call = 1 }
    unsafe state.pointee.position = unsafe state.pointee.base + Self.headRoom
    unsafe state.pointee.contentStart = Self.headRoom
    unsafe state.pointee.top = unsafe state.pointee.frames
    unsafe state.pointee.rowCount = 0
    endOpenRows()
    unsafe state.pointee.pending = nil
    unsafe state.pointee.hasDeviated = false
    unsafe state.pointee.depth = 0
    // A reader counts at most two levels per container, so within this nothing needs counting.
    unsafe state.pointee.deepest = 0
    unsafe state.pointee.depthLimit = min(maximumDepth / 2, EncoderState.frameCapacity - 8)
    if unsafe !variables.pointee.labels.isEmpty { labels.begin() }
    unsafe state.pointee.builtByteCount = 0
    unsafe state.pointee.emptyElementCount = 0
    unsafe state.pointee.recordRowCount = 0
    unsafe state.pointee.repeatedByteCount = 0
    unsafe state.pointee.shapeCount = 0
    unsafe state.pointee.emptyShape = nil
    unsafe state.pointee.awaitedObjectCount = 0
    unsafe state.pointee.namesShapes = false
    unsafe state.pointee.firstDefined = nil
    unsafe state.pointee.lastDefined = nil
    beginCuts()
  }
}
