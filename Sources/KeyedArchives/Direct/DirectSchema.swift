internal import ArchiveFormat

/// The definitions of an archive and the plans that were made for its shapes.
///
/// It outlives a call of `decode`: the next archive with the same bytes of definitions, read with the
/// same limits, needs neither to be made again.
final class DirectSchema {
  /// The bytes of the definitions.
  let bytes: [UInt8]
  /// Where they are kept, if they stand in no archive: then there are no bytes here.
  let home: DefinitionHome?
  let limits: ArchiveLimits
  /// The number of the hooks that the slots are ready for.
  let hookNumber: Int
  private(set) var definitions: ArchiveDefinitions
  let shapeCount: Int
  let fields: FieldTable
  /// Whether its archives may hold objects.
  let hasClasses: Bool
  /// By type: whether it is a class.
  let isClass: [Bool]
  /// By shape: the row of the class whose records it describes, −1 for others.
  let classRows: [Int32]
  /// True if its shapes hold back or conditional edges.
  let hasEdges: Bool
  /// True if a shape has more state bits than a ``BitPlace`` can tell apart, so that cells read its records.
  let hasWideShapes: Bool
  /// Whether its types have versions.
  let hasVersions: Bool
  /// Bytes of the plans, about.
  private(set) var planByteCount = 0
  private var plans: [PlanKey: Ref<DirectPlan>] = [:]
  /// By shape: the plan that was asked for last. They stand behind a pointer: Swift watches variables of a class at run time.
  private let recentPlans = Ref<[Ref<DirectPlan>?]>([])
  private let firstKinds = FirstKinds()
  /// The slots of roots of kinds that are none of those.
  private var roots: [KindID: Ref<FieldSlot>] = [:]
  /// By shape: the slot of roots that are its records, as far as they were asked for. They stand behind a pointer as well.
  private let recordRoots = Ref<[Ref<FieldSlot>?]>([])
  private let passedShapes = PassedShapes()
  /// Slots of values whose kinds stood in the content, with the bytes that said so: those that were met first. They stand behind a pointer as well.
  let runSlots = Ref<[(bytes: [UInt8], slot: Ref<FieldSlot>)]>([])
  /// What generated code knows of the shapes.
  let readings = ReadingPlans()
  /// The root that generated code read last.
  let knownRoot = Ref<KnownRoot?>(nil)
  private var rows: [(slots: Ref<FieldSlot>, count: Int)] = []
  private var namedPlaces: [Ref<NamedPlace>] = []
  /// By the address of another slot: the slot of the same place without hooks.
  private var bareSlots: [Int: Ref<FieldSlot>] = [:]

  /// The forms of the records of types that declare how they came to be, with the rows of classes.
  private var forms: [FormsKey: RecordForms] = [:]
  /// The forms of objects, nil for those that cells have to change.
  var knownObjects: [FormsKey: ObjectForms?] = [:]
  /// Facts that each call or each object asks for. They stand behind a pointer: Swift watches variables of a class at run time.
  let evolved = Ref(Evolved())
  /// Keys that no archive has here: those that older fields have now.
  private var furtherKeys: [String] = []

  private struct PlanKey: Hashable {
    var shape: Int
    var keyType: Int
    var forms: ObjectIdentifier?
  }

  init(
    _ bytes: [UInt8], _ definitions: ArchiveDefinitions, _ settings: DecodingSettings,
    home: DefinitionHome? = nil, outline: DefinitionOutline? = nil
  ) {
    let outline = outline ?? DefinitionOutline(definitions)
    self.bytes = bytes
    self.home = home
    self.definitions = definitions
    shapeCount = definitions.shapes.count
    limits = settings.values.limits
    hookNumber = settings.values.hooks.number
    fields = outline.fieldTable
    hasClasses = outline.hasClasses
    isClass = outline.isClass
    classRows = outline.classRows
    hasEdges = outline.hasEdges
    hasWideShapes = fields.bitCounts.contains { $0 > BitPlace.limit }
    hasVersions = outline.hasVersions
  }

