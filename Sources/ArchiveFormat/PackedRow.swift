/// The elements of a packed row, one by one, as leaf cells.
///
/// Fixed-width elements are reached in O(1), varints one after the other.
package struct PackedRow: Sequence, IteratorProtocol, Sendable {
  package let bytes: [UInt8]
  package let element: ArchiveKind
  package private(set) var remaining: Int
  private var position: Int
  private var bit = 0

  package init(_ cell: ArchiveCell, _ bytes: [UInt8]) {
    self.bytes = bytes
    element = ArchiveKind(rawValue: UInt8(truncatingIfNeeded: cell.detail)) ?? .undetermined
    remaining = cell.length
    position = cell.offset
  }

  /// The elements as numbers of their own width; nil if they are of another width.
  package func fixedElements<Value: BitwiseCopyable>(as _: Value.Type) -> [Value]? {
    let stride = MemoryLayout<Value>.size
    guard element.fixedByteCount == stride, position + remaining * stride <= bytes.count else {
      return nil
    }
    // Who fills the array that all empty ones share writes to what other threads read.
    guard remaining > 0 else { return [] }
    return unsafe [Value](unsafeUninitializedCapacity: remaining) { target, count in
      let source = bytes[position..<position + remaining * stride]
      unsafe UnsafeMutableRawBufferPointer(target).copyBytes(from: source)
      #if !_endian(little)
        for index in 0..<remaining {
          let start = unsafe UnsafeMutableRawBufferPointer(target)
          unsafe start[index * stride..<(index + 1) * stride].reverse()
        }
      #endif
      count = remaining
    }
  }

  /// Calls `body` with every varint of a row of ints or uints; true if that is what it is.
  package func forEachVarint(_ body: (UInt64) -> Bool) -> Bool {
    guard element == .int || element == .uint else { return false }
    var cursor = ByteCursor(bytes, from: position)
    for _ in 0..<remaining {
      guard let value = try? cursor.varint(), body(value) else { return false }
    }
    return true
  }

  /// Passes over so many elements, or all that are left: O(1), but O(elements) for varints.
  package mutating func skip(_ count: Int) {
    let count = Swift.min(count, remaining)
    if element == .bool {
      position += (bit + count) / 8
      bit = (bit + count) % 8
    } else if let stride = element.fixedByteCount {
      position += count * stride
    } else {
      for _ in 0..<count { _ = next() }
      return
    }
    remaining -= count
  }

  /// The next element. The row was checked when it was read, so nothing can fail.
  package mutating func next() -> ArchiveCell? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    var cursor = ByteCursor(bytes, from: position)
    defer { position = cursor.position }
    return try? cursor.leaf(element, bit: &bit)
  }
}

extension ByteCursor {
  /// A packed element; bits of a bool row are taken one by one from the byte at the cursor.
  fileprivate mutating func leaf(
    _ kind: ArchiveKind, bit: inout Int
  ) throws(ArchiveError) -> ArchiveCell {
    guard kind == .bool else { return try leaf(kind) }
    var cell = ArchiveCell(.bool)
    cell.offset = position
    cell.payload = self.bit(bit, from: position) ? 1 : 0
    bit += 1
    if bit == 8 {
      bit = 0
      position += 1
    }
    return cell
  }

  /// A leaf value of a kind: checks every rule that concerns it.
  mutating func leaf(_ kind: ArchiveKind) throws(ArchiveError) -> ArchiveCell {
    var cell = ArchiveCell(.null)
    cell.offset = position
    switch kind {
    case .bool:
      cell.kind = .bool
      let value = try byte()
      guard value <= 1 else {
        throw ArchiveError(.malformed, "\(value) is no bool", byteOffset: cell.offset)
      }
      cell.payload = UInt64(value)
    case .int: (cell.kind, cell.payload) = (.int, UInt64(bitPattern: try zigzag()))
    case .uint: (cell.kind, cell.payload) = (.uint, try varint())
    case .int8:
      (cell.kind, cell.payload) = (.int8, UInt64(bitPattern: Int64(Int8(bitPattern: try byte()))))
    case .uint8: (cell.kind, cell.payload) = (.uint8, UInt64(try byte()))
    case .float32: (cell.kind, cell.payload) = (.float32, UInt64(try fixed(UInt32.self)))
    case .float64: (cell.kind, cell.payload) = (.float64, try fixed(UInt64.self))
    case .date: (cell.kind, cell.payload) = (.date, try fixed(UInt64.self))
    case .int128: setRange(&cell, .int128, try range(ofByteCount: 16))
    case .uint128: setRange(&cell, .uint128, try range(ofByteCount: 16))
    case .uuid: setRange(&cell, .uuid, try range(ofByteCount: 16))
    case .string: setRange(&cell, .string, try stringRange())
    case .data: setRange(&cell, .data, try range(ofByteCount: count()))
    case .decimal: setRange(&cell, .decimal, try DecimalParts.range(&self))
    case .numberText:
      let range = try stringRange()
      guard NumberGrammar.matches(bytes[range]) else {
        throw ArchiveError(
          .malformed, "a number text is no number", byteOffset: range.lowerBound)
      }
      guard DecimalDigits(bytes[range]).parts == nil else {
        throw ArchiveError(
          .malformed, "a number text is a number that a decimal holds",
          byteOffset: range.lowerBound)
      }
      setRange(&cell, .numberText, range)
    case .url: setRange(&cell, .url, try urlRange())
    default:
      throw ArchiveError(.malformed, "\(kind) is no leaf", byteOffset: position)
    }
    return cell
  }

  private func setRange(_ cell: inout ArchiveCell, _ kind: CellKind, _ range: Range<Int>) {
    cell.kind = kind
    cell.payload = UInt64(truncatingIfNeeded: range.lowerBound)
    cell.length = range.count
  }

  private mutating func urlRange() throws(ArchiveError) -> Range<Int> {
    let start = position
    let partCount = try count()
    guard URLParts.counts.contains(UInt64(partCount)) else {
      throw ArchiveError(.malformed, "a URL has \(partCount) parts", byteOffset: start)
    }
    for _ in 0..<partCount { _ = try stringRange() }
    return start..<position
  }
}
