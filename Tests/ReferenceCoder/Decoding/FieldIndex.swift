internal import struct ArchiveFormat.ArchiveError

/// The children of a keyed value by the text of their keys.
///
/// A child that is asked for in the order in which the children stand is found at once, another child in a table that
/// is made once.
final class FieldIndex {
  private let session: DecodingSession
  private let document: ArchivedDocument
  /// A Boolean value indicating whether the keyed value is a record, whose keys are numbers of the key table, and not a
  /// map.
  private let isNumbered: Bool
  private let start: Int
  private let end: Int
  private var next: Int
  private var numbered: [UInt32: Slot]?
  private var texts: [Digest: Slot] = [:]
  private var mapKeys: [String] = []

  init(_ decoder: ValueDecoder) throws(ArchiveError) {
    session = decoder.session
    document = session.document
    start = decoder.slot.index + 1
    next = start
    switch decoder.slot.cell.kind {
    case .record:
      isNumbered = true
      end = Int(truncatingIfNeeded: decoder.slot.cell.payload)
    case .map:
      isNumbered = false
      end = start
      try readMap(decoder)
    default: throw session.mismatch([String: Any].self, decoder.slot)
    }
  }

  /// The child of a key that is there, null or not.
  func slot(text: String) -> Slot? {
    guard isNumbered else { return texts[text.digest] }
    if next < end {
      let cell = document.cells[next]
      if document.definitions.keys[Int(cell.key)].hasSameBytes(as: text) {
        let slot = Slot(cell: cell, index: next)
        next = cell.next(after: next)
        return cell.kind == .absent ? nil : slot
      }
    }
    return table[session.number(ofKey: text)]
  }

  /// All keys that are there, in order.
  var allKeys: [String] {
    guard isNumbered else { return mapKeys }
    return present.map { document.definitions.keys[Int($0.cell.key)] }
  }

  private var present: [Slot] {
    var slots: [Slot] = []
    var child = start
    while child < end {
      let cell = document.cells[child]
      if cell.kind != .absent { slots.append(Slot(cell: cell, index: child)) }
      child = cell.next(after: child)
    }
    return slots
  }

  private var table: [UInt32: Slot] {
    if let numbered { return numbered }
    let made = Dictionary(present.map { ($0.cell.key, $0) }) { _, last in last }
    numbered = made
    return made
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
      // The last value counts among those of keys that are alike (rule A2).
      if texts.updateValue(value, forKey: key.digest) == nil { mapKeys.append(key) }
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

  /// A Boolean value indicating whether a keyed container may have become the map. The map is then empty, or its first
  /// key is text, or an integer that text became.
  var mayBeKeyed: Bool {
    var keys = keys
    guard let first = keys.next() else { return true }
    return first.cell.kind == .int || first.cell.kind == .string
  }
}
