internal import ArchiveFormat

/// The children of a keyed value by key.
///
/// The fields of a record are found by the number of their key: at once if they are asked for in
/// the order in which they stand; else in a table that is made once. The entries of a map are
/// found by their text.
final class FieldIndex {
  /// Whether the keys have numbers, as those of records do.
  let isNumbered: Bool
  private let document: ArchivedDocument
  private let start: Int
  private let end: Int
  private var next: Int
  /// The fields by number, once one of many was not the next.
  private var numbered: [UInt32: Slot]?
  private let count: Int
  /// The fields that a migration made, those included that were encoded as none.
  private var migrated: [MigrationFields.Field]?
  private var texts: [String.UTF8View.Digest: Slot] = [:]
  private var mapKeys: [String] = []
  private let session: DecodingSession

  init(_ decoder: ValueDecoder) throws(ArchiveError) {
    session = decoder.session
    document = session.document
    start = decoder.slot.index + 1
    next = start
    count = decoder.slot.cell.length
    switch decoder.slot.cell.kind {
    case .record, .keyedMap:
      isNumbered = true
      end = Int(truncatingIfNeeded: decoder.slot.cell.payload)
    case .map:
      isNumbered = false
      end = start
      try readMap(decoder)
    default: throw session.mismatch([String: Any].self, decoder.slot)
    }
  }

  /// The fields that a migration made of those that are there.
  init(_ decoder: ValueDecoder, _ fields: [MigrationFields.Field]) {
    session = decoder.session
    document = session.document
    start = decoder.slot.index + 1
    next = start
    end = start
    count = 0
    isNumbered = false
    migrated = fields
    let present = fields.filter { $0.slot.cell.kind != .absent }
    mapKeys = present.map(\.key)
    for field in present { texts[field.key.utf8.digest] = field.slot }
  }

  /// The child of a numbered key that is there, null or not.
  @inline(__always)
  func slot(number: UInt32) -> Slot? {
    if next < end {
      let cell = document.cells[next]
      if cell.key == number {
        let slot = Slot(cell: cell, index: next)
        next = cell.next(after: next)
        return cell.kind == .absent ? nil : slot
      }
    }
    return count <= Self.searchedCount ? search(number) : table[number]
  }

  /// Fields that are looked through one by one: a table of so few takes longer to make.
  private static var searchedCount: Int { 16 }

  private func search(_ number: UInt32) -> Slot? {
    var child = start
    while child < end {
      let cell = document.cells[child]
      if cell.key == number {
        next = cell.next(after: child)
        return cell.kind == .absent ? nil : Slot(cell: cell, index: child)
      }
      child = cell.next(after: child)
    }
    return nil
  }

  /// The number of the key that stands next.
  var nextNumber: UInt32? { next < end ? document.cells[next].key : nil }

  /// The child of a key that is there, null or not.
  func slot(text: String) -> Slot? {
    isNumbered ? slot(number: session.number(ofKey: text)) : texts[text.utf8.digest]
  }

  /// All keys that are there, in order.
  var allKeys: [String] { isNumbered ? Array(presentKeys) : mapKeys }

  /// The same, found one by one.
  var presentKeys: some Sequence<String> {
    let (document, end) = (document, end)
    let numbers = sequence(state: start) { child in
      while child < end {
        let cell = document.cells[child]
        child = cell.next(after: child)
        if cell.kind != .absent { return document.keys[Int(cell.key)] }
      }
      return nil
    }
    return isNumbered ? AnySequence(numbers) : AnySequence(mapKeys)
  }

  private var table: [UInt32: Slot] {
    if let numbered { return numbered }
    var made: [UInt32: Slot] = [:]
    var child = start
    while child < end {
      let cell = document.cells[child]
      if cell.kind != .absent { made[cell.key] = Slot(cell: cell, index: child) }
      child = cell.next(after: child)
    }
    numbered = made
    return made
  }

  // MARK: All fields

  /// All fields, in order, those included that were encoded as none.
  var fields: [MigrationFields.Field] {
    if let migrated { return migrated }
    guard isNumbered else {
      return mapKeys.compactMap { key in
        texts[key.utf8.digest].map { MigrationFields.Field(key: key, slot: $0) }
      }
    }
    var fields: [MigrationFields.Field] = []
    let record = document.cells[start - 1]
    var child = start
    while child < end {
      let cell = document.cells[child]
      fields.append(
        MigrationFields.Field(
          key: document.keys[Int(cell.key)], slot: Slot(cell: cell, index: child),
          isOptional: document.isOptionalCall(cell, number: fields.count, of: record)))
      child = cell.next(after: child)
    }
    return fields
  }

  /// Whether a key is among those of the record, also of a field that was encoded as none. O(fields).
  func hasKey(_ key: String) -> Bool {
    guard isNumbered else { return texts[key.utf8.digest] != nil }
    let number = session.number(ofKey: key)
    var child = start
    while child < end {
      if document.cells[child].key == number { return true }
      child = document.cells[child].next(after: child)
    }
    return false
  }

  private func readMap(_ decoder: ValueDecoder) throws(ArchiveError) {
    let columns = MapColumns(decoder)
    try session.countVisits(columns.keys.remaining, decoder.slot)
    var keySlots = columns.keys
    var valueSlots = columns.values
    while let keySlot = keySlots.next(), let value = valueSlots.next() {
      guard let key = document.keyText(keySlot.cell) else {
        throw session.error(
          .typeMismatch, "the map has keys that are no strings or integers", keySlot)
      }
      // Of keys that are alike the last value counts (rule A2).
      if texts.updateValue(value, forKey: key.utf8.digest) == nil { mapKeys.append(key) }
    }
  }
}

/// The slots of the elements of an array, set or column, in order.
struct ElementSlots: IteratorProtocol {
  private let document: ArchivedDocument
  private var nextCell: Int
  private(set) var remaining: Int
  private var packed: PackedRow?

  init(_ slot: Slot, _ document: ArchivedDocument) {
    self.document = document
    nextCell = slot.index + 1
    remaining = slot.cell.length
    if slot.cell.kind == .packed || slot.cell.kind == .packedSet {
      packed = PackedRow(slot.cell, document.bytes)
    }
  }

  mutating func next() -> Slot? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    if let cell = packed?.next() { return Slot(cell: cell, index: -1) }
    let slot = Slot(cell: document.cells[nextCell], index: nextCell)
    nextCell = slot.cell.next(after: nextCell)
    return slot
  }
}

/// The two columns of a map.
struct MapColumns {
  var keys: ElementSlots
  var values: ElementSlots

  init(_ decoder: ValueDecoder) {
    let session = decoder.session
    let keySlot = session.slot(decoder.slot.index + 1)
    let valueSlot = session.slot(keySlot.cell.next(after: keySlot.index))
    keys = ElementSlots(keySlot, session.document)
    values = ElementSlots(valueSlot, session.document)
  }

  /// Whether a keyed container may have become the map: its first key is text, or an integer that text became; or it is
  /// empty.
  var mayBeKeyed: Bool {
    var keys = keys
    guard let first = keys.next() else { return true }
    return first.cell.kind == .int || first.cell.kind == .string
  }
}
