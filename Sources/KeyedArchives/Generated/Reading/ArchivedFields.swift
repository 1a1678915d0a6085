internal import ArchiveFormat

/// The fields of a record's shape beside those that a type describes.
@safe
struct ArchivedFields {
  private let planner: ArchivedPlanner
  private let record: UnsafeMutablePointer<ReadingRecord>
  /// The keys of the shape.
  private let keys: [String]
  /// The fields that were described so far.
  private var count = 0
  /// The field of the shape behind the last one that was described.
  private var index = 0
  /// By field of the shape: the number of the field that was described.
  private var numbers: [Int16]
  private var bitCount = 0
  /// False once a field keeps generated code from reading the records.
  private var isUsable = true
  /// True while the fields are those of the shape, in its order.
  private var isStraight = true
  /// True if the type can read its fields in another order.
  private var readsAnyOrder = false
  /// Bytes of the fields so far if they stand in memory as they are read, else -1.
  private var copied = 0

  init(
    _ planner: ArchivedPlanner, _ record: UnsafeMutablePointer<ReadingRecord>, _ keys: [String]
  ) {
    self.planner = planner
    unsafe self.record = unsafe record
    self.keys = keys
    numbers = Array(repeating: -1, count: keys.count)
  }

  /// The type can read its fields in another order, more of them, and fewer.
  mutating func allowAnyOrder() { readsAnyOrder = true }

  /// Other orders are left to `init(from:)`.
  mutating func forbidAnyOrder() { readsAnyOrder = false }

  /// Adds a leaf.
  mutating func add<Value: ArchivableLeaf>(
    leaf type: Value.Type, _ key: String, isOptional: Bool, offset: Int?
  ) {
    guard let place = next(key, isOptional) else { return }
    let before = copied
    copied = -1
    if place.code == KindCode.undetermined, isOptional { return forbidBit(of: place) }
    guard place.code == type.leafKind.code, OwnCoding.confirms(type) else {
      return isUsable = false
    }
    unsafe place.pointee.pointee.isGenerated = true
    if isOptional { return }
    if type.isStateBit { return bitCount += 1 }
    unsafe record.pointee.minimalByteCount += 1
    note(type.copiedByteCount(at: place), MemoryLayout<Value>.stride, offset, before)
  }

  /// Adds a record or a collection.
  mutating func add<Value: ArchivableValue>(
    value type: Value.Type, _ key: String, isOptional: Bool, offset: Int?
  ) {
    guard let place = next(key, isOptional) else { return }
    let before = copied
    copied = -1
    if place.code == KindCode.undetermined, isOptional { return forbidBit(of: place) }
    planner.prepare(type, place)
    adopt(place, isOptional)
    if unsafe place.pointee.pointee.isVoid { return isUsable = false }
    if isOptional || !place.isGenerated { return }
    unsafe record.pointee.minimalByteCount += type.minimalByteCount(at: place)
    if let inner = unsafe place.record {
      unsafe record.pointee.copiedFieldCount += inner.pointee.copiedFieldCount
      unsafe record.pointee.copiedRecordCount += inner.pointee.copiedRecordCount
    }
    note(type.copiedByteCount(at: place), MemoryLayout<Value>.stride, offset, before)
  }

  /// Adds the fields of a superclass.
  mutating func add(recordOf superclass: any ArchivableObject.Type, _ key: String) {
    guard let place = next(key, false) else { return }
    copied = -1
    planner.prepareSuperclass(superclass, place)
    // Records without bytes are counted one by one where the general way reads them.
    guard let inner = unsafe place.record, unsafe inner.pointee.minimalByteCount > 0,
      unsafe inner.pointee.steps == nil
    else { return isUsable = false }
    adopt(place, false)
    unsafe record.pointee.minimalByteCount += inner.pointee.minimalByteCount
  }

  /// Adds any other value.
  mutating func add(other key: String, isOptional: Bool) {
    guard let place = next(key, isOptional) else { return }
    copied = -1
    if place.code == KindCode.undetermined, isOptional { return forbidBit(of: place) }
    // A bool that the state bits hold is no payload that could be read alone.
    let slot = unsafe place.pointee.pointee.slot
    if slot.isStateBit { return isUsable = false }
    planner.track(place)
    adopt(place, isOptional)
  }

