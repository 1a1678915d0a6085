internal import ArchiveFormat

/// The fields of a record type, as it describes them.
@safe
public struct ArchiveFields {
  private let planner: ArchivePlanner?
  /// Whether they are those of a record with a type.
  private let haveType: Bool
  /// The fields of a shape that is read; nil if records are to be written.
  var reading: ArchivedFields?
  var slots: [EncodingSlot] = unsafe []
  var keys: [String] = []
  /// Fields that are told apart by a byte.
  private static let limit = 250

  private var seen: Set<String.UTF8View.Digest> = []
  /// False if the fields cannot be written by generated code.
  private(set) var isUsable = true
  private(set) var bitCount = 0
  /// Containers that are open in one that is always there, this record included.
  private(set) var levels = 1
  /// Whether elements may stand in any of them.
  private(set) var holdElements = false
  /// The fields that were described; nil if they are to be written or read.
  private(set) var described: [DescribedField]?
  /// Compares the fields with calls of the type's `encode(to:)`; nil if they are to be written or read.
  private let comparison: CodingComparison?
  /// True if the type has an `init(from:)` of its own.
  private(set) var isLeftToDecoder = false
  /// Bytes of the fields so far if they stand in memory as they are written, else -1.
  private var copied = 0

  init(_ planner: ArchivePlanner, haveType: Bool) {
    self.planner = planner
    self.haveType = haveType
    comparison = nil
  }

  /// Takes no more than the keys and which fields may be absent.
  init() {
    planner = nil
    haveType = false
    comparison = nil
  }

  init(described: [DescribedField]) {
    planner = nil
    haveType = false
    comparison = nil
    self.described = described
  }

  init(reading: ArchivedFields) {
    planner = nil
    haveType = false
    comparison = nil
    self.reading = reading
  }

  init(comparing comparison: CodingComparison) {
    planner = nil
    haveType = false
    self.comparison = comparison
  }

  /// The bytes of a record if its memory is its body, else 0.
  func copiedByteCount(stride: Int) -> Int { copied == stride && 1.littleEndian == 1 ? copied : 0 }

  /// Adds a leaf that is always there.
  public mutating func add<Root, Value: ArchivableLeaf>(
    _ key: String, _ path: KeyPath<Root, Value>
  ) {
    if describe(key, path) { return }
    add(leaf: Value.self, key, isOptional: false, offset: MemoryLayout<Root>.offset(of: path))
  }

  /// Adds a leaf that may be absent.
  public mutating func add<Root, Value: ArchivableLeaf>(
    _ key: String, _ path: KeyPath<Root, Value?>
  ) {
    if describe(key, optional: path) { return }
    add(leaf: Value.self, key, isOptional: true, offset: nil)
  }

  /// Adds a record, a collection or an enumeration that is always there.
  public mutating func add<Root, Value: ArchivableValue>(
    _ key: String, _ path: KeyPath<Root, Value>
  ) {
    if describe(key, path) { return }
    add(value: Value.self, key, isOptional: false, offset: MemoryLayout<Root>.offset(of: path))
  }

  /// Adds a record, a collection or an enumeration that may be absent.
  public mutating func add<Root, Value: ArchivableValue>(
    _ key: String, _ path: KeyPath<Root, Value?>
  ) {
    if describe(key, optional: path) { return }
    add(value: Value.self, key, isOptional: true, offset: nil)
  }

  /// Adds any other value that is always there.
  public mutating func add<Root, Value: Encodable>(_ key: String, _ path: KeyPath<Root, Value>) {
    if describe(key, path) { return }
    add(other: key, isOptional: false)
  }

  /// Adds any other value that may be absent.
  public mutating func add<Root, Value: Encodable>(_ key: String, _ path: KeyPath<Root, Value?>) {
    if describe(key, optional: path) { return }
    add(other: key, isOptional: true)
  }

  /// True if the field is not to be written or read.
  private mutating func describe<Root, Value: Encodable>(
    _ key: String, _ path: KeyPath<Root, Value>
  ) -> Bool {
    comparison?.compare(key, path)
    described?.append(DescribedField(key: key, type: Value.self, isOptional: false))
    return comparison != nil || described != nil
  }

  private mutating func describe<Root, Value: Encodable>(
    _ key: String, optional path: KeyPath<Root, Value?>
  ) -> Bool {
    comparison?.compare(key, optional: path)
    described?.append(DescribedField(key: key, type: Value.self, isOptional: true))
    return comparison != nil || described != nil
  }

