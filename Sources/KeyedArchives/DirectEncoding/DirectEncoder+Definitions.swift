internal import ArchiveFormat

/// What stands before the content: the shapes of this call.
extension DirectEncoder {
  /// The bytes of the definitions, until the next call; nil if they need the general way.
  func definitionBytes() -> UnsafeRawBufferPointer? {
    gatherSource()
    let known = unsafe definitions
    guard let bytes = unsafe known.pointee.find() ?? keptDefinitions() else { return nil }
    if unsafe !variables.pointee.labels.isEmpty { _ = unsafe labels.found(known.pointee.labelRows) }
    return unsafe bytes
  }

  @inline(never)
  private func keptDefinitions() -> UnsafeRawBufferPointer? {
    guard let (bytes, numbers) = makeDefinitions(settledKinds)?.write() else { return nil }
    return unsafe definitions.pointee.keep(
      bytes, labelRows: numbers.types.prefix(variables.pointee.labels.types.count))
  }

  /// True if the content has the right numbers of rows. Otherwise the next pass begins with these.
  @inline(never)
  func hasRightRows() -> Bool {
    gatherSource()
    // Without definitions it goes the general way.
    guard unsafe definitions.pointee.find() ?? keptDefinitions() != nil else { return true }
    return unsafe labels.found(definitions.pointee.labelRows)
  }

  /// What the definitions of this call are made from.
  func definitionSource() -> [UInt32] {
    gatherSource()
    return unsafe definitions.pointee.numbers
  }

  func gatherSource() {
    let known = unsafe definitions
    unsafe known.pointee.begin()
    var next = unsafe state.pointee.firstDefined
    while let plan = unsafe next {
      unsafe known.pointee.add(UInt32(truncatingIfNeeded: plan.pointee.number))
      if unsafe plan.pointee.replacedCall == state.pointee.call {
        unsafe addSource(ofReplaced: plan, known)
        unsafe next = unsafe plan.pointee.nextDefined
        continue
      }
      var changing = unsafe plan.pointee.changingFields
      while changing != 0 {
        unsafe addSource(plan.pointee.slots + changing.trailingZeroBitCount, known)
        changing &= changing &- 1
      }
      var index = 64
      while unsafe index < plan.pointee.count {
        let slot = unsafe plan.pointee.slots + index
        if unsafe slot.pointee.isChanging { unsafe addSource(slot, known) }
        index += 1
      }
      unsafe next = unsafe plan.pointee.nextDefined
    }
    if unsafe !variables.pointee.labels.isEmpty { unsafe addLabels(known) }
  }

  private func addLabels(_ known: UnsafeMutablePointer<KnownDefinitions>) {
    // No plan has the number, and no shape that another one replaced.
    unsafe known.pointee.add(.max - 1)
    for type in labels.types { unsafe known.pointee.add(UInt32(truncatingIfNeeded: type)) }
  }

  /// Appends what the row of a shape says that another one replaced.
  private func addSource(
    ofReplaced plan: UnsafeMutablePointer<RecordPlan>,
    _ known: UnsafeMutablePointer<KnownDefinitions>
  ) {
    unsafe known.pointee.add(.max)
    let bytes = unsafe settledBytes[plan.pointee.settledNumber]
    unsafe known.pointee.add(UInt32(truncatingIfNeeded: bytes.count))
    for byte in bytes { unsafe known.pointee.add(UInt32(byte)) }
  }

  /// The kind of a field of a shape that another one replaced; nil for other shapes.
  private func settledKind(
    of plan: UnsafeMutablePointer<RecordPlan>, _ index: Int
  ) -> KindID? {
    unsafe plan.pointee.replacedCall == state.pointee.call
      ? settledFields[plan.pointee.settledNumber][index] : nil
  }

