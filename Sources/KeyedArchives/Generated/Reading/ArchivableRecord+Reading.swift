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
    guard let record = unsafe place.record,
      unsafe record.pointee.isStraight && !record.pointee.awaitsCoding
    else { return try readSlowly(from: &reader, at: place) }
    unsafe reader.charge(record)
    return try unsafe Self(from: &reader, at: ArchivedPlaces(record))
  }

  /// Reads records in a row.
  @inlinable
  public static func readRow(
    _ row: inout ArchivedRow<Self>, from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws {
    guard let record = unsafe place.record, unsafe record.pointee.isStraight else {
      while row.built < row.count {
        try reader.reachElement(row.built, at: place)
        unsafe (row.base + row.built).initialize(to: try readSlowly(from: &reader, at: place))
        row.built &+= 1
      }
      return
    }
    if unsafe record.pointee.awaitsCoding, row.built < row.count {
      try reader.reachElement()
      unsafe (row.base + row.built).initialize(to: try readSlowly(from: &reader, at: place))
      row.built &+= 1
    }
    let places = unsafe ArchivedPlaces(record)
    let count = row.count
    var built = row.built
    var target = unsafe row.base + built
    if unsafe record.pointee.copiedByteCount > 0 {
      unsafe reader.chargeCopies(record, times: count &- built)
      let stride = MemoryLayout<Self>.stride
      try unsafe reader.takeRow((count &- built) &* stride, stride: stride, to: target)
      row.built = count
      return
    }
    unsafe reader.charge(record, times: count &- built)
    var local = reader
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
    if let record = unsafe place.record, unsafe record.pointee.isStraight {
      if unsafe record.pointee.awaitsCoding, left > 0 {
        try reader.reachElement()
        elements.append(try readSlowly(from: &reader, at: place))
        left &-= 1
      }
      unsafe reader.charge(record, times: left)
      let places = unsafe ArchivedPlaces(record)
      while left > 0 {
        try reader.reachElement()
        elements.append(try Self(from: &reader, at: places))
        left &-= 1
      }
      return
    }
    while left > 0 {
      try reader.reachElement(count &- left, at: place)
      elements.append(try readSlowly(from: &reader, at: place))
      left &-= 1
    }
  }

  /// Reads a record that has to know its coding path, that has other fields, has them in another order, or is the first of its plan.
  @inlinable
  @inline(never)
  static func readSlowly(
    from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws -> Self {
    guard let record = unsafe place.record else { return try reader.decode(Self.self, at: place) }
    let value: Self
    if unsafe record.pointee.tracksPath {
      let entered = unsafe try reader.enter(record, at: place)
      value = try unsafe read(record, from: &reader)
      reader.leave(entered)
    } else {
      unsafe reader.charge(record)
      value = try unsafe read(record, from: &reader)
    }
    if unsafe record.pointee.awaitsCoding { try reader.confirm(value, at: place) }
    return value
  }

  @inlinable
  @inline(__always)
  static func read(
    _ record: UnsafePointer<ReadingRecord>, from reader: inout ArchiveReader
  ) throws -> Self {
    guard unsafe record.pointee.steps != nil else {
      return try unsafe Self(from: &reader, at: ArchivedPlaces(record))
    }
    return try unsafe Self(from: &reader, inOrderOf: ArchivedFieldOrder(record))
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
