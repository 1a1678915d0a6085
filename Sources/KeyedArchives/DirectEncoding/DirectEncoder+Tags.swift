internal import ArchiveFormat

/// Elements that have a tag each, where their kinds differ (Spec, section 6).
extension DirectEncoder {
  /// Notes the kind of the element that was begun last.
  func note(_ kind: UInt8, in row: UnsafeMutablePointer<ElementRow>) {
    if kind == KindCode.null { return }
    let kind = kind == KindCode.recordOfShape ? KindCode.record : kind
    if unsafe row.pointee.firstKind == KindCode.undetermined {
      unsafe row.pointee.firstKind = kind
    } else if unsafe row.pointee.firstKind != kind,
      unsafe row.pointee.count <= ElementRow.startCount
    {
      unsafe row.pointee.isMixed = true
    }
  }

  /// Writes a string with its tag.
  @inline(never)
  func putTagged(_ value: String) {
    let start = unsafe state.pointee.count
    let isShort = value.utf8.count < KindCode.shortFormLimit
    if !isShort { unsafe state.pointee.put(KindCode.string) }
    unsafe value.put(state)
    if isShort {
      let first = unsafe state.pointee.base + start
      unsafe first.storeBytes(
        of: KindCode.shortStringTag + first.load(as: UInt8.self) >> 1, as: UInt8.self)
    }
  }

  /// Puts the tag before the element that was written last, at a place of its own.
  ///
  /// - Parameters:
  ///   - start: Where the element begins.
  ///   - tag: The tag that was begun there; nil if no bytes were left free for one.
  func putTag(
    _ row: UnsafeMutablePointer<ElementRow>, _ slot: UnsafeMutablePointer<EncodingSlot>,
    _ start: Int, _ tag: OpenTag?
  ) throws {
    let kind = unsafe SlotKind(slot).kind
    unsafe note(kind, in: row)
    if unsafe kind == KindCode.null || row.pointee.count > ElementRow.startCount {
      unsafe try noteLate(row, kind)
    }
    if unsafe state.pointee.lastCut > start { unsafe try settleBlocks(in: row, from: start) }
    unsafe try putTag(slot, start, tag)
  }

  /// Leaves bytes free for the tag of the value that comes next.
  func beginTag(at slot: UnsafeMutablePointer<EncodingSlot>) -> OpenTag {
    let number = unsafe variables.pointee.tagCount
    unsafe variables.pointee.tagCount += 1
    let known =
      unsafe variables.pointee.tagByteCounts.isEmpty
      ? nil : variables.pointee.tagByteCounts[number]
    let tag = unsafe OpenTag(number: number, room: known ?? Int(slot.pointee.tagByteCount))
    unsafe state.pointee.putZeros(tag.room)
    return tag
  }

  /// Puts the tag before a value that was written at a place of its own.
  ///
  /// - Parameters:
  ///   - start: Where the value begins.
  ///   - openTag: The tag that was begun there; nil if no bytes were left free for one.
  func putTag(
    _ slot: UnsafeMutablePointer<EncodingSlot>, _ start: Int, _ openTag: OpenTag?
  ) throws {
    let room = openTag?.room ?? 0
    let own = unsafe SlotKind(slot)
    let kind = unsafe own.kind
    if !KindCode.isLeaf(kind) {
      unsafe state.pointee.namesShapes = true
      if unsafe holdsRecords(slot) { unsafe state.pointee.recordRowCount += 1 }
    }
    let first = unsafe (state.pointee.base + start + room).load(as: UInt8.self)
    // A tag that tells of the value stands for the first byte of the payload, too.
    let short = Self.tag(of: kind, first)
    let end = start + room + (short == nil ? 0 : 1)
    if let tag = unsafe short ?? shortTag(own), end == start + 1 {
      unsafe slot.pointee.tagByteCount = UInt8(truncatingIfNeeded: room)
      unsafe (state.pointee.base + start).storeBytes(of: tag, as: UInt8.self)
      return
    }
    let tag = unsafe try short.map { [$0] } ?? self.tag(own)
    let byteCount = tag.count - (short == nil ? 0 : 1)
    unsafe slot.pointee.tagByteCount = UInt8(truncatingIfNeeded: byteCount)
    if let openTag, byteCount != room { unsafe noteTag(openTag, at: start, byteCount) }
    replace(start..<end, with: tag, holdsRows: !KindCode.isLeaf(kind))
  }

  /// Notes the bytes of a tag, if a block began in its value, or would have.
  func noteTag(_ tag: OpenTag, at start: Int, _ byteCount: Int) {
    if unsafe state.pointee.lastCut > start || state.pointee.count >= state.pointee.nextCut {
      unsafe variables.pointee.tagByteCounts[tag.number] = byteCount
    }
  }

  /// The tag of records of one of the first shapes.
  private func shortTag(_ own: SlotKind) -> UInt8? {
    guard let plan = unsafe own.plan, unsafe plan.pointee.shape < KindCode.shortFormLimit else {
      return nil
    }
    return unsafe KindCode.shortRecordTag + UInt8(truncatingIfNeeded: plan.pointee.shape)
  }

