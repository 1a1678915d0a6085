extension ArchivableCases {
  /// Notes that cases of this type are read at the place.
  public static func prepare(_ place: ArchivedPlace, with planner: ArchivedPlanner) {
    planner.prepareCases(Self.self, place)
  }

  /// Reads the value.
  @inlinable
  public static func read(
    from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws -> Self {
    guard let cases = unsafe place.pointee.pointee.cases, unsafe !cases.pointee.tracksPath else {
      return try reader.decode(Self.self, at: place)
    }
    let levels = unsafe cases.pointee.levels
    try reader.descend(levels)
    let found = unsafe try reader.takeCase(cases, at: place)
    let value = try unsafe Self(
      from: &reader, case: found.index, at: ArchivedPlaces(found.payload))
    reader.ascend(levels)
    if unsafe found.payload.pointee.awaitsCoding {
      try unsafe reader.confirm(value, case: found.index, found.payload)
    }
    return value
  }

  /// Reads values one after the other.
  @inlinable
  public static func readRow(
    _ row: inout ArchivedRow<Self>, from reader: inout ArchiveReader, at place: ArchivedPlace
  ) throws {
    try reader.takeOneByOne(&row, at: place)
  }

  /// A byte, but where all values are the same case.
  public static func minimalByteCount(at place: ArchivedPlace) -> Int {
    unsafe place.pointee.pointee.caseShape >= 0 ? 0 : 1
  }
}