  /// Appends what tells the kind of a place: the same numbers, the same kind.
  private func addSource(
    _ slot: UnsafeMutablePointer<EncodingSlot>, _ known: UnsafeMutablePointer<KnownDefinitions>
  ) {
    guard unsafe slot.pointee.call == state.pointee.call else {
      unsafe known.pointee.add(0)
      return
    }
    if unsafe slot.pointee.isLabelled {
      unsafe known.pointee.add(UInt32(KindCode.typed) + 1)
      unsafe known.pointee.add(UInt32(truncatingIfNeeded: slot.pointee.labelNumber))
    }
    unsafe known.pointee.add(UInt32(slot.pointee.kind) + 1)
    switch unsafe slot.pointee.kind {
    case KindCode.recordOfShape:
      unsafe known.pointee.add(
        UInt32(truncatingIfNeeded: slot.pointee.plan.unsafelyUnwrapped.pointee.shape))
    case KindCode.array, KindCode.set, KindCode.object, KindCode.nullable,
      unsafe EncodingSlot.delegated:
      unsafe addSource(slot.pointee.inner.unsafelyUnwrapped, known)
    case KindCode.map:
      unsafe addSource(slot.pointee.keys.unsafelyUnwrapped, known)
      unsafe addSource(slot.pointee.inner.unsafelyUnwrapped, known)
    default: break
    }
  }

  /// The definitions of this call, with kinds added to those of a table; nil if they need the general
  /// way.
  func makeDefinitions(_ kinds: KindTable) -> ArchiveDefinitions? {
    guard let definitions = rows(kinds), definitions.areTakenByReaders,
      definitions.paysForRecords(
        visitsPerByte: Self.recordVisitsPerByte, visitsWithoutBytes: Self.emptyRecordVisits)
    else { return nil }
    return definitions
  }

  /// The same, though readers may not take them. Shapes stand in the order in which they were met, whatever their numbers.
  func rows(_ kinds: KindTable) -> ArchiveDefinitions? {
    var definitions = ArchiveDefinitions()
    definitions.kinds = kinds
    var keyNumbers: [String.UTF8View.Digest: Int] = [:]
    var typeNumbers: [Int: Int] = [:]
    var typeRows: [String.UTF8View.Digest: (row: Int, type: ObjectIdentifier)] = [:]
    guard let payloads = unsafe generatedPayloads() else { return nil }
    guard addLabels(to: &definitions, &typeRows) else { return nil }
    for (row, type) in labels.types.enumerated() { typeNumbers[type] = row }
    var beginnings = ShapeBeginnings()
    var shapeCounts: [Int: Int] = [:]
    var next = unsafe state.pointee.firstDefined
    while let plan = unsafe next {
      unsafe next = unsafe plan.pointee.nextDefined
      let typeIndex = unsafe plan.pointee.group.pointee.typeIndex
      if typeIndex >= 0, typeNumbers[typeIndex] == nil {
        guard let row = definitions.types.row(of: types[typeIndex], &typeRows) else { return nil }
        typeNumbers[typeIndex] = row
      }
      var shape = unsafe ArchiveShape(
        type: typeNumbers[typeIndex], fields: [], base: plan.pointee.base?.pointee.shape)
      var seen: Set<Int> = []
      for (index, key) in unsafe keys[plan.pointee.number].enumerated() {
        if unsafe plan.pointee.slots[index].signature == EncodingSlot.switchCode { continue }
        let number = keyNumbers[key.utf8.digest] ?? definitions.keys.count
        if number == definitions.keys.count {
          definitions.keys.append(key)
          keyNumbers[key.utf8.digest] = number
        }
        let slot = unsafe plan.pointee.slots + index
        guard key.utf8.count <= ArchiveLimits.untrusted.maximumKeyByteCount,
          seen.insert(number).inserted,
          let kind = unsafe settledKind(of: plan, index)
            ?? kind(slot, &definitions.kinds, room: KindTable.maximumDepth)
        else { return nil }
        let mode = unsafe slot.pointee.mode
        // A Boolean that is always there is a state bit.
        if unsafe (kind == KindID(.bool) && mode == .required) != slot.pointee.isStateBool {
          unsafe watch(&slot.pointee, of: plan.pointee.group)
          return nil
        }
        shape.fields.append(ShapeField(key: number, mode: mode, kind: kind))
      }
      let type = typeNumbers[typeIndex] ?? -1
      shapeCounts[type, default: 0] += 1
      let firstKey = shape.fields.first?.key ?? -1
      let isGenerated = unsafe payloads.contains(UnsafeRawPointer(plan))
      let isLive = unsafe plan.pointee.isLive(in: state.pointee.call)
      guard
        unsafe beginnings.add(
          type, firstKey, group: isGenerated ? UInt(bitPattern: plan) : comparedGroup(plan),
          isCompared: plan.pointee.comparedCall == state.pointee.call || !isLive
            || plan.pointee.supersededCall == state.pointee.call,
          isPayload: isGenerated || isPayload(plan))
      else { return nil }
      guard shapeCounts[type, default: 0] <= ShapeMatcher.shapeLimit,
        shape.fields.count <= ShapeMatcher.fieldLimit
      else { return nil }
      definitions.shapes.append(shape)
    }
    return beginnings.areCompared ? definitions : nil
  }