  /// The tag that tells of the value, for a payload that begins with some byte, which it stands for; nil if there is none.
  static func tag(of kind: UInt8, _ first: UInt8) -> UInt8? {
    switch kind {
    case KindCode.bool: first == 0 ? KindCode.bool : KindCode.true
    // A varint of one byte, and an even one: no negative number.
    case KindCode.int where first & 3 == 1: KindCode.smallIntTag + first >> 2
    case KindCode.string where first & 0x81 == 1: KindCode.shortStringTag + first >> 1
    case KindCode.record where first & 0x81 == 1: KindCode.shortRecordTag + first >> 1
    default: nil
    }
  }

  /// The first byte of the payload that a tag stands for; nil for other tags. The other direction of ``tag(of:_:)``.
  static func firstByte(of kind: UInt8, tag: UInt8) -> UInt8? {
    switch kind {
    case KindCode.bool where tag == KindCode.true: 1
    case KindCode.bool where tag == KindCode.bool: 0
    case KindCode.int where tag & 0xC0 == KindCode.smallIntTag: (tag & 0x3F) << 2 | 1
    case KindCode.string where tag & 0xC0 == KindCode.shortStringTag: (tag & 0x3F) << 1 | 1
    default: nil
    }
  }

  /// The tag of values of a kind, with all that belongs to it.
  func tag(_ own: SlotKind) throws -> [UInt8] {
    var sink = ByteSink()
    if let plan = unsafe own.plan {
      unsafe sink.recordTag(ofShape: plan.pointee.shape)
    } else if unsafe KindCode.isLeaf(own.kind) || own.kind == KindCode.record {
      // The number of a record's shape stands before its body already.
      unsafe sink.byte(own.kind)
    } else if let simple = unsafe simpleTag(own) {
      return simple
    } else {
      var kinds = KindTable()
      guard let kind = unsafe kind(own, &kinds) else { throw unsafe state.pointee.deviate() }
      sink.kind(kind, kinds, typeNumbers: rowNumbers(for: kind, kinds))
    }
    return sink.bytes
  }

  /// The tag of arrays and maps of leaves, or of elements with tags, which needs no table of kinds.
  private func simpleTag(_ own: SlotKind) -> [UInt8]? {
    if let elements = unsafe own.elements {
      return unsafe simpleCode(elements).map { [KindCode.array, $0] }
    }
    guard unsafe own.kind == KindCode.map, unsafe own.holder.pointee.kind == own.kind,
      let keys = unsafe own.holder.pointee.keys.flatMap({ unsafe simpleCode($0) }),
      let values = unsafe own.holder.pointee.inner.flatMap({ unsafe simpleCode($0) })
    else { return nil }
    return [KindCode.map, keys, values]
  }

  /// The kind of a place that is one code.
  private func simpleCode(_ place: UnsafeMutablePointer<EncodingSlot>) -> UInt8? {
    guard unsafe place.pointee.call == state.pointee.call else { return KindCode.undetermined }
    let kind = unsafe place.pointee.kind
    return kind != KindCode.null && KindCode.isLeaf(kind) ? kind : nil
  }

  private func kind(_ own: SlotKind, _ kinds: inout KindTable) -> KindID? {
    if let elements = unsafe own.elements {
      return unsafe kind(elements, &kinds, room: KindTable.maximumDepth - 1).map {
        kinds.container(.array, of: $0)
      }
    }
    // Another element may have been written at the place since.
    guard unsafe own.holder.pointee.kind == own.kind else { return nil }
    return unsafe kind(own.holder, &kinds, room: KindTable.maximumDepth)
  }

