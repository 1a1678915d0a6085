internal import ArchiveFormat

/// Types that write themselves by generated code.
extension DirectEncoder {
  /// The plan of a record type, made once per encoder.
  func generatedPlan<Record: ArchivableRecord>(
    _ type: Record.Type
  ) -> UnsafeMutablePointer<RecordPlan> {
    if let known = unsafe generatedPlans[ObjectIdentifier(type)] { return unsafe known }
    let (plan, fields) = unsafe makePlan(type) { type.describeFields(&$0) }
    unsafe plan.pointee.copiedByteCount = fields.copiedByteCount(
      stride: MemoryLayout<Record>.stride)
    if OwnCoding.isForeign(type) { unsafe plan.pointee.leaveToCoding() }
    return unsafe plan
  }

  /// The plan of a class's instances, made once per encoder.
  func generatedPlan(
    of type: any ArchivableObject.Type
  ) -> UnsafeMutablePointer<RecordPlan> {
    if let known = unsafe generatedPlans[ObjectIdentifier(type)] { return unsafe known }
    let plan = unsafe makePlan(type) { type.describeFields(&$0) }.plan
    if OwnCoding.isForeign(type) { unsafe plan.pointee.leaveToCoding() }
    return unsafe plan
  }

  private func makePlan(
    _ type: any Any.Type, _ describe: (inout ArchiveFields) -> Void
  ) -> (plan: UnsafeMutablePointer<RecordPlan>, fields: ArchiveFields) {
    let plan = unsafe newGeneratedPlan(generatedGroup(type))
    // Known before its fields are: a record of a tree holds others of its type.
    unsafe generatedPlans[ObjectIdentifier(type)] = unsafe plan
    var fields = ArchiveFields(ArchivePlanner(self), haveType: true)
    describe(&fields)
    unsafe complete(plan, fields)
    return unsafe (plan, fields)
  }

  /// A plan of records that have the fields of a type, but not the type.
  func makePlan(
    typeless type: any Any.Type, _ describe: (inout ArchiveFields) -> Void
  ) -> UnsafeMutablePointer<RecordPlan> {
    let address = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    let boxes = unsafe memory.strayBox.pointee.boxes
    let plan = unsafe newGeneratedPlan(typelessGroup(keyType: address, boxes))
    var fields = ArchiveFields(ArchivePlanner(self), haveType: false)
    describe(&fields)
    unsafe complete(plan, fields)
    return unsafe plan
  }

  /// The cases of an enumeration type, made once per encoder.
  func generatedCases<Value: ArchivableCases>(
    of type: Value.Type
  ) -> UnsafeMutablePointer<CaseTable> {
    let id = ObjectIdentifier(type)
    if let known = unsafe caseTables[id] { return unsafe known }
    let table = unsafe memory.newCaseTable()
    // Known before its payloads are: they may hold values of the type.
    unsafe caseTables[id] = unsafe table
    var cases = ArchiveCases()
    type.describeCases(&cases)
    let group = unsafe generatedGroup(type)
    var plans: [CasePlan] = unsafe []
    for (index, name) in cases.names.enumerated() {
      var fields = ArchiveFields(ArchivePlanner(self), haveType: false)
      cases.payloads[index](&fields)
      let payload = unsafe newGeneratedPlan(
        typelessGroup(keyType: group.pointee.keyType, group.pointee.boxes))
      unsafe complete(payload, fields)
      let record = unsafe newGeneratedPlan(group)
      unsafe memory.fill(record, [EncodingSlot()])
      keys[unsafe record.pointee.number] = [name]
      unsafe record.pointee.complete()
      unsafe record.pointee.kind = KindCode.record
      unsafe plans.append(CasePlan(record: record, payload: payload))
    }
    let payloads = unsafe plans.map { unsafe $0.payload.pointee }
    unsafe table.pointee.levels = unsafe 1 + (payloads.map { unsafe $0.levels }.max() ?? 1)
    unsafe table.pointee.holdsElements = unsafe plans.contains { unsafe $0.holdsElements }
    let areDistinct = Set(cases.names.map(\.utf8.digest)).count == cases.names.count
    let areUsable = unsafe payloads.allSatisfy { unsafe $0.isGenerated } && areDistinct
    unsafe memory.fill(table, plans)
    unsafe table.pointee.isUsable = areUsable && !OwnCoding.isForeign(type)
    // A coding that is not the type's own may encode anything.
    if unsafe !table.pointee.isUsable { unsafe table.pointee.holdsElements = true }
    return unsafe table
  }

  private func newGeneratedPlan(
    _ group: UnsafeMutablePointer<PlanGroup>
  ) -> UnsafeMutablePointer<RecordPlan> {
    let plan = unsafe memory.newPlan(number: keys.count, group: group)
    keys.append([])
    return unsafe plan
  }

  private func complete(_ plan: UnsafeMutablePointer<RecordPlan>, _ fields: ArchiveFields) {
    unsafe memory.fill(plan, fields.slots)
    keys[unsafe plan.pointee.number] = fields.keys
    unsafe plan.pointee.bitCount = fields.bitCount
    unsafe plan.pointee.bitByteCount = (fields.bitCount + 7) / 8
    unsafe plan.pointee.complete()
    unsafe plan.pointee.isGenerated = fields.isUsable
    unsafe plan.pointee.levels = fields.levels
    unsafe plan.pointee.holdsElements = fields.holdElements
  }

  private func generatedGroup(_ type: any Any.Type) -> UnsafeMutablePointer<PlanGroup> {
    let address = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    return unsafe memory.newGroup(
      PlanGroup(
        valueType: address, keyType: address, boxes: memory.strayBox.pointee.boxes, likely: nil,
        first: nil, typeIndex: typeIndex(type)))
  }

  private func typelessGroup(
    keyType: UnsafeRawPointer, _ boxes: UnsafeMutablePointer<KeyTypeBoxes>
  ) -> UnsafeMutablePointer<PlanGroup> {
    unsafe memory.newGroup(
      PlanGroup(
        valueType: nil, keyType: keyType, boxes: boxes, likely: nil, first: nil, typeIndex: -1))
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

extension DirectEncoder {
  /// Encodes a value that generated code leaves to containers.
  func encode<Value: Encodable>(
    _ value: Value, inGeneratedCodeAt slot: UnsafeMutablePointer<EncodingSlot>
  ) throws {
    unsafe variables.pointee.generatedDepth += 1
    defer { unsafe variables.pointee.generatedDepth -= 1 }
    unsafe try encode(value, at: slot)
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
