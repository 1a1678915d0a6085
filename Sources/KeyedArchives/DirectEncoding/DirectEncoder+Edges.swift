/// Back and conditional edges (Spec, section 8), which name an object and never hold it.
extension DirectEncoder {
  /// True if what was encoded goes the general way. An object that only edges name is stored behind all roots.
  var hasDeviated: Bool {
    unsafe state.pointee.hasDeviated || state.pointee.awaitedObjectCount > 0
      || variables.pointee.objects.hasOtherKinds
  }

  /// Writes an edge.
  ///
  /// Objects have the numbers of their first mention in byte order, which is the order of writing.
  ///
  /// - Parameters:
  ///   - target: The object that it names; nil if it has none.
  ///   - isStrong: True if the object is to be stored because of the edge.
  func encodeEdge(
    to target: AnyObject, isStrong: Bool, _ slot: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    if hasHooks, isHooked(target) { throw unsafe state.pointee.deviate() }
    unsafe try state.pointee.adopt(
      slot, isStrong ? KindCode.strongBackReference : KindCode.conditionalReference)
    unsafe state.pointee.builtByteCount &+= DecodingSession.referenceByteCount
    if let number = objects.number(of: target) {
      if isStrong, objects.state(number) == .mentioned {
        objects.noteStrongEdge(to: number)
        unsafe state.pointee.awaitedObjectCount += 1
      }
      unsafe state.pointee.putVarint(UInt64(truncatingIfNeeded: number + 1))
    } else {
      objects.mention(target, isStrong: isStrong)
      if isStrong { unsafe state.pointee.awaitedObjectCount += 1 }
      unsafe state.pointee.putVarint(0)
    }
  }
}

extension ArchiveEdge {
  /// Writes the edge at an address.
  static func encode(
    _ edge: UnsafeRawPointer, _ encoder: DirectEncoder, _ slot: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    if let target = unsafe edge.assumingMemoryBound(to: Self.self).pointee.box.target {
      return unsafe try encoder.encodeEdge(to: target, isStrong: Rule.storesObject, slot)
    }
    // The general way describes the error.
    guard !Rule.requiresObject else { throw unsafe encoder.state.pointee.deviate() }
    unsafe try encoder.putNull(at: slot)
  }
}
