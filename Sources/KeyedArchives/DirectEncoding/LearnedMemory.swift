/// What an encoder learned, in memory that stays where it is until the encoder goes.
@unsafe
struct LearnedMemory {
  private(set) var slotCount = 0
  private(set) var plans: [UnsafeMutablePointer<RecordPlan>] = unsafe []
  /// Frees the containers.
  var releases: [() -> Void] = []
  /// A field that no call matches.
  let end: UnsafeMutablePointer<EncodingSlot>
  /// A box that is never that of a frame.
  let strayBox: UnsafeMutablePointer<ContainerBox>
  /// The elements of a stream, which are encoded one by one.
  let streamFrame: UnsafeMutablePointer<ElementsFrame>
  private let strayFrameBox: UnsafeMutablePointer<ContainerBox>
  private let noGroup: UnsafeMutablePointer<PlanGroup>
  private let strayBoxes: UnsafeMutablePointer<KeyTypeBoxes>
  private var slots: [UnsafeMutablePointer<EncodingSlot>] = unsafe []
  private var roots: [UnsafeMutablePointer<RootPlace>] = unsafe []
  private var caseTables: [UnsafeMutablePointer<CaseTable>] = unsafe []
  private var groups: [UnsafeMutablePointer<PlanGroup>] = unsafe []
  private var boxes: [UnsafeMutablePointer<ContainerBox>] = unsafe []
  private var boxLists: [UnsafeMutablePointer<KeyTypeBoxes>] = unsafe []

  init() {
    unsafe end = .allocate(capacity: 1)
    unsafe end.initialize(to: EncodingSlot())
    unsafe end.pointee.signature = EncodingSlot.endOfRecord
    unsafe strayBoxes = .allocate(capacity: 1)
    unsafe strayBoxes.initialize(
      to: KeyTypeBoxes(keyType: UnsafeRawPointer(end), first: nil, style: .enumeration))
    unsafe strayBox = .allocate(capacity: 1)
    unsafe strayBox.initialize(
      to: ContainerBox(
        container: UnsafeMutableRawPointer(end), copier: nil, boxes: strayBoxes, next: nil))
    unsafe streamFrame = .allocate(capacity: 1)
    unsafe strayFrameBox = .allocate(capacity: 1)
    unsafe strayFrameBox.initialize(to: strayBox.pointee)
    unsafe noGroup = .allocate(capacity: 1)
    unsafe noGroup.initialize(
      to: PlanGroup(
        valueType: nil, keyType: UnsafeRawPointer(end), boxes: strayBoxes, likely: nil, first: nil,
        typeIndex: -1))
  }

  mutating func newSlot() -> UnsafeMutablePointer<EncodingSlot> {
    let slot = UnsafeMutablePointer<EncodingSlot>.allocate(capacity: 1)
    unsafe slot.initialize(to: EncodingSlot())
    unsafe slots.append(slot)
    unsafe slotCount += 1
    return unsafe slot
  }

  /// All places but those of plans that were replaced.
  func forEachSlot(_ body: (UnsafeMutablePointer<EncodingSlot>) -> Void) {
    for index in unsafe slots.indices { unsafe body(slots[index]) }
    for index in unsafe plans.indices {
      let plan = unsafe plans[index].pointee
      for field in unsafe 0..<plan.count { unsafe body(plan.slots + field) }
    }
  }

  mutating func newRoot(_ root: RootPlace) -> UnsafeMutablePointer<RootPlace> {
    let place = UnsafeMutablePointer<RootPlace>.allocate(capacity: 1)
    unsafe place.initialize(to: root)
    unsafe roots.append(place)
    return unsafe place
  }

  mutating func newPlan(
    number: Int, group: UnsafeMutablePointer<PlanGroup>
  ) -> UnsafeMutablePointer<RecordPlan> {
    let capacity = 8
    let fields = UnsafeMutablePointer<EncodingSlot>.allocate(capacity: capacity + 1)
    unsafe fields.initialize(to: EncodingSlot())
    unsafe fields.pointee.signature = EncodingSlot.endOfRecord
    let plan = UnsafeMutablePointer<RecordPlan>.allocate(capacity: 1)
    unsafe plan.initialize(
      to: RecordPlan(slots: fields, capacity: capacity, number: number, group: group))
    unsafe plans.append(plan)
    unsafe slotCount += capacity + 1
    return unsafe plan
  }

  /// Gives a new plan all its fields at once.
  mutating func fill(_ plan: UnsafeMutablePointer<RecordPlan>, _ slots: [EncodingSlot]) {
    let count = unsafe slots.count
    let fields = UnsafeMutablePointer<EncodingSlot>.allocate(capacity: count + 1)
    for index in 0..<count { unsafe (fields + index).initialize(to: slots[index]) }
    unsafe (fields + count).initialize(to: end.pointee)
    unsafe plan.pointee.slots.deallocate()
    unsafe plan.pointee.slots = unsafe fields
    unsafe plan.pointee.count = count
    unsafe plan.pointee.capacity = count
    unsafe slotCount += count
  }

