/// A value that is one leaf of an archive: a bool, a number, a string, or an enumeration that has one
/// of these as its raw value.
///
/// An enumeration with raw values conforms without further ado, if its `encode(to:)` is the one the
/// compiler made:
///
/// ```swift
/// enum Colour: String, Codable { case red, green }
/// extension Colour: ArchivableLeaf {}
/// ```
public protocol ArchivableLeaf: ArchivableValue {
  /// The kind of all values of the type.
  static var leafKind: ArchiveLeafKind { get }

  /// All values of a type whose coding the running program compares with generated code; nil if the coding is known to be that of the raw value.
  ///
  /// `@Archivable` gives the cases of an enumeration with raw values: an extension may bring another coding.
  static var confirmedValues: [Self]? { get }

  /// The raw value that the type's own coding encodes; nil for a type without one.
  var confirmedRawValue: (any Encodable)? { get }

  /// Whether a value that is always there is a state bit of its record and has no payload.
  static var isStateBit: Bool { get }

  /// That bit.
  var stateBit: Bool { get }

  /// Writes the value's payload.
  func writePayload(to writer: inout ArchiveWriter)

  /// Writes the payloads of at least one value in a row.
  static func writePayloads(_ row: ArchiveRow<Self>, to writer: inout ArchiveWriter)

  /// Reads a value's payload.
  ///
  /// - Throws: What ``ArchivableValue/read(from:at:)`` throws.
  static func readPayload(from reader: inout ArchiveReader) throws -> Self

  /// The value that a state bit is, of a type that has one.
  static func value(ofStateBit bit: Bool) throws -> Self
}

extension ArchivableLeaf {
  /// Nil: the coding is known to be that of the raw value.
  public static var confirmedValues: [Self]? { nil }

  /// Nil: the type has no raw values.
  public var confirmedRawValue: (any Encodable)? { nil }

  /// False, but for bools.
  @inlinable
  public static var isStateBit: Bool { false }

  /// False, but for bools.
  @inlinable
  public var stateBit: Bool { false }

  /// Writes the payloads one after the other.
  @inlinable
  public static func writePayloads(_ row: ArchiveRow<Self>, to writer: inout ArchiveWriter) {
    var local = writer
    for index in 0..<row.count { unsafe row.base[index].writePayload(to: &local) }
    writer = local
  }

  /// Notes the kind of the type at the place.
  public static func prepare(_ place: ArchivePlace, with planner: ArchivePlanner) {
    place.prepare(Self.self, kind: leafKind.code)
    if !OwnCoding.confirms(Self.self) { planner.encoder.foreignLeafCount += 1 }
  }

  /// Writes the payload, and notes that the place has a value.
  @inlinable
  @inline(__always)
  public func write(to writer: inout ArchiveWriter, at place: ArchivePlace) {
    place.mark(writer.call)
    writePayload(to: &writer)
  }

  /// Writes the payloads, and notes that the place has values.
  @inlinable
  @inline(__always)
  public static func writeRow(
    _ row: ArchiveRow<Self>, to writer: inout ArchiveWriter, at place: ArchivePlace
  ) {
    place.mark(writer.call)
    let start = writer.count
    writePayloads(row, to: &writer)
    if writer.isCutDue { writer.cut(row.count, row.role, from: start, at: place) }
  }

  /// False: a leaf is one value.
  @inlinable
  @inline(__always)
  public static func holdsElements(at place: ArchivePlace) -> Bool { false }

  /// 0: a leaf opens nothing.
  @inlinable
  @inline(__always)
  public static func levels(at place: ArchivePlace) -> Int { 0 }
}

// MARK: Raw values

extension ArchivableLeaf where Self: RawRepresentable, RawValue: ArchivableLeaf {
  /// The kind of the raw value.
  public static var leafKind: ArchiveLeafKind { RawValue.leafKind }

  /// The raw value.
  public var confirmedRawValue: (any Encodable)? { rawValue }

  /// Whether the raw value is a bool.
  @inlinable
  public static var isStateBit: Bool { RawValue.isStateBit }

  /// The raw value's.
  @inlinable
  public var stateBit: Bool { rawValue.stateBit }

  /// Writes the raw value.
  @inlinable
  @inline(__always)
  public func writePayload(to writer: inout ArchiveWriter) { rawValue.writePayload(to: &writer) }

  /// Writes the raw values one after the other.
  @inlinable
  public static func writePayloads(_ row: ArchiveRow<Self>, to writer: inout ArchiveWriter) {
    if isStateBit {
      let values = (0..<row.count).map { unsafe row.base[$0].rawValue } as [RawValue]
      unsafe values.withUnsafeBufferPointer {
        guard let base = $0.baseAddress else { return }
        unsafe RawValue.writePayloads(ArchiveRow(base, count: row.count, row.role), to: &writer)
      }
      return
    }
    var local = writer
    for index in 0..<row.count { unsafe row.base[index].writePayload(to: &local) }
    writer = local
  }
}
