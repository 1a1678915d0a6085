extension ArchivedValue {
  /// How many fields, elements or entries there are; 0 for what is no collection.
  ///
  /// Of a record it counts all fields of its shape, also the absent ones.
  public var count: Int {
    switch cell.kind {
    case .record, .array, .set, .packed, .packedSet, .map, .keyedMap: cell.length
    default: 0
    }
  }

  /// The elements of an array or set, in order. O(1) to make and O(1) each.
  public var elements: Elements { Elements(self) }

  /// The fields of a record, in the order of its shape; absent ones have the kind `.absent`.
  public var fields: [(key: String, value: ArchivedValue)] {
    cell.kind == .record || cell.kind == .keyedMap ? keyedChildren : []
  }

  /// The entries of a map, in order.
  public var entries: [(key: ArchivedValue, value: ArchivedValue)] {
    entries(atMost: .max)
  }

  /// The keys and the values of a map, each in order; nil for a map whose keys are the document's, and for what is no map.
  package var columns: (keys: Elements, values: Elements)? {
    guard cell.kind == .map else { return nil }
    let keys = ArchivedValue(document, at: index + 1)
    let values = ArchivedValue(document, at: keys.cell.next(after: index + 1))
    return (keys.elements, values.elements)
  }

  /// The value of the entry of a map at a position, from 0, or nil past the end. O(position).
  package func entryValue(at position: Int) -> ArchivedValue? {
    guard (0..<count).contains(position) else { return nil }
    guard var values = columns?.values else { return entries(atMost: position + 1).last?.value }
    values.skip(position)
    return values.next()
  }

  /// The first entries of a map, in order. A few bytes can hold very many.
  package func entries(atMost count: Int) -> [(key: ArchivedValue, value: ArchivedValue)] {
    if let columns {
      return zip(columns.keys.prefix(count), columns.values.prefix(count)).map { ($0, $1) }
    }
    switch cell.kind {
    case .keyedMap:
      return keyedChildren.prefix(count).map { (.text($0.key), $0.value) }
    default: return []
    }
  }

  /// The value of a key: of a record, or of a map whose keys are strings or integers. O(fields).
  ///
  /// Absent fields and missing keys are nil.
  public subscript(key: String) -> ArchivedValue? {
    let digest = key.utf8.digest
    if var (keys, values) = columns {
      while let key = keys.next(), let value = values.next() {
        if document.keyText(key.cell)?.utf8.digest == digest { return value }
      }
      return nil
    }
    return keyedChildren.last { $0.key.utf8.digest == digest && $0.value.kind != .absent }?.value
  }

  /// The element at a position, from 0, or nil past the end. O(position); O(1) in a row of bools or numbers of one width.
  public subscript(position: Int) -> ArchivedValue? {
    guard (0..<count).contains(position) else { return nil }
    var elements = elements
    elements.skip(position)
    return elements.next()
  }

  private var keyedChildren: [(key: String, value: ArchivedValue)] {
    var children: [(key: String, value: ArchivedValue)] = []
    guard cell.kind == .record || cell.kind == .keyedMap else { return children }
    var child = index + 1
    while child < Int(truncatingIfNeeded: cell.payload) {
      let value = ArchivedValue(document, at: child)
      children.append((document.keys[Int(value.cell.key)], value))
      child = value.cell.next(after: child)
    }
    return children
  }

  /// A string value of its own, for a key that is none of the document's values.
  private static func text(_ text: String) -> ArchivedValue {
    var builder = ArchivedValueBuilder()
    builder.string(text)
    return builder.finish()
  }

  /// The elements of an array or set.
  public struct Elements: Sequence, IteratorProtocol, Sendable {
    private let document: ArchivedDocument
    private var nextCell: Int
    private var remaining: Int
    private var packed: PackedRow?

    init(_ value: ArchivedValue) {
      document = value.document
      nextCell = value.index + 1
      switch value.cell.kind {
      case .packed, .packedSet:
        packed = PackedRow(value.cell, value.document.bytes)
        remaining = value.cell.length
      case .array, .set: remaining = value.cell.length
      default: remaining = 0
      }
    }

    /// True if they stand in one packed row, and so are all of one kind.
    package var arePacked: Bool { packed != nil }

    /// Passes over so many elements, or all that are left.
    mutating func skip(_ count: Int) {
      guard packed != nil else {
        for _ in 0..<Swift.min(count, remaining) { _ = next() }
        return
      }
      packed?.skip(count)
      remaining = packed?.remaining ?? 0
    }

    /// The next element.
    public mutating func next() -> ArchivedValue? {
      guard remaining > 0 else { return nil }
      remaining -= 1
      if let cell = packed?.next() { return ArchivedValue(document, packed: cell) }
      let value = ArchivedValue(document, at: nextCell)
      nextCell = value.cell.next(after: nextCell)
      return value
    }
  }
}