  /// The place of the next field; nil if the shape has none.
  private mutating func next(_ key: String, _ isOptional: Bool) -> ArchivedPlace? {
    let number = count
    count += 1
    if isUsable, index >= keys.count || !keys[index].hasSameBytes(as: key) {
      isStraight = false
      isUsable = readsAnyOrder
      index = keys.firstIndex { $0.hasSameBytes(as: key) } ?? keys.count
    }
    guard isUsable, index < keys.count else { return nil }
    numbers[index] = Int16(truncatingIfNeeded: number)
    let place = unsafe ArchivedPlace(record.pointee.fields + index)
    index += 1
    let mode: FieldMode = isOptional ? .optional : .required
    guard unsafe place.pointee.pointee.slot.pointee.mode == mode.rawValue else {
      isUsable = false
      return nil
    }
    if isOptional { bitCount += 1 }
    return place
  }

  private func adopt(_ place: ArchivedPlace, _ isOptional: Bool) {
    unsafe record.pointee.levels = unsafe max(record.pointee.levels, place.levels + 1)
    if place.tracksPath { unsafe record.pointee.tracksPath = true }
  }

  private mutating func note(_ byteCount: Int, _ stride: Int, _ offset: Int?, _ before: Int) {
    if byteCount > 0, byteCount == stride, offset == before { copied = before + byteCount }
  }

  /// A field without a kind has no value.
  private func forbidBit(of place: ArchivedPlace) {
    unsafe record.pointee.forbiddenBits |=
      1 << UInt64(place.pointee.pointee.slot.pointee.firstBit.index)
  }

  /// The records are read by `init(from:)`.
  mutating func leave() { isUsable = false }

  /// All fields were added: the record is usable if they can be read where the shape has them.
  func finish(stride: Int, bitCount: Int) {
    guard isReadable(bitCount) else { return }
    unsafe record.pointee.copiedFieldCount += record.pointee.fieldCount
    settle(bitCount)
    // Records without bytes are counted one by one where the general way reads them.
    guard unsafe record.pointee.minimalByteCount > 0 else { return }
    if bitCount == 0, isWhole(bitCount), copied == stride, 1.littleEndian == 1 {
      unsafe record.pointee.copiedByteCount = stride
    }
    unsafe record.pointee.isUsable = true
  }

  /// All fields of a payload or of an object were added: it is usable if they can be read where the shape has them. One
  /// without fields has no bytes, others have some.
  func finish(withoutCopies bitCount: Int) {
    guard isReadable(bitCount) else { return }
    settle(bitCount)
    unsafe record.pointee.isUsable = unsafe record.pointee.minimalByteCount > 0 || keys.isEmpty
  }

  /// Returns whether the fields are those of the shape, in its order.
  private func isWhole(_ bitCount: Int) -> Bool {
    isStraight && index == keys.count && self.bitCount == bitCount
  }

  private func isReadable(_ bitCount: Int) -> Bool {
    guard isUsable, bitCount <= ArchiveStateBits.limit else { return false }
    if isWhole(bitCount) { return true }
    guard readsAnyOrder else { return false }
    // A bool that may be absent or null and has a bit is left to the general way.
    return keys.indices.allSatisfy {
      let slot = unsafe record.pointee.fields[$0].slot
      return numbers[$0] >= 0 || !slot.isStateBit || slot.pointee.mode == 0
    }
  }

  /// Tells what else is known of a record that generated code reads.
  private func settle(_ bitCount: Int) {
    if !isWhole(bitCount) { unsafe record.pointee.steps = unsafe makeSteps() }
    let bitByteCount = unsafe record.pointee.bitByteCount
    unsafe record.pointee.minimalByteCount += bitByteCount
    let used = bitCount == 64 ? UInt64.max : (1 << UInt64(bitCount)) - 1
    let there = bitByteCount == 8 ? UInt64.max : (1 << UInt64(bitByteCount * 8)) - 1
    unsafe record.pointee.forbiddenBits |= there & ~used
  }

  private func makeSteps() -> UnsafeMutablePointer<ReadingStep> {
    let steps = UnsafeMutablePointer<ReadingStep>.allocate(capacity: max(keys.count, 1))
    for index in keys.indices {
      let slot = unsafe record.pointee.fields[index].slot
      unsafe (steps + index).initialize(
        to: ReadingStep(
          index: numbers[index], mode: FieldMode(rawValue: slot.pointee.mode),
          isStateBit: slot.isStateBit))
    }
    return unsafe steps
  }
}