  /// True if the value of a payload is compared, and not to be written or read.
  func compare<Value: Encodable>(_ key: String, _ type: Value.Type, isOptional: Bool) -> Bool {
    comparison?.compare(key, type, isOptional: isOptional)
    return comparison != nil
  }

  mutating func add<Value: ArchivableLeaf>(
    leaf type: Value.Type, _ key: String, isOptional: Bool, offset: Int?
  ) {
    if reading != nil {
      reading?.add(leaf: type, key, isOptional: isOptional, offset: offset)
      return
    }
    append(key, code: UInt16(type.leafKind.code) << 8 | flag(isOptional), type, offset)
    if type.isStateBit, !isOptional { countBit() }
  }

  mutating func add<Value: ArchivableValue>(
    value type: Value.Type, _ key: String, isOptional: Bool, offset: Int?
  ) {
    if reading != nil {
      reading?.add(value: type, key, isOptional: isOptional, offset: offset)
      return
    }
    unsafe append(key, code: EncodingSlot.genericCode | flag(isOptional), type, offset)
  }

  mutating func add(other key: String, isOptional: Bool) {
    if reading != nil {
      reading?.add(other: key, isOptional: isOptional)
      return
    }
    holdElements = true
    unsafe append(key, code: EncodingSlot.genericCode | flag(isOptional))
  }

  mutating func add(recordOf superclass: any ArchivableObject.Type, _ key: String) {
    if let comparison { return comparison.compare(superclass: superclass) }
    if described != nil {
      isUsable = false
      return
    }
    if reading != nil {
      reading?.add(recordOf: superclass, key)
      return
    }
    unsafe append(key, code: EncodingSlot.genericCode)
    guard let planner else { return }
    let isPayload = unsafe haveType && slots.count == 1
    let plan = unsafe planner.plan(ofSuperclass: superclass, isPayload: isPayload)
    unsafe withUnsafeMutablePointer(to: &slots[slots.count - 1]) {
      unsafe ArchivePlace($0).prepare(superclass, record: plan)
    }
    levels = unsafe max(levels, plan.pointee.levels + 1)
    if unsafe plan.pointee.holdsElements { holdElements = true }
    if unsafe !plan.pointee.isGenerated { isUsable = false }
  }

  /// Says that records with these fields are not for generated code.
  mutating func forbid() {
    isUsable = false
    reading?.leave()
  }

  private func flag(_ isOptional: Bool) -> UInt16 {
    unsafe isOptional ? EncodingSlot.optionalFlag : 0
  }

  private mutating func append<Value: ArchivableValue>(
    _ key: String, code: UInt16, _ type: Value.Type, _ offset: Int?
  ) {
    let isNext = offset == copied
    let before = copied
    append(key, code: code)
    let foreignCount = planner?.encoder.foreignLeafCount
    let (levels, byteCount, holds) = unsafe withUnsafeMutablePointer(to: &slots[slots.count - 1]) {
      let place = unsafe ArchivePlace($0)
      if let planner { Value.prepare(place, with: planner) }
      return (
        Value.levels(at: place), Value.copiedByteCount(at: place), Value.holdsElements(at: place)
      )
    }
    if foreignCount != planner?.encoder.foreignLeafCount { isUsable = false }
    if holds || !isUsable { holdElements = true }
    self.levels = max(self.levels, levels + 1)
    if isNext, byteCount > 0, byteCount == MemoryLayout<Value>.stride {
      copied = before + byteCount
    }
  }

  private mutating func append(_ key: String, code: UInt16) {
    var slot = unsafe EncodingSlot()
    unsafe slot.signature = code | UInt16(truncatingIfNeeded: slots.count & 0xFF)
    unsafe slot.bit = UInt32(truncatingIfNeeded: bitCount)
    if unsafe slot.isOptional { countBit() }
    unsafe slots.append(slot)
    keys.append(key)
    copied = -1
    if unsafe !seen.insert(key.utf8.digest).inserted || slots.count > Self.limit {
      isUsable = false
    }
  }

  /// Says that the type has an `init(from:)` of its own, which reads its records in any case.
  public mutating func leaveReadingToDecoder() {
    reading?.leave()
    isLeftToDecoder = true
  }

  /// Says that the type has ``ArchivableRecord/init(from:inOrderOf:)``, or ``ArchivableObject/readObject(from:inOrderOf:)``; before the first field.
  public mutating func readInAnyOrder() { reading?.allowAnyOrder() }

  private mutating func countBit() {
    bitCount += 1
    if bitCount > ArchiveStateBits.limit { isUsable = false }
  }
}