  /// Gives the first elements of a row tags, which were written without.
  ///
  /// - Parameters:
  ///   - count: The number of elements that get tags. What follows them moves.
  ///   - kind: The kind of the element that follows; nil if none does.
  /// - Returns: Where what follows begins.
  func addTags(
    _ row: UnsafeMutablePointer<ElementRow>, to count: Int, before kind: UInt8? = nil
  ) throws -> Int {
    let state = unsafe state
    let own = unsafe row.pointee.kind == EncodingSlot.delegated ? row.pointee.ownKind : nil
    let old = unsafe own?.kind ?? row.pointee.kind
    let body = unsafe row.pointee.body
    // Records of several shapes make rows of their own. Of other containers only the first is sure to have the kind of the row.
    let isSimple = KindCode.isLeaf(old) || Self.isRecord(old)
    let isSameCode = kind == old || Self.isRecord(old) && kind.map(Self.isRecord) == true
    // Containers at the place that has the kind of the row may say less than that. Records of several shapes stand elsewhere than they began.
    guard unsafe row.pointee.runCount == 1, unsafe !row.pointee.hasBits,
      unsafe row.pointee.slot?.pointee.holdsAnyRecord != true,
      unsafe count < ElementRow.startCount, unsafe row.pointee.lateNumber == nil, !isSameCode,
      unsafe isSimple || count == 1 && row.pointee.slot != shared(row)
    else { throw unsafe state.pointee.deviate() }
    if !KindCode.isLeaf(old) { unsafe state.pointee.namesShapes = true }
    var tag = [old]
    if let own = unsafe own { tag = unsafe try self.tag(own) }
    let end = unsafe state.pointee.count
    let bytes = unsafe Array(
      UnsafeRawBufferPointer(start: state.pointee.base + body, count: end - body))
    let last = unsafe kind == nil ? end : row.pointee.starts[count]
    unsafe state.pointee.position = unsafe state.pointee.base + body
    for index in 0..<count {
      if old == KindCode.bool {
        unsafe state.pointee.put(
          bytes[index / 8] >> UInt8(index & 7) & 1 == 0 ? KindCode.bool : KindCode.true)
        continue
      }
      let next = unsafe index + 1 < count ? row.pointee.starts[index + 1] : last
      let payload = unsafe bytes[row.pointee.starts[index] - body..<next - body]
      if let first = payload.first, let tag = Self.tag(of: old, first) {
        unsafe state.pointee.put(tag)
        put(payload.dropFirst())
      } else {
        put(tag[...])
        put(payload)
      }
    }
    let moved = unsafe state.pointee.count
    put(bytes[(last - body)...])
    // A block would have begun inside.
    guard unsafe state.pointee.count < state.pointee.nextCut else {
      throw unsafe state.pointee.deviate()
    }
    unsafe row.pointee.kind = KindCode.any
    unsafe row.pointee.isMixed = kind != nil && kind != KindCode.null && count > 0
    if count > 0 {
      unsafe row.pointee.firstKind = old == KindCode.recordOfShape ? KindCode.record : old
    }
    return moved
  }

  /// Writes bytes.
  func put(_ bytes: ArraySlice<UInt8>) {
    unsafe bytes.withUnsafeBytes {
      guard let start = $0.baseAddress else { return }
      unsafe state.pointee.putBytes(start, bytes.count)
      unsafe state.pointee.reserve(0)
    }
  }

  /// Says what the places inside of an element are to the blocks that begin there, before they are others'.
  func settleBlocks(
    in row: UnsafeMutablePointer<ElementRow>, from start: Int
  ) throws {
    guard let number = unsafe row.pointee.lateNumber else { throw unsafe state.pointee.deviate() }
    let outer = unsafe lateRows[number]
    unsafe try settleBlocks(from: start, after: outer.ordinal, recordDepth: outer.recordDepth) {
      unsafe areSettled($0, in: number)
    }
  }

  /// Says what the places inside of a value of a field are to the blocks that begin there, before they are others'.
  ///
  /// - Parameter ordinal: The number of rows that were begun before the value.
  func settleBlocks(
    inFieldOf frame: UnsafeMutablePointer<EncodingFrame>, from start: Int, ordinal: Int
  ) throws {
    let depth = unsafe recordDepth(of: frame)
    unsafe try settleBlocks(from: start, after: ordinal - 1, recordDepth: depth) {
      unsafe areSettled($0, inRecords: depth)
    }
  }

  func settleBlocks(
    from start: Int, after ordinal: Int, recordDepth: Int,
    areSettled: ([BlockSnapshot.Container]) -> Bool
  ) throws {
    // The places of rows in records inside are those of the fields of all such records.
    for index in unsafe lateRows.indices
    where unsafe lateRows[index].ordinal > ordinal && lateRows[index].kind == nil
      && lateRows[index].recordDepth == recordDepth
    {
      guard
        let kind = unsafe kind(
          lateRows[index].place, &stateKinds, room: KindTable.maximumDepth)
      else { throw unsafe state.pointee.deviate() }
      unsafe lateRows[index].kind = kind
    }
    for index in unsafe snapshots.indices.reversed() {
      guard unsafe snapshots[index].position >= position(ofOffset: start) else { return }
      guard let containers = unsafe snapshots[index].containers else { continue }
      // The kind of other rows inside would be asked for at the end.
      guard unsafe areSettled(containers) else { throw unsafe state.pointee.deviate() }
    }
  }

  /// True if no container inside of a field of the innermost of some records is a row whose kind its place tells at the end.
  private func areSettled(_ containers: [BlockSnapshot.Container], inRecords depth: Int) -> Bool {
    var count = 0
    for index in unsafe containers.indices {
      switch unsafe containers[index] {
      case .record:
        if count == depth { return true }
        count += 1
      case .elements: if count == depth { return false }
      default: break
      }
    }
    return true
  }

  /// True if no container inside of a row is a row whose kind its place tells at the end.
  private func areSettled(_ containers: [BlockSnapshot.Container], in number: Int) -> Bool {
    var isInside = false
    for index in unsafe containers.indices {
      switch unsafe containers[index] {
      case .lateElements(number, _, _): isInside = true
      case .elements: if isInside { return false }
      case .record: if isInside { return true }
      default: break
      }
    }
    return true
  }
}
