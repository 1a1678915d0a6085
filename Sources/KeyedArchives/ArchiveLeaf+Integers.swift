internal import ArchiveFormat

extension ArchiveCell {
  /// The value of an integer leaf of up to 64 bits, exactly; nil for other kinds and for what is too large.
  func integer<Value: FixedWidthInteger>(_: Value.Type) -> Value? {
    switch kind {
    case .int, .int8: Value(exactly: Int64(bitPattern: payload))
    case .uint, .uint8: Value(exactly: payload)
    default: nil
    }
  }
}

/// Integers over 8 and up to 64 bits with a sign.
protocol SignedArchiveLeaf: ArchiveLeaf, FixedWidthInteger, SignedInteger {}

extension SignedArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    ArchiveCell(.int, payload: UInt64(bitPattern: Int64(self)))
  }

  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Self? {
    cell.integer(Self.self)
  }
  static func converted(_ other: OtherLeaf) -> Self? { other.exact(Self.self) }

  static var packedKind: ArchiveKind? { .int }
  static func pack(_ values: [Self], _ sink: inout ByteSink) {
    for value in values { sink.zigzag(Int64(value)) }
  }
  static func unpack(_ row: PackedRow) -> [Self]? {
    guard row.element == .int else { return nil }
    var values: [Self] = []
    values.reserveCapacity(row.remaining)
    let isWhole = row.forEachVarint { bits in
      guard let value = Self(exactly: Int64(bitPattern: bits >> 1 ^ (0 &- (bits & 1)))) else {
        return false
      }
      values.append(value)
      return true
    }
    return isWhole ? values : nil
  }
}

/// Integers over 8 and up to 64 bits without a sign.
protocol UnsignedArchiveLeaf: ArchiveLeaf, FixedWidthInteger, UnsignedInteger {}

extension UnsignedArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    ArchiveCell(.uint, payload: UInt64(self))
  }

  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Self? {
    cell.integer(Self.self)
  }
  static func converted(_ other: OtherLeaf) -> Self? { other.exact(Self.self) }

  static var packedKind: ArchiveKind? { .uint }
  static func pack(_ values: [Self], _ sink: inout ByteSink) {
    for value in values { sink.varint(UInt64(value)) }
  }
  static func unpack(_ row: PackedRow) -> [Self]? {
    guard row.element == .uint else { return nil }
    var values: [Self] = []
    values.reserveCapacity(row.remaining)
    let isWhole = row.forEachVarint { bits in
      guard let value = Self(exactly: bits) else { return false }
      values.append(value)
      return true
    }
    return isWhole ? values : nil
  }
}

extension Int: SignedArchiveLeaf {}
extension Int16: SignedArchiveLeaf {}
extension Int32: SignedArchiveLeaf {}
extension Int64: SignedArchiveLeaf {}
extension UInt: UnsignedArchiveLeaf {}
extension UInt16: UnsignedArchiveLeaf {}
extension UInt32: UnsignedArchiveLeaf {}
extension UInt64: UnsignedArchiveLeaf {}

extension Int8: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    ArchiveCell(.int8, payload: UInt64(bitPattern: Int64(self)))
  }
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Int8? {
    cell.integer(Int8.self)
  }
  static func converted(_ other: OtherLeaf) -> Int8? { other.exact(Int8.self) }
  static var packedKind: ArchiveKind? { .int8 }
  static func pack(_ values: [Int8], _ sink: inout ByteSink) {
    sink.fixedRow(values)
  }
  static func unpack(_ row: PackedRow) -> [Int8]? {
    row.element == .int8 ? row.fixedElements(as: Int8.self) : nil
  }
}

extension UInt8: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    ArchiveCell(.uint8, payload: UInt64(self))
  }
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> UInt8? {
    cell.integer(UInt8.self)
  }
  static func converted(_ other: OtherLeaf) -> UInt8? { other.exact(UInt8.self) }
  static var packedKind: ArchiveKind? { .uint8 }
  static func pack(_ values: [UInt8], _ sink: inout ByteSink) {
    sink.fixedRow(values)
  }
  static func unpack(_ row: PackedRow) -> [UInt8]? {
    row.element == .uint8 ? row.fixedElements(as: UInt8.self) : nil
  }
}

extension Int128: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    var sink = ByteSink()
    sink.fixed(UInt128(truncatingIfNeeded: self))
    return ArchiveCell(.int128, bytes: sink.bytes, &tape)
  }
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> Int128? {
    cell.kind == .int128 ? Int128(truncatingIfNeeded: document.word128(cell)) : nil
  }
  static func converted(_ other: OtherLeaf) -> Int128? { other.exact(Int128.self) }
}

extension UInt128: ArchiveLeaf {
  func cell(_ tape: inout ArchiveTape) -> ArchiveCell {
    var sink = ByteSink()
    sink.fixed(self)
    return ArchiveCell(.uint128, bytes: sink.bytes, &tape)
  }
  static func value(_ cell: ArchiveCell, _ document: ArchivedDocument) -> UInt128? {
    cell.kind == .uint128 ? document.word128(cell) : nil
  }
  static func converted(_ other: OtherLeaf) -> UInt128? { other.exact(UInt128.self) }
}
