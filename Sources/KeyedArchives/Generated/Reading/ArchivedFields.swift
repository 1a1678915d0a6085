internal import ArchiveFormat

/// The fields of a record's shape beside those that a type describes.
@safe
struct ArchivedFields {
  private let planner: ArchivedPlanner
  private let record: UnsafeMutablePointer<ReadingRecord>
  /// The keys of the shape.
  private let keys: [String]
  private var index = 0
  private var bitCount = 0
  /// Whether the fields so far are those of the shape.
  private var isUsable = true
  /// Bytes of the fields so far if they stand in memory as they are read, else -1.
  private var copied = 0

  init(
    _ planner: ArchivedPlanner, _ record: UnsafeMutablePointer<ReadingRecord>, _ keys: [String]
  ) {
    self.planner = planner
    unsafe self.record = unsafe record
    self.keys = keys
  }

  /// Adds a leaf.
  mutating func add<Value: ArchivableLeaf>(
    leaf type: Value.Type, _ key: String, isOptional: Bool, offset: Int?
  ) {
    guard let place = next(key, isOptional) else { return }
    let before = copied
    copied = -1
    if place.code == KindCode.undetermined, isOptional { return forbidLastBit() }
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
    if place.code == KindCode.undetermined, isOptional { return forbidLastBit() }
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
    guard let inner = unsafe place.record, unsafe inner.pointee.minimalByteCount > 0 else {
      return isUsable = false
    }
    adopt(place, false)
    unsafe record.pointee.minimalByteCount += inner.pointee.minimalByteCount
  }

  /// Adds any other value.
  mutating func add(other key: String, isOptional: Bool) {
    guard let place = next(key, isOptional) else { return }
    copied = -1
    if place.code == KindCode.undetermined, isOptional { return forbidLastBit() }
    // A bool that the state bits hold is no payload that could be read alone.
    let slot = unsafe place.pointee.pointee.slot
    if slot.pointee.isStateBit { return isUsable = false }
    planner.track(place)
    adopt(place, isOptional)
  }

  /// The place of the next field; nil if the shape has another one there.
  private mutating func next(_ key: String, _ isOptional: Bool) -> ArchivedPlace? {
    guard isUsable, index < keys.count, keys[index].hasSameBytes(as: key) else {
      isUsable = false
      return nil
    }
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
  private func forbidLastBit() {
    if bitCount <= ArchiveStateBits.limit {
      unsafe record.pointee.forbiddenBits |= 1 << UInt64(bitCount - 1)
    }
  }

  /// The records are read by `init(from:)`.
  mutating func leave() { isUsable = false }

  /// All fields were added: the record is usable if they are those of the shape.
  func finish(stride: Int, bitCount shapeBitCount: Int) {
    guard isWhole(shapeBitCount) else { return }
    unsafe record.pointee.copiedFieldCount += record.pointee.fieldCount
    settle()
    // Records without bytes are counted one by one where the general way reads them.
    guard unsafe record.pointee.minimalByteCount > 0 else { return }
    if bitCount == 0, copied == stride, 1.littleEndian == 1 {
      unsafe record.pointee.copiedByteCount = stride
    }
    unsafe record.pointee.isUsable = true
  }

  /// All fields of a payload or of an object were added: it is usable if they are those of the shape. One
  /// without fields has no bytes, others have some.
  func finish(withoutCopies shapeBitCount: Int) {
    guard isWhole(shapeBitCount) else { return }
    settle()
    unsafe record.pointee.isUsable = unsafe record.pointee.minimalByteCount > 0 || keys.isEmpty
  }

  private func isWhole(_ shapeBitCount: Int) -> Bool {
    isUsable && index == keys.count && bitCount == shapeBitCount
      && bitCount <= ArchiveStateBits.limit
  }

  private func settle() {
    let bitByteCount = unsafe record.pointee.bitByteCount
    unsafe record.pointee.minimalByteCount += bitByteCount
    let used = bitCount == 64 ? UInt64.max : (1 << UInt64(bitCount)) - 1
    let there = bitByteCount == 8 ? UInt64.max : (1 << UInt64(bitByteCount * 8)) - 1
    unsafe record.pointee.forbiddenBits |= there & ~used
  }
}