  /// Adds the rows of the classes that are labels, first: kinds name them by their places among these.
  private func addLabels(
    to definitions: inout ArchiveDefinitions,
    _ known: inout [String.UTF8View.Digest: (row: Int, type: ObjectIdentifier)]
  ) -> Bool {
    let classes = labels.types.map { types[$0] }
    definitions.bodyTypes = Array(classes.indices)
    guard classes.allSatisfy({ definitions.types.append(rowOf: $0, nil, &known) }) else {
      return false
    }
    for (row, type) in classes.enumerated() {
      guard let named = TypeName.of(type).namedSuperclass(of: type) else { continue }
      guard let superclass = definitions.types.row(of: named, &known) else { return false }
      definitions.types[row].superclass = superclass
    }
    return true
  }

  /// The plans of records without a type that generated code writes as the first field of a record with one, in one place each. They are
  /// compared with nothing but the record that stood there before. Nil if one stands in records of other kinds too, where it may have a shape of
  /// its own, and if a type has such a field, of whatever plan, beside several containers.
  private func generatedPayloads() -> Set<UnsafeRawPointer>? {
    var found: [UnsafeRawPointer: UnsafeRawPointer] = unsafe [:]
    var elsewhere: [(payload: UnsafeRawPointer, plan: UnsafeRawPointer)] = unsafe []
    var next = unsafe state.pointee.firstDefined
    while let plan = unsafe next {
      unsafe next = unsafe plan.pointee.nextDefined
      let hasType = unsafe plan.pointee.group.pointee.valueType != nil
      let first = unsafe plan.pointee.firstField
      for index in unsafe 0..<plan.pointee.count {
        let slot = unsafe plan.pointee.slots + index
        guard unsafe slot.pointee.call == state.pointee.call,
          unsafe slot.pointee.kind == KindCode.recordOfShape,
          let inner = unsafe slot.pointee.plan,
          unsafe inner.pointee.group.pointee.valueType == nil
        else { continue }
        // With several containers of one value its first field, or its only one, is not told by the slot.
        if hasType, index == first, unsafe plan.pointee.hasSwitches { return nil }
        guard unsafe inner.pointee.count > 0, unsafe isGenerated(inner.pointee.group) else {
          continue
        }
        let here = (payload: UnsafeRawPointer(inner), plan: UnsafeRawPointer(plan))
        if index > 0 || !hasType {
          unsafe elsewhere.append(here)
        } else if unsafe found.updateValue(here.plan, forKey: here.payload) != nil {
          return nil
        }
      }
    }
    var payloads = unsafe Set(found.keys)
    for index in unsafe elsewhere.indices {
      let here = unsafe elsewhere[index]
      guard let first = unsafe found[here.payload] else { continue }
      // A later field of the same record: its shape is the one that the first field has.
      if unsafe first != here.plan { return nil }
      unsafe payloads.remove(here.payload)
    }
    return unsafe payloads
  }

  /// Stands for the plans that are compared with each other.
  private func comparedGroup(_ plan: UnsafeMutablePointer<RecordPlan>) -> UInt {
    let group = unsafe plan.pointee.group
    if unsafe group.pointee.valueType == nil, unsafe !isGenerated(group) {
      return unsafe UInt(bitPattern: group.pointee.boxes)
    }
    return unsafe UInt(bitPattern: group)
  }

  /// True if the records of a plan were compared by the rule for first fields alone, as were all that have keys of the type.
  private func isPayload(_ plan: UnsafeMutablePointer<RecordPlan>) -> Bool {
    let group = unsafe plan.pointee.group
    return unsafe group.pointee.around != nil
      && group.pointee.boxes.pointee.comparedCall != state.pointee.call
  }

  /// True if a group of records without a type is that of generated code, which has no containers.
  private func isGenerated(_ group: UnsafeMutablePointer<PlanGroup>) -> Bool {
    unsafe group.pointee.boxes.pointee.firstWithoutType == nil
  }