  /// Doubles the room for the fields of a plan. Only while it is learned.
  mutating func grow(_ plan: UnsafeMutablePointer<RecordPlan>) {
    let capacity = unsafe plan.pointee.capacity * 2
    let fields = UnsafeMutablePointer<EncodingSlot>.allocate(capacity: capacity + 1)
    unsafe fields.moveInitialize(from: plan.pointee.slots, count: plan.pointee.count + 1)
    unsafe plan.pointee.slots.deallocate()
    unsafe plan.pointee.slots = unsafe fields
    unsafe slotCount += plan.pointee.capacity
    unsafe plan.pointee.capacity = capacity
  }

  mutating func newCaseTable() -> UnsafeMutablePointer<CaseTable> {
    let table = UnsafeMutablePointer<CaseTable>.allocate(capacity: 1)
    unsafe table.initialize(to: CaseTable())
    unsafe caseTables.append(table)
    return unsafe table
  }

  /// Gives a new table its cases.
  func fill(_ table: UnsafeMutablePointer<CaseTable>, _ plans: [CasePlan]) {
    let cases = unsafe UnsafeMutablePointer<CasePlan>.allocate(capacity: plans.count)
    for index in unsafe plans.indices { unsafe (cases + index).initialize(to: plans[index]) }
    unsafe table.pointee.plans.deallocate()
    unsafe table.pointee.plans = unsafe cases
    unsafe table.pointee.count = unsafe plans.count
  }

  mutating func newGroup(_ group: PlanGroup) -> UnsafeMutablePointer<PlanGroup> {
    let place = UnsafeMutablePointer<PlanGroup>.allocate(capacity: 1)
    unsafe place.initialize(to: group)
    unsafe groups.append(place)
    return unsafe place
  }

  mutating func newBoxes(
    _ keyType: UnsafeRawPointer, _ style: KeyStyle
  ) -> UnsafeMutablePointer<KeyTypeBoxes> {
    let place = UnsafeMutablePointer<KeyTypeBoxes>.allocate(capacity: 1)
    unsafe place.initialize(to: KeyTypeBoxes(keyType: keyType, style: style))
    unsafe boxLists.append(place)
    return unsafe place
  }

  mutating func newBox(_ box: ContainerBox) -> UnsafeMutablePointer<ContainerBox> {
    let place = UnsafeMutablePointer<ContainerBox>.allocate(capacity: 1)
    unsafe place.initialize(to: box)
    unsafe boxes.append(place)
    return unsafe place
  }

  /// The frame below all others, which no container is that of.
  func initializeFirst(_ frame: UnsafeMutablePointer<EncodingFrame>) {
    unsafe frame.initialize(
      to: EncodingFrame(
        next: end, box: strayFrameBox, body: 0, plan: nil, slot: end, group: noGroup,
        isNested: false))
  }

  /// The frame of a super encoder that was not used yet.
  func initializeWaiting(
    _ frame: UnsafeMutablePointer<EncodingFrame>, _ slot: UnsafeMutablePointer<EncodingSlot>
  ) {
    unsafe frame.initialize(
      to: EncodingFrame(
        next: end, box: strayFrameBox, body: 0, plan: nil, slot: slot, group: noGroup,
        isNested: true))
  }

  /// The frame of an array, which no keyed container is that of.
  func initializeArray(
    _ frame: UnsafeMutablePointer<EncodingFrame>, _ slot: UnsafeMutablePointer<EncodingSlot>,
    body: Int, isNested: Bool
  ) {
    unsafe frame.initialize(
      to: EncodingFrame(
        next: end, box: strayFrameBox, body: body, plan: nil, slot: slot, group: noGroup,
        isNested: isNested, isArray: true))
  }

  func isWaiting(_ frame: UnsafeMutablePointer<EncodingFrame>) -> Bool {
    unsafe frame.pointee.group == noGroup && !frame.pointee.isArray
  }

  mutating func releaseContainers() {
    for release in unsafe releases { release() }
    unsafe releases = []
  }

  /// Everything goes. Nothing that points here may be used any more.
  mutating func free() {
    for index in unsafe slots.indices { unsafe slots[index].deallocate() }
    for index in unsafe roots.indices { unsafe roots[index].deallocate() }
    for index in unsafe plans.indices {
      unsafe plans[index].pointee.slots.deallocate()
      unsafe plans[index].deallocate()
    }
    for index in unsafe caseTables.indices {
      unsafe caseTables[index].pointee.plans.deallocate()
      unsafe caseTables[index].deallocate()
    }
    for index in unsafe groups.indices { unsafe groups[index].deallocate() }
    for index in unsafe boxes.indices { unsafe boxes[index].deallocate() }
    for index in unsafe boxLists.indices { unsafe boxLists[index].deallocate() }
    unsafe strayBox.deallocate()
    unsafe streamFrame.deallocate()
    unsafe strayFrameBox.deallocate()
    unsafe noGroup.deallocate()
    unsafe strayBoxes.deallocate()
    unsafe end.deallocate()
  }
}