  deinit {
    for plan in plans.values {
      while let box = plan.pointee.box {
        plan.pointee.box = box.pointee.sibling
        box.free()
      }
      plan.pointee.fieldOfByte.free(count: 256)
      plan.free()
    }
    evolved.free()
    recordRoots.free()
    recentPlans.free()
    firstKinds.free()
    passedShapes.free()
    runSlots.free()
    knownRoot.free()
    for place in namedPlaces { place.free() }
    for row in rows { row.slots.free(count: row.count) }
  }

  /// Whether further kinds that tags tell may have slots.
  var hasRoom: Bool { planByteCount < DirectEngine.planByteLimit / 2 }

  private func makeRow(_ count: Int) -> Ref<FieldSlot> {
    let row = Ref(repeating: FieldSlot(), count: count)
    rows.append((row, count))
    planByteCount += count * MemoryLayout<FieldSlot>.stride
    return row
  }

  // MARK: Slots

  /// The slot of a root that is a record.
  func root(ofShape shape: Int) -> Ref<FieldSlot> {
    if shape < recordRoots.pointee.count, let known = recordRoots.pointee[shape] { return known }
    let slot = root(recordKind(shape))
    while recordRoots.pointee.count <= shape { recordRoots.pointee.append(nil) }
    recordRoots.pointee[shape] = slot
    return slot
  }

  /// The slot of a root.
  func root(_ kind: KindID) -> Ref<FieldSlot> {
    firstKinds.root(kind) ?? roots[kind] ?? makeRoot(kind)
  }

  @inline(never)
  private func makeRoot(_ kind: KindID) -> Ref<FieldSlot> {
    let slot = makeRow(1)
    fill(slot, kind)
    if !firstKinds.keep(slot, for: kind) { roots[kind] = slot }
    return slot
  }

  /// The number of kinds, with those that were added.
  var kindCount: Int { definitions.kinds.count }

  /// The kind that the bytes begin with, and how many of them it takes; nil if it is none.
  func runKind(_ bytes: [UInt8]) -> (kind: KindID, byteCount: Int)? {
    var cursor = ByteCursor(bytes)
    guard let kind = try? definitions.readRunKind(&cursor) else { return nil }
    return (kind, cursor.position)
  }

  /// A kind, one that was added since the definitions were read too.
  @inline(__always)
  func node(_ kind: KindID) -> KindNode { firstKinds.node(kind) ?? findNode(kind) }

  @inline(never)
  private func findNode(_ kind: KindID) -> KindNode {
    firstKinds.note(kind, of: definitions.kinds)
    return definitions.kinds[kind]
  }

  func shape(of kind: KindID) -> Int { Int(node(kind).number) }

  func recordKind(_ shape: Int) -> KindID { definitions.kinds.record(ofShape: shape) }

  private func fill(_ slot: Ref<FieldSlot>, _ kind: KindID) {
    let node = self.node(kind)
    slot.pointee.kind = kind
    slot.pointee.code = node.code.rawValue
    slot.pointee.isPacked = node.code.isPackable
    if node.code == .recordOfShape { slot.pointee.bodyRow = classRows[Int(node.number)] }
  }

  /// Makes the slots inside one.
  func addInner(_ slot: Ref<FieldSlot>) {
    guard slot.pointee.first == nil else { return }
    let node = self.node(slot.pointee.kind)
    switch node.code {
    case .array, .set, .nullable, .object:
      let inner = makeRow(1)
      fill(inner, node.first)
      slot.pointee.first = inner
    case .map:
      let inner = makeRow(2)
      fill(inner, node.first)
      fill(inner[1], node.second)
      slot.pointee.first = inner
      slot.pointee.second = inner[1]
    default: break
    }
  }

  /// The slot of a value that stands where another one does: that of a single-value container.
  func addSingle(_ slot: Ref<FieldSlot>) -> Ref<FieldSlot> {
    if let known = slot.pointee.single { return known }
    let single = makeRow(1)
    fill(single, slot.pointee.kind)
    single.pointee.mayBeNull = slot.pointee.mayBeNull
    slot.pointee.single = single
    return single
  }

