internal import ArchiveFormat

/// Types that write themselves by generated code.
extension DirectEncoder {
  /// The plan of a record type, made once per encoder.
  func generatedPlan<Record: ArchivableRecord>(
    _ type: Record.Type
  ) -> UnsafeMutablePointer<RecordPlan> {
    let id = ObjectIdentifier(type)
    if let known = unsafe generatedPlans[id] { return unsafe known }
    let plan = unsafe memory.newPlan(number: keys.count, group: generatedGroup(type))
    keys.append([])
    // Known before its fields are: a record of a tree holds others of its type.
    unsafe generatedPlans[id] = unsafe plan
    var fields = ArchiveFields(ArchivePlanner(self))
    type.describeFields(&fields)
    unsafe memory.fill(plan, fields.slots)
    keys[unsafe plan.pointee.number] = fields.keys
    unsafe plan.pointee.bitCount = fields.bitCount
    unsafe plan.pointee.bitByteCount = (fields.bitCount + 7) / 8
    unsafe plan.pointee.isLearning = false
    unsafe plan.pointee.isGenerated = fields.isUsable
    unsafe plan.pointee.levels = fields.levels
    unsafe plan.pointee.holdsElements = fields.holdElements
    unsafe plan.pointee.copiedByteCount = fields.copiedByteCount(
      stride: MemoryLayout<Record>.stride)
    return unsafe plan
  }

  private func generatedGroup<Record>(_ type: Record.Type) -> UnsafeMutablePointer<PlanGroup> {
    let address = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    return unsafe memory.newGroup(
      PlanGroup(
        valueType: address, keyType: address, boxes: memory.strayBox.pointee.boxes, likely: nil,
        first: nil, typeIndex: typeIndex(type)))
  }

  /// Encodes the value at an address by its generated code.
  func encodeGenerated(
    _ type: any ArchivableValue.Type, from value: UnsafeRawPointer,
    _ slot: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    let state = unsafe state
    let place = unsafe ArchivePlace(slot)
    let levels = type.levels(at: place)
    // A small limit is left to the general way: generated code counts no single levels.
    guard unsafe state.pointee.depthLimit > 64, unsafe !state.pointee.hasDeviated else {
      throw unsafe state.pointee.deviate()
    }
    unsafe state.pointee.encoder = Unmanaged.passUnretained(self)
    var writer = unsafe ArchiveWriter(state)
    if writer.descend(levels) { unsafe type.write(from: value, to: &writer, at: place) }
    unsafe state.pointee.position = unsafe writer.position
    if unsafe state.pointee.hasDeviated { throw unsafe state.pointee.deviate() }
  }
}

extension ArchivableValue {
  fileprivate static func write(
    from value: UnsafeRawPointer, to writer: inout ArchiveWriter, at place: ArchivePlace
  ) {
    unsafe value.assumingMemoryBound(to: HeldValue<Self>.self).pointee.write(
      to: &writer, at: place)
  }
}
