/// The places and records of one schema that generated code reads.
@safe final class ReadingPlans {
  struct Key: Hashable {
    /// −1 for all cases of the type together.
    var shape: Int
    var type: Int
    /// The number of the case whose payload it is.
    var payload = -1
  }

  /// A record's plan.
  @safe struct Found {
    let pointee: UnsafeMutablePointer<ReadingRecord>
    /// Whether it is usable, or will be as far as is known.
    let isUsable: Bool
  }

  private struct PlaceKey: Hashable {
    var slot: Int
    var type: Int
  }

  private var places: [PlaceKey: ArchivedPlace] = [:]
  private var records: [Key: UnsafeMutablePointer<ReadingRecord>] = unsafe [:]
  private var cases: [Int: UnsafeMutablePointer<ReadingCases>] = unsafe [:]
  private var rows: [(base: UnsafeMutablePointer<ReadingPlace>, count: Int)] = unsafe []
  /// Records whose fields are being described, the outermost first.
  private var open: [Key] = []
  /// Of those, how many stand around the innermost collection that is being prepared.
  private var aroundCollection = 0
  /// Records that are described one inside the other at most: what stands deeper is described when it is
  /// reached.
  private static let openLimit = 32
  /// What was described since the outermost was begun: the first of the rows, and the records.
  private var described: (firstRow: Int, keys: [Key]) = (0, [])
  /// Whether anything in the outermost record has to know its path.
  var tracksPath = false

  deinit {
    let known = unsafe Array(records.values)
    for index in unsafe known.indices {
      unsafe known[index].pointee.steps?.deallocate()
      unsafe known[index].deinitialize(count: 1)
      unsafe known[index].deallocate()
    }
    let tables = unsafe Array(cases.values)
    for index in unsafe tables.indices {
      unsafe tables[index].pointee.free()
      unsafe tables[index].deallocate()
    }
    var index = 0
    while unsafe index < rows.count {
      unsafe rows[index].base.deinitialize(count: rows[index].count)
      unsafe rows[index].base.deallocate()
      index += 1
    }
  }

  /// The place of a slot and the type that it is asked for, which is made once: a slot may be asked for
  /// types in turn.
  func place(
    of slot: Ref<FieldSlot>, _ prepare: (ArchivedPlace) -> Void
  ) -> ArchivedPlace {
    let key = PlaceKey(slot: slot.addressBits, type: slot.pointee.type)
    if let known = places[key] { return known }
    let made = unsafe ArchivedPlace(newPlace(slot))
    prepare(made)
    places[key] = made
    return made
  }

  /// Whether another record may be described inside those that are.
  var hasRoom: Bool { open.count < Self.openLimit && (try? StackGuard.check()) != nil }

  /// Prepares what is in a collection.
  func inCollection(_ prepare: () -> Void) {
    let before = aroundCollection
    aroundCollection = open.count
    prepare()
    aroundCollection = before
  }

  func newPlace(_ slot: Ref<FieldSlot>) -> UnsafeMutablePointer<ReadingPlace> {
    unsafe newRow(slot, count: 1)
  }

  private func newRow(
    _ slots: Ref<FieldSlot>, count: Int
  ) -> UnsafeMutablePointer<ReadingPlace> {
    let row = UnsafeMutablePointer<ReadingPlace>.allocate(capacity: max(count, 1))
    for index in 0..<count { unsafe (row + index).initialize(to: ReadingPlace(slots[index])) }
    unsafe rows.append((row, count))
    return unsafe row
  }

  /// A record that is known or being described.
  func find(_ key: Key) -> Found? {
    guard let known = unsafe records[key] else { return nil }
    let index = open.firstIndex(of: key)
    // Only collections count the levels that are open: a record that stands in itself without one is
    // left to the general way.
    if let index, index >= aroundCollection { return unsafe Found(pointee: known, isUsable: false) }
    let isOpen = index != nil
    // What a record of a tree holds is known when the outermost one is.
    if isOpen { unsafe known.pointee.tracksPath = true }
    if !isOpen, unsafe known.pointee.tracksPath { tracksPath = true }
    return unsafe Found(pointee: known, isUsable: isOpen || known.pointee.isUsable)
  }

  func newRecord(
    _ key: Key, _ slots: Ref<FieldSlot>, count: Int, bitCount: Int
  ) -> UnsafeMutablePointer<ReadingRecord> {
    beginOutermost()
    let record = UnsafeMutablePointer<ReadingRecord>.allocate(capacity: 1)
    unsafe record.initialize(
      to: ReadingRecord(
        newRow(slots, count: count), count: count, bitByteCount: (bitCount + 7) / 8))
    unsafe records[key] = unsafe record
    open.append(key)
    described.keys.append(key)
    return unsafe record
  }

  /// Ends a record that was described.
  func finish(_ key: Key) -> Found {
    open.removeLast()
    let record = unsafe records[key].unsafelyUnwrapped
    if unsafe !record.pointee.isUsable { tracksPath = true }
    endOutermost()
    return unsafe Found(pointee: record, isUsable: record.pointee.isUsable)
  }

  private func beginOutermost() {
    guard open.isEmpty else { return }
    tracksPath = false
    described.firstRow = unsafe rows.count
  }

  private func endOutermost() {
    guard open.isEmpty else { return }
    settleLevels()
    if !tracksPath { forgetPaths() }
    described = (0, [])
  }

  // MARK: Cases

  /// The cases of a type that are known or being described.
  func findCases(_ type: Int) -> UnsafeMutablePointer<ReadingCases>? {
    guard let known = unsafe cases[type] else { return nil }
    let isOpen = open.contains(Key(shape: -1, type: type))
    if !isOpen, unsafe known.pointee.tracksPath { tracksPath = true }
    return unsafe known
  }

  /// Begins to describe the cases of a type.
  func newCases(_ type: Int, count: Int) -> UnsafeMutablePointer<ReadingCases> {
    beginOutermost()
    let table = UnsafeMutablePointer<ReadingCases>.allocate(capacity: 1)
    unsafe table.initialize(to: ReadingCases(count: count))
    unsafe cases[type] = unsafe table
    let key = Key(shape: -1, type: type)
    open.append(key)
    described.keys.append(key)
    return unsafe table
  }

  /// Ends the cases that were described. They track their paths if a payload does.
  func finishCases(_ type: Int, _ table: UnsafeMutablePointer<ReadingCases>) {
    open.removeLast()
    unsafe table.pointee.tracksPath = unsafe (0..<table.pointee.count).contains {
      unsafe table.pointee.cases[$0].payload?.pointee.tracksPath ?? false
    }
    endOutermost()
  }

  /// Records of a tree are places in one another before all that is in them is known.
  private func settleLevels() {
    var index = described.firstRow
    while unsafe index < rows.count {
      let row = unsafe rows[index]
      for place in unsafe 0..<row.count {
        if let record = unsafe row.base[place].record {
          unsafe (row.base + place).pointee.levels = unsafe record.pointee.levels
        }
      }
      index += 1
    }
  }

  /// Nothing that was described needs to know its path: recursion alone made it look so.
  private func forgetPaths() {
    for key in described.keys {
      unsafe records[key]?.pointee.tracksPath = false
      if key.shape < 0 { unsafe cases[key.type]?.pointee.tracksPath = false }
    }
    var index = described.firstRow
    while unsafe index < rows.count {
      let row = unsafe rows[index]
      for place in unsafe 0..<row.count { unsafe (row.base + place).pointee.tracksPath = false }
      index += 1
    }
  }
}
