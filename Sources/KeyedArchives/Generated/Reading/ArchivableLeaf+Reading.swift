extension ArchivableLeaf {
  /// Notes that the place is read if it has the kind of the type.
  public static func prepare(_ place: ArchivedPlace, with planner: ArchivedPlanner) {
    unsafe place.pointee.pointee.isGenerated =
      place.code == leafKind.code && OwnCoding.confirms(Self.self)
    unsafe place.pointee.pointee.isLeaf = true
  }

  /// Reads the payload.
  @inlinable
  @inline(__always)
  public static func read(
    from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws -> Self {
    try readPayload(from: &reader)
  }

  /// Reads the payloads one after the other.
  @inlinable
  public static func readRow(
    _ row: inout ArchivedRow<Self>, from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws {
    var local = reader
    var built = 0
    defer { row.built = built }
    while built < row.count {
      try local.reachElement()
      unsafe (row.base + built).initialize(to: try readPayload(from: &local))
      built &+= 1
    }
    reader = local
  }

  /// None has a state bit.
  @inlinable
  public static func value(ofStateBit bit: Bool) throws -> Self { throw ArchiveReader.unforeseen() }
}

// MARK: Raw values

extension ArchivableLeaf where Self: RawRepresentable, RawValue: ArchivableLeaf {
  /// Reads a raw value, which has to be that of a value.
  @inlinable
  @inline(__always)
  public static func readPayload(from reader: inout ArchiveReader) throws -> Self {
    guard let value = Self(rawValue: try RawValue.readPayload(from: &reader)) else {
      throw ArchiveReader.unforeseen()
    }
    return value
  }

  /// Reads raw values one after the other.
  @inlinable
  public static func readRow(
    _ row: inout ArchivedRow<Self>, from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws {
    if isStateBit {
      let raw: [RawValue] = try reader.takeElements(row.count, at: place)
      while row.built < row.count {
        guard let value = Self(rawValue: raw[row.built]) else { throw ArchiveReader.unforeseen() }
        unsafe (row.base + row.built).initialize(to: value)
        row.built &+= 1
      }
      return
    }
    while row.built < row.count {
      try reader.reachElement()
      unsafe (row.base + row.built).initialize(to: try readPayload(from: &reader))
      row.built &+= 1
    }
  }

  /// Reads a few raw values.
  @inlinable
  public static func readFew(
    _ count: Int, to elements: inout [Self], from reader: inout ArchiveReader,
    at place: ArchivedPlace
  ) throws {
    var raw: [RawValue] = []
    raw.reserveCapacity(count)
    try RawValue.readFew(count, to: &raw, from: &reader, at: place)
    for index in raw.indices {
      guard let value = Self(rawValue: raw[index]) else { throw ArchiveReader.unforeseen() }
      elements.append(value)
    }
  }

  /// The bytes of the raw values.
  @inlinable
  public static func minimalByteCount(ofRow count: Int) -> Int {
    RawValue.minimalByteCount(ofRow: count)
  }

  /// The value with the bit as its raw value.
  @inlinable
  @inline(__always)
  public static func value(ofStateBit bit: Bool) throws -> Self {
    guard let value = Self(rawValue: try RawValue.value(ofStateBit: bit)) else {
      throw ArchiveReader.unforeseen()
    }
    return value
  }
}