  /// The slot of the value of an optional, which stands where the optional does: in the same field.
  func addPresent(_ slot: Ref<FieldSlot>) -> Ref<FieldSlot> {
    if let known = slot.pointee.present { return known }
    let present = makeRow(1)
    fill(present, slot.pointee.kind)
    (present.pointee.key, present.pointee.mode) = (slot.pointee.key, slot.pointee.mode)
    slot.pointee.present = present
    return present
  }

  /// The slot of the same place for values whose own hook has no part in them.
  func addBare(_ slot: Ref<FieldSlot>) -> Ref<FieldSlot> {
    if let known = bareSlots[slot.addressBits] { return known }
    let bare = makeRow(1)
    fill(bare, slot.pointee.kind)
    (bare.pointee.key, bare.pointee.mode) = (slot.pointee.key, slot.pointee.mode)
    bare.pointee.mayBeNull = slot.pointee.mayBeNull
    bare.pointee.isBare = true
    bareSlots[slot.addressBits] = bare
    return bare
  }

  /// The slot of the same place for values of a type that the archive names.
  ///
  /// - Parameter kind: The kind of the place, or of the value inside of a label.
  func addNamed(
    _ slot: Ref<FieldSlot>, _ name: NamedPlace.Name, row: Int, _ kind: KindID,
    _ type: any Decodable.Type, call: Int
  ) -> Ref<NamedPlace> {
    let inner = makeRow(1)
    fill(inner, kind)
    (inner.pointee.key, inner.pointee.mode) = (slot.pointee.key, slot.pointee.mode)
    inner.pointee.mayBeNull = slot.pointee.mayBeNull
    // Inside of a label, a null is a value, and a bool has a payload.
    if case .label = name {
      (inner.pointee.mayBeNull, inner.pointee.mode) = (true, FieldMode.optional.rawValue)
    }
    let place = Ref(
      NamedPlace(
        name: name, row: row, slot: inner, type: type, call: call, next: slot.pointee.named))
    planByteCount += MemoryLayout<NamedPlace>.stride
    namedPlaces.append(place)
    slot.pointee.named = place
    return place
  }

  /// Keeps the keys of the map that was read last in a place, and those of one before.
  func keep(_ keys: MapKeys, in slot: Ref<FieldSlot>) {
    if slot.pointee.mapKeys == nil {
      guard hasRoom else { return }
      // The texts of both and their places take some times their bytes.
      planByteCount += 16 * MapKeys.keptByteCount
    }
    (slot.pointee.mapKeys, slot.pointee.formerMapKeys) = (keys, slot.pointee.mapKeys)
  }

  // MARK: Keys

  /// The key of a field, as coding paths tell it.
  func key(of field: Ref<FieldSlot>) -> String {
    let number = Int(field.pointee.key)
    let known = definitions.keys.count
    return number < known ? definitions.keys[number] : furtherKeys[number - known]
  }

  /// Gives the fields of a shape the keys that they have now.
  private func rename(_ fields: Ref<FieldSlot>, _ form: RecordForm) {
    for (index, key) in form.keys.enumerated()
    where !key.hasSameBytes(as: self.key(of: fields[index])) {
      fields[index].pointee.key = UInt32(
        truncatingIfNeeded: definitions.keys.count + furtherKeys.count)
      furtherKeys.append(key)
      planByteCount += key.utf8.count + MemoryLayout<String>.stride
    }
  }

  /// The forms of the records of a type.
  ///
  /// - Parameter row: The row of the class, for objects.
  func forms(
    of type: any Any.Type, _ lineage: TypeLineage, row: Int? = nil
  ) -> RecordForms {
    let key = FormsKey(
      type: ObjectIdentifier(type), row: row,
      hasFormerNames: row == nil && evolved.pointee.hasFormerNames)
    if let known = forms[key] { return known }
    let made = RecordForms(type, lineage, row: row, hasFormerNames: evolved.pointee.hasFormerNames)
    if row == nil, !evolved.pointee.hasFormerNames { evolved.pointee.readsOtherNames = true }
    planByteCount += 1_024
    forms[key] = made
    return made
  }

  // MARK: Plans

