internal import ArchiveFormat

/// Passes over values, with the checks that reading them makes, and notes where the objects in them stand.
struct DirectSkipper {
  private let state: Ref<DirectState>
  private let schema: DirectSchema
  /// True if objects, and edges to some, are not foreseen.
  private let refusesObjects: Bool

  init(_ state: Ref<DirectState>, refusesObjects: Bool = false) {
    self.state = state
    self.refusesObjects = refusesObjects
    schema = state.pointee.engine.schema
  }

  /// Passes over a value of a kind at the cursor; false, with the cursor anywhere, for what is not
  /// foreseen.
  func skip(_ kind: KindID) -> Bool {
    let node = schema.node(kind)
    switch node.code {
    case .int, .uint: return state.pointee.cursor.varint() != nil
    case .bool: return Bool.read(state) != nil
    case .string: return state.pointee.cursor.passText()
    case .data:
      return state.pointee.cursor.byteCount().map { state.pointee.cursor.skip($0) } ?? false
    case .url:
      guard let count = state.pointee.cursor.varint(), URLParts.counts.contains(count) else {
        return false
      }
      return (0..<count).allSatisfy { _ in state.pointee.cursor.string() != nil }
    case .decimal: return state.pointee.cursor.decimal() != nil
    case .recordOfShape:
      return record(Int(node.number), state.pointee.cursor.mark)
    case .record:
      let start = state.pointee.cursor.mark
      guard let shape = state.pointee.cursor.varint(), shape < UInt64(schema.shapeCount) else {
        return false
      }
      return record(Int(truncatingIfNeeded: shape), start)
    case .array, .set:
      guard let head = state.pointee.cursor.varint() else { return false }
      return head & 1 == 0 ? elements(head >> 1, node.first) : runs(head >> 1)
    case .map: return map(node)
    case .any: return tagged()
    case .object: return object(kind, node.first)
    case .strongBackReference, .conditionalReference:
      return !refusesObjects
        && state.edgeTarget(isStrong: node.code == .strongBackReference) != nil
    case .typed:
      let start = state.pointee.cursor.mark
      guard goDeeper(1), skip(node.first) else { return false }
      comeBack(from: start)
      return true
    default:
      return node.code.fixedByteCount.map { state.pointee.cursor.skip($0) } ?? false
    }
  }

  /// Counts the values of a container and goes into it; false if that is too much.
  private func goDeeper(_ valueCount: Int) -> Bool {
    guard state.chargeColumn(valueCount), state.pointee.zeroWidthCount >= 0 else { return false }
    state.pointee.depth &+= 1
    return state.pointee.depth & 15 != 0 || (try? StackGuard.check()) != nil
  }

  /// Leaves a container that began at a mark.
  private func comeBack(from start: RawCursor.Mark) {
    state.pointee.depth &-= 1
    if state.pointee.cursor.mark == start { state.pointee.zeroWidthCount &-= 1 }
  }

  // MARK: Records

  private func record(_ shape: Int, _ start: RawCursor.Mark) -> Bool {
    let passed = schema.passedFields(shape)
    let bits = state.pointee.cursor.mark
    guard goDeeper(passed.fields.count),
      state.pointee.cursor.bitRow(
        byteCount: passed.bitByteCount, paddingMask: passed.paddingMask)
    else { return false }
    for field in passed.fields {
      guard let holdsPayload = field.holdsPayload(bits) else { return false }
      if holdsPayload { guard skip(field) else { return false } }
    }
    comeBack(from: start)
    return true
  }

  /// Passes over the payload of a field.
  @inline(__always)
  private func skip(_ field: PassedFields.Field) -> Bool {
    switch field.code {
    case KindCode.int, KindCode.uint: return state.pointee.cursor.varint() != nil
    case KindCode.string: return state.pointee.cursor.passText()
    case KindCode.float64, KindCode.date: return state.pointee.cursor.skip(8)
    // The state bits tell of a null.
    case KindCode.any where state.pointee.cursor.nextByte == KindCode.null: return false
    default: return skip(field.kind)
    }
  }

  private func bitRow(_ bitCount: Int) -> Bool {
    state.pointee.cursor.bitRow(
      byteCount: bitCount / 8 + (bitCount % 8 == 0 ? 0 : 1),
      paddingMask: bitCount % 8 == 0 ? 0 : ~0 << UInt8(truncatingIfNeeded: bitCount % 8))
  }

  // MARK: Collections

  private func elements(_ count: UInt64, _ kind: KindID) -> Bool {
    guard count <= UInt64(Int.max >> 4) else { return false }
    let count = Int(truncatingIfNeeded: count)
    let code = schema.node(kind).code
    if code.isPackable { return row(count, code) }
    guard goDeeper(count), count == 0 || run(count, kind) else { return false }
    state.pointee.depth &-= 1
    return true
  }

