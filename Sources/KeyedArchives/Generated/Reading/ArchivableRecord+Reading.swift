extension ArchivableRecord {
  /// Notes that records of this type are read at the place.
  public static func prepare(_ place: ArchivedPlace, with planner: ArchivedPlanner) {
    planner.prepareRecord(Self.self, place)
  }

  /// Reads the record.
  @inlinable
  @inline(__always)
  public static func read(
    from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws -> Self {
    guard let record = unsafe place.record, unsafe !record.pointee.tracksPath else {
      return try readSlowly(from: &reader, at: place)
    }
    unsafe reader.charge(record)
    return try unsafe Self(from: &reader, at: ArchivedPlaces(record))
  }

  /// Reads records in a row.
  @inlinable
  public static func readRow(
    _ row: inout ArchivedRow<Self>, from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws {
    guard let record = unsafe place.record, unsafe !record.pointee.tracksPath else {
      while row.built < row.count {
        reader.noteIndex(row.built)
        unsafe (row.base + row.built).initialize(to: try readSlowly(from: &reader, at: place))
        row.built &+= 1
      }
      return
    }
    let places = unsafe ArchivedPlaces(record)
    if unsafe record.pointee.copiedByteCount > 0 {
      unsafe reader.chargeCopies(record, times: row.count)
      let stride = MemoryLayout<Self>.stride
      try unsafe reader.takeRow(row.count &* stride, stride: stride, to: row.base)
      row.built = row.count
      return
    }
    unsafe reader.charge(record, times: row.count)
    var local = reader
    let count = row.count
    var target = unsafe row.base
    var built = 0
    defer { row.built = built }
    while built < count {
      try local.reachElement()
      unsafe target.initialize(to: try Self(from: &local, at: places))
      unsafe target += 1
      built &+= 1
    }
    reader = local
  }

  /// Reads a few records.
  @inlinable
  public static func readFew(
    _ count: Int, to elements: inout [Self], from reader: inout ArchiveReader,
    at place: ArchivedPlace
  ) throws {
    var left = count
    if let record = unsafe place.record, unsafe !record.pointee.tracksPath {
      unsafe reader.charge(record, times: count)
      let places = unsafe ArchivedPlaces(record)
      while left > 0 {
        try reader.reachElement()
        elements.append(try Self(from: &reader, at: places))
        left &-= 1
      }
      return
    }
    while left > 0 {
      reader.noteIndex(count &- left)
      elements.append(try readSlowly(from: &reader, at: place))
      left &-= 1
    }
  }

  /// Reads a record that has to know its coding path, or that has other fields.
  @inlinable
  @inline(never)
  static func readSlowly(
    from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws -> Self {
    guard let record = unsafe place.record else { return try reader.decode(Self.self, at: place) }
    let entered = unsafe try reader.enter(record, at: place)
    let value = try unsafe Self(from: &reader, at: ArchivedPlaces(record))
    reader.leave(entered)
    return value
  }

  /// What stands in the record's fields at least.
  public static func minimalByteCount(at place: ArchivedPlace) -> Int {
    unsafe place.record?.pointee.minimalByteCount ?? 0
  }

  /// The bytes of a record whose memory is to be its body.
  public static func copiedByteCount(at place: ArchivedPlace) -> Int {
    unsafe place.record?.pointee.copiedByteCount ?? 0
  }

  /// The type of a stored property, for code that knows no more than its name. The property is not read.
  @inlinable
  @inline(__always)
  public static func typeOfField<Value>(_ field: (Self) -> Value) -> Value.Type { Value.self }
}