  /// How records of a shape are read through a key type; nil if they are not read like this.
  ///
  /// - Parameter forms: The forms of the records, if they may be older than what they are decoded as.
  func plan<Key: CodingKey>(
    _ shape: Int, _ type: Key.Type, _ forms: Unowned<RecordForms>?
  ) -> Ref<DirectPlan>? {
    if shape < recentPlans.pointee.count, let recent = recentPlans.pointee[shape],
      recent.pointee.keyType == TypeAddress.of(type), recent.pointee.forms == forms
    {
      return recent
    }
    guard MemoryLayout<Key>.size <= 1, shape < shapeCount else { return nil }
    var form: RecordForm?
    switch forms?.object.form(ofShape: shape, definitions) {
    case nil, .current: break
    case .older(let older): form = older
    case .other: return nil
    }
    let key = PlanKey(
      shape: shape, keyType: TypeAddress.of(type), forms: forms.map { ObjectIdentifier($0.object) })
    if plans[key] == nil, TrustingInitializer.asking(with: type) != nil { return nil }
    let plan =
      plans[key]
      ?? makePlan(
        shape, key.keyType, keyMask: MemoryLayout<Key>.size == 0 ? 0 : 0xFF, form, forms)
    plans[key] = plan
    while recentPlans.pointee.count <= shape { recentPlans.pointee.append(nil) }
    recentPlans.pointee[shape] = plan
    return plan
  }

  /// The table by which records of a shape are passed over.
  @inline(__always)
  func passedFields(_ shape: Int) -> PassedFields {
    passedShapes[shape] ?? makePassedFields(shape)
  }

  @inline(never)
  private func makePassedFields(_ shape: Int) -> PassedFields {
    let made = PassedFields(
      fields.fields[fields.starts[shape]..<fields.starts[shape + 1]],
      bitCount: fields.bitCounts[shape], self)
    if hasRoom { planByteCount += passedShapes.keep(made, for: shape) }
    return made
  }

  /// The slots of a shape's fields and one that matches nothing, and how many state bits there are.
  func makeFields(_ shape: Int) -> (slots: Ref<FieldSlot>, bitCount: Int) {
    let fields = definitions.shapes[shape].fields
    let slots = makeRow(fields.count + 1)
    var bit = 0
    for (index, field) in fields.enumerated() {
      let slot = slots[index]
      fill(slot, field.kind)
      slot.pointee.key = UInt32(truncatingIfNeeded: field.key)
      slot.pointee.mode = field.mode.rawValue
      slot.pointee.mayBeNull = false
      slot.pointee.firstBit = BitPlace(bit)
      slot.pointee.secondBit = BitPlace(bit + 1)
      bit += field.mode.rawValue.nonzeroBitCount
      if slot.isStateBit {
        slot.pointee.valueBit = BitPlace(bit)
        bit += 1
      }
    }
    return (slots, bit)
  }

  private func makePlan(
    _ shape: Int, _ keyType: Int, keyMask: UInt8, _ form: RecordForm?,
    _ forms: Unowned<RecordForms>?
  ) -> Ref<DirectPlan> {
    let (slots, bit) = makeFields(shape)
    let count = definitions.shapes[shape].fields.count
    if let form {
      rename(slots, form)
      planByteCount += form.byteCount
    }
    var hasStateRules = false
    for index in 0..<count {
      let slot = slots[index]
      hasStateRules =
        hasStateRules || slot.pointee.mode == 3
        || slot.pointee.mode != FieldMode.required.rawValue && slot.isStateBit
    }
    let fieldOfByte = Ref(repeating: -2 as Int16, count: 256)
    planByteCount += 1_024
    return Ref(
      DirectPlan(
        shape: shape, keyType: keyType, fields: slots, end: slots[count],
        count: count, bitByteCount: (bit + 7) / 8,
        paddingMask: bit % 8 == 0 ? 0 : ~0 << UInt8(bit % 8), hasStateRules: hasStateRules,
        keyMask: keyMask, isEnumeration: nil, fieldOfByte: fieldOfByte, box: nil, form: form,
        forms: forms))
  }
}