  /// The kind of a place in this call; nil if it nests so deep that it is written otherwise.
  func kind(
    _ slot: UnsafeMutablePointer<EncodingSlot>, _ kinds: inout KindTable, room: Int32
  ) -> KindID? {
    guard room > 0 else { return nil }
    if let kind = unsafe slot.pointee.callKind, unsafe slot.pointee.mode == .required {
      return ArchiveKind(rawValue: kind).map { KindID($0) }
    }
    guard unsafe slot.pointee.call == state.pointee.call else { return .undetermined }
    if unsafe slot.pointee.isLabelled {
      guard let kind = unsafe bodyKind(slot, &kinds, room: room - 1) else { return nil }
      return unsafe labels.position(of: Int(slot.pointee.labelNumber)).map { kinds.typed($0, kind) }
    }
    return unsafe bodyKind(slot, &kinds, room: room)
  }

  /// The same without the label of a body.
  private func bodyKind(
    _ slot: UnsafeMutablePointer<EncodingSlot>, _ kinds: inout KindTable, room: Int32
  ) -> KindID? {
    guard room > 0 else { return nil }
    if unsafe slot.pointee.kind == EncodingSlot.delegated {
      return unsafe kind(slot.pointee.inner.unsafelyUnwrapped, &kinds, room: room)
    }
    guard let code = unsafe ArchiveKind(rawValue: slot.pointee.kind) else { return nil }
    switch code {
    case .recordOfShape:
      guard let plan = unsafe slot.pointee.plan, unsafe plan.pointee.call == state.pointee.call
      else { return nil }
      return unsafe kinds.record(ofShape: plan.pointee.shape)
    // The place around it has to say that it may be null.
    case .null: return nil
    case .array, .set, .object, .nullable:
      return unsafe kind(slot.pointee.inner.unsafelyUnwrapped, &kinds, room: room - 1).map {
        kinds.container(code, of: $0)
      }
    case .map:
      guard let key = unsafe kind(slot.pointee.keys.unsafelyUnwrapped, &kinds, room: room - 1),
        let value = unsafe kind(slot.pointee.inner.unsafelyUnwrapped, &kinds, room: room - 1)
      else { return nil }
      return kinds.map(key: key, value: value)
    default: return KindID(code)
    }
  }

  /// The tag of the root and what of its kind follows it; nil if it needs the general way, as leaves do: their tags
  /// tell of the value.
  func rootTag(_ slot: UnsafeMutablePointer<EncodingSlot>) -> [UInt8]? {
    var sink = ByteSink()
    if unsafe slot.pointee.kind == KindCode.recordOfShape {
      unsafe sink.recordTag(ofShape: slot.pointee.plan.unsafelyUnwrapped.pointee.shape)
      return sink.bytes
    }
    var kinds = KindTable()
    guard let kind = unsafe kind(slot, &kinds, room: KindTable.maximumDepth),
      !kinds.code(kind).isLeafKind
    else { return nil }
    sink.kind(kind, kinds, typeNumbers: rowNumbers(for: kind, kinds))
    return sink.bytes
  }
}

extension GrowingArray<ArchivedTypeRow> {
  /// The row of a type, made with those of the superclasses that have to be named if there is none; nil for two
  /// types with one name, and for names that cannot be written.
  fileprivate mutating func row(
    of type: any Any.Type,
    _ known: inout [String.UTF8View.Digest: (row: Int, type: ObjectIdentifier)]
  ) -> Int? {
    let name = TypeName.of(type)
    if let found = known[name.text.utf8.digest] {
      return found.type == ObjectIdentifier(type) ? found.row : nil
    }
    var superclass: Int?
    if let named = name.namedSuperclass(of: type) {
      guard let row = row(of: named, &known) else { return nil }
      superclass = row
    }
    return append(rowOf: type, superclass, &known) ? count - 1 : nil
  }

  /// Appends the row of a type; false if the name is that of another row, or cannot be written.
  fileprivate mutating func append(
    rowOf type: any Any.Type, _ superclass: Int?,
    _ known: inout [String.UTF8View.Digest: (row: Int, type: ObjectIdentifier)]
  ) -> Bool {
    let name = TypeName.of(type)
    guard known[name.text.utf8.digest] == nil, ArchivedTypeRow.isValidName(name.text) else {
      return false
    }
    append(
      ArchivedTypeRow(
        name: name.text, isClass: name.isClass, version: name.version, superclass: superclass))
    known[name.text.utf8.digest] = (count - 1, ObjectIdentifier(type))
    return true
  }
}
