internal import ArchiveFormat

/// Several roots of one archive, in the order in which they are given (Spec, sections 8 and 13).
extension DirectEncoder {
  /// Begins a pass through the roots of an archive.
  func beginRoots(_ settings: KeyedArchiver, isAgain: Bool) {
    if !settings.userInfo.isEmpty || !userInfo.isEmpty { userInfo = settings.userInfo }
    leavesGaps = false
    triesAgain = false
    if !rowLayouts.isEmpty, !isAgain { rowLayouts = [:] }
    objects.removeAll()
    beginCosts(settings.furtherCosts, isAgain: isAgain)
    begin(settings.maximumDepth)
    beginNames([:])
  }

  /// True if a root of a type is one to try with.
  func isWorthATry(_ type: any Any.Type) -> Bool {
    unsafe rootPlace(ObjectIdentifier(type)).pointee.attempts.isTaken()
  }

  /// Notes whether a root of a type became a part of an archive here.
  func noteAttempt(with type: any Any.Type, succeeded: Bool) {
    let root = unsafe rootPlace(ObjectIdentifier(type))
    if succeeded {
      unsafe root.pointee.attempts.succeed()
    } else {
      unsafe root.pointee.attempts.fail()
    }
  }

  /// Encodes one more root; false if all have to be encoded once more, or the general way.
  func append<Value: Encodable>(root value: Value, named name: String) -> Bool {
    let slot = unsafe rootPlace(ObjectIdentifier(Value.self)).pointee.slot
    do {
      if rootOrdinal == 0 {
        unsafe try encode(value, at: slot)
        guard unsafe putTag(ofRoot: slot) else { throw unsafe state.pointee.deviate() }
        // The positions of blocks begin behind the tag, which may take bytes that were written.
        expectCut()
      } else {
        put(rootName: name)
        // An earlier root may have been of the type.
        unsafe forgetKind(slot)
        let start = unsafe state.pointee.count
        let tag = unsafe beginTag(at: slot)
        unsafe try encode(value, at: slot)
        unsafe try putTag(slot, start, tag)
      }
      settleBodies()
      guard hasDistinctNames() else { throw unsafe state.pointee.deviate() }
    } catch {
      unsafe state.pointee.hasDeviated = true
    }
    if unsafe state.pointee.mixedType != nil { learnMixedType() }
    rootOrdinal += 1
    // An object that edges alone name so far may stand in a later root.
    return unsafe !state.pointee.hasDeviated && !variables.pointee.objects.hasOtherKinds
      && !needsSecondPass
  }

  private func put(rootName name: String) {
    unsafe state.pointee.putVarint(UInt64(truncatingIfNeeded: name.utf8.count + 1))
    put(Array(name.utf8)[...])
  }

  /// Makes the roots of this call a list, whose first root has a name.
  func endList(ofRoots firstName: String) -> Bool {
    var sink = ByteSink()
    sink.varint(firstName.utf8.count + 1)
    sink.append(Array(firstName.utf8)[...])
    guard unsafe sink.count <= state.pointee.contentStart else { return false }
    putBefore(sink.bytes)
    unsafe state.pointee.put(ArchiveFraming.endOfRoots)
    return true
  }
}
