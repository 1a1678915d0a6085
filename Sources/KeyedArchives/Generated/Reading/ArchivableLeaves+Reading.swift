extension ArchivableFixed {
  /// Reads the bytes of the number.
  @inlinable
  @inline(__always)
  public static func readPayload(from reader: inout ArchiveReader) throws -> Self {
    try reader.takeRaw(Self.self)
  }

  /// Copies the numbers.
  @inlinable
  @inline(__always)
  public static func readRow(
    _ row: inout ArchivedRow<Self>, from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws {
    let stride = MemoryLayout<Self>.stride
    try unsafe reader.takeRow(row.count &* stride, stride: stride, to: row.base)
    row.built = row.count
  }

  /// All their bytes.
  @inlinable
  public static func minimalByteCount(ofRow count: Int) -> Int {
    let (byteCount, overflow) = count.multipliedReportingOverflow(by: MemoryLayout<Self>.stride)
    return overflow ? .max : byteCount
  }

  /// The payload is to be the memory of the number.
  public static func copiedByteCount(at place: ArchivedPlace) -> Int { MemoryLayout<Self>.size }
}

extension ArchivableVarint {
  /// Reads a varint, whose value must be one of the type.
  @inlinable
  @inline(__always)
  public static func readPayload(from reader: inout ArchiveReader) throws -> Self {
    let varint = try reader.takeVarint()
    if isSigned {
      let value = Int64(bitPattern: varint >> 1) ^ (0 &- Int64(bitPattern: varint & 1))
      if bitWidth == 64 { return Self(truncatingIfNeeded: value) }
      guard let exact = Self(exactly: value) else { throw ArchiveReader.unforeseen() }
      return exact
    }
    if bitWidth == 64 { return Self(truncatingIfNeeded: varint) }
    guard let exact = Self(exactly: varint) else { throw ArchiveReader.unforeseen() }
    return exact
  }
}

extension Bool {
  /// Reads a byte, 0 or 1.
  @inlinable
  @inline(__always)
  public static func readPayload(from reader: inout ArchiveReader) throws -> Bool {
    let byte = try reader.takeRaw(UInt8.self)
    guard byte <= 1 else { throw ArchiveReader.unforeseen() }
    return byte == 1
  }

  /// Reads the bits.
  @inlinable
  public static func readRow(
    _ row: inout ArchivedRow<Bool>, from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws {
    let byteCount = minimalByteCount(ofRow: row.count)
    guard byteCount <= reader.remaining else { throw ArchiveReader.unforeseen() }
    let bits = unsafe reader.position
    let used = row.count & 7
    if used != 0 {
      guard unsafe (bits + (byteCount &- 1)).load(as: UInt8.self) >> UInt8(used) == 0 else {
        throw ArchiveReader.unforeseen()
      }
    }
    while row.built < row.count {
      let byte = unsafe (bits + (row.built >> 3)).load(as: UInt8.self)
      let bit = byte >> UInt8(truncatingIfNeeded: row.built & 7) & 1
      unsafe (row.base + row.built).initialize(to: bit == 1)
      row.built &+= 1
    }
    unsafe reader.position += byteCount
  }

  /// Reads a few bits.
  @inlinable
  public static func readFew(
    _ count: Int, to elements: inout [Bool], from reader: inout ArchiveReader,
    at place: ArchivedPlace
  ) throws {
    let byte = try reader.takeRaw(UInt8.self)
    guard count <= 8, Int(byte) >> count == 0 else { throw ArchiveReader.unforeseen() }
    var index = 0
    while index < count {
      elements.append(byte >> UInt8(truncatingIfNeeded: index) & 1 == 1)
      index &+= 1
    }
  }

  /// A bit for each.
  @inlinable
  public static func minimalByteCount(ofRow count: Int) -> Int {
    count / 8 &+ (count % 8 == 0 ? 0 : 1)
  }

  /// The bit.
  @inlinable
  @inline(__always)
  public static func value(ofStateBit bit: Bool) throws -> Bool { bit }
}

extension String {
  /// Reads byte count and bytes, which are well-formed UTF-8.
  @inlinable
  @inline(__always)
  public static func readPayload(from reader: inout ArchiveReader) throws -> String {
    try reader.takeString()
  }
}