  /// Elements in runs, each of a kind of its own.
  private func runs(_ count: UInt64) -> Bool {
    guard count > 0, count <= UInt64(Int.max >> 4),
      goDeeper(Int(truncatingIfNeeded: count))
    else { return false }
    var left = Int(truncatingIfNeeded: count)
    while left > 0 {
      guard schema.hasRoom, let kind = state.pointee.engine.runSlot()?.pointee.kind,
        let head = state.pointee.cursor.varint(), head < UInt64(left)
      else { return false }
      let runCount = head == 0 ? left : Int(truncatingIfNeeded: head)
      guard run(runCount, kind) else { return false }
      left -= runCount
    }
    state.pointee.depth &-= 1
    return true
  }

  /// The elements of a run, which were counted.
  private func run(_ count: Int, _ kind: KindID) -> Bool {
    var (left, kind) = (count, kind)
    guard schema.node(kind).code != .undetermined else { return false }
    if schema.node(kind).code == .nullable {
      guard let nulls = state.pointee.cursor.bitRow(bitCount: count) else { return false }
      left = nulls.bitCount(of: count)
      kind = schema.node(kind).first
    }
    if kind == KindID(.bool) { return bitRow(left) }
    if kind == KindID(.any) {
      for _ in 0..<left { guard tagged() else { return false } }
      return true
    }
    for _ in 0..<left { guard skip(kind) else { return false } }
    return true
  }

  /// A value behind its tag. Objects that a tag tells are left to cells.
  private func tagged() -> Bool {
    let start = state.pointee.cursor.mark
    guard let tag = state.pointee.cursor.nextByte else { return false }
    switch tag {
    case KindCode.smallIntTag..<KindCode.shortStringTag, KindCode.bool, KindCode.true:
      return state.pointee.cursor.skip(1)
    case KindCode.shortStringTag..<KindCode.shortRecordTag:
      return state.pointee.cursor.skip(1)
        && state.pointee.cursor.passText(Int(tag - KindCode.shortStringTag))
    case KindCode.float64: return state.pointee.cursor.skip(9)
    default: break
    }
    if !KindCode.isLeaf(tag) {
      if let shape = schema.taggedValueShape(state) { return record(shape, start) }
      return state.taggedSlot().map { skip($0.pointee.kind) } ?? false
    }
    _ = state.pointee.cursor.skip(1)
    let payload = state.pointee.cursor.mark
    if state.taggedLeaf(tag) != nil { return true }
    guard tag > KindCode.string, tag <= KindCode.url, let kind = ArchiveKind(rawValue: tag) else {
      return false
    }
    state.pointee.cursor.mark = payload
    return skip(KindID(kind))
  }

  private func row(_ count: Int, _ code: ArchiveKind) -> Bool {
    switch code {
    case .bool: return bitRow(count)
    case .int, .uint:
      guard count <= state.pointee.cursor.remaining else { return false }
      for _ in 0..<count { guard state.pointee.cursor.varint() != nil else { return false } }
      return true
    default: return state.pointee.cursor.skip(count * (code.fixedByteCount ?? 1))
    }
  }

  private func map(_ node: KindNode) -> Bool {
    guard let head = state.pointee.cursor.varint(), head & 1 == 0, goDeeper(2) else { return false }
    for (kind, isIrregular) in [(node.first, false), (node.second, head & 2 != 0)] {
      let start = state.pointee.cursor.mark
      guard isIrregular ? runs(head >> 2) : elements(head >> 2, kind) else { return false }
      if state.pointee.cursor.mark == start { state.pointee.zeroWidthCount &-= 1 }
    }
    state.pointee.depth &-= 1
    return true
  }

  // MARK: Objects

  private func object(_ kind: KindID, _ regular: KindID) -> Bool {
    let start = state.pointee.cursor.mark
    guard !refusesObjects, let head = state.pointee.cursor.varint() else { return false }
    if head >= 3 { return state.pointee.objects.target(head - 3, from: start) != nil }
    let found =
      head == 2
      ? state.mentionedNumber(at: start) : state.pointee.objects.number(at: start)
    guard let number = found else { return false }
    if let end = state.pointee.objects.places.end(number) {
      state.pointee.cursor.mark = end
      return true
    }
    let depth = state.pointee.depth
    // A label that a tag tells is left to cells.
    let bodyKind = head == 0 ? regular : KindID.any
    guard bodyKind != .any || state.pointee.cursor.nextByte != KindCode.typed,
      let body = schema.bodyKind(bodyKind, state), goDeeper(1)
    else { return false }
    let inner = state.pointee.cursor.mark
    if body.isLabelled { guard goDeeper(1) else { return false } }
    guard skip(body.kind) else { return false }
    if body.isLabelled { comeBack(from: inner) }
    state.pointee.depth &-= 1
    state.pointee.objects.end(
      number, at: state.pointee.cursor.mark, row: body.row, kind, depth: depth)
    return true
  }
}
