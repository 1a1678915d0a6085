internal import ArchiveFormat

/// An enumeration whose cases have payloads, written and read without containers.
///
/// The macro `@Archivable` makes a type conform; by hand it looks like this:
///
/// ```swift
/// enum Figure: ArchivableCases {
///   case circle(radius: Double)
///   case text(String, size: Int?)
///   case nothing
///
///   static func describeCases(_ cases: inout ArchiveCases) {
///     cases.add("circle") { $0.add("radius", Double.self) }
///     cases.add("text") {
///       $0.add("_0", String.self)
///       $0.add("size", Int?.self)
///     }
///     cases.add("nothing")
///   }
///
///   func writeCase(to writer: inout ArchiveWriter, at place: ArchivePlace) {
///     switch self {
///     case .circle(let radius):
///       let payload = writer.begin(case: 0, at: place)
///       var bits = ArchiveStateBits()
///       bits.add(radius)
///       writer.put(bits)
///       writer.put(radius, at: payload[0])
///       writer.end(payload)
///     case .text(let text, let size):
///       let payload = writer.begin(case: 1, at: place)
///       var bits = ArchiveStateBits()
///       bits.add(text)
///       bits.add(size)
///       writer.put(bits)
///       writer.put(text, at: payload[0])
///       writer.put(size, at: payload[1])
///       writer.end(payload)
///     case .nothing:
///       writer.end(writer.begin(case: 2, at: place))
///     }
///   }
///
///   init(from reader: inout ArchiveReader, case index: Int, at places: ArchivedPlaces) throws {
///     switch index {
///     case 0:
///       var bits = try reader.takeBits(at: places)
///       self = .circle(radius: try reader.take(Double.self, &bits, at: places[0]))
///     case 1:
///       var bits = try reader.takeBits(at: places)
///       self = .text(
///         try reader.take(String.self, &bits, at: places[0]),
///         size: try reader.take(Int?.self, &bits, at: places[1]))
///     default: self = .nothing
///     }
///   }
/// }
/// ```
///
/// What it must keep: the cases and the values in them are those that the type's `encode(to:)` encodes and
/// its `init(from:)` decodes, as the compiler makes them: with the same names, in the same order,
/// optional ones by `encodeIfPresent`.
public protocol ArchivableCases: ArchivableValue {
  /// The keys that the type's own coding uses; nil if generated code is known to do what the coding does.
  ///
  /// `@Archivable` gives them: an extension elsewhere may bring another coding, or an overload for a field. Generated code stands in for the coding only
  /// if the running program found that the first value of each case is coded by the same calls.
  static var confirmedKeys: (any CodingKey.Type)? { get }

  /// Names the cases and describes their payloads, in order. Called once, not per value.
  static func describeCases(_ cases: inout ArchiveCases)

  /// Writes the value as one of the cases: its number in the description, the state bits of its payload
  /// and then the values in it.
  func writeCase(to writer: inout ArchiveWriter, at place: ArchivePlace)

  /// Reads the payload of a case: the state bits, if it has values, and then these.
  ///
  /// - Throws: What the reader throws.
  init(from reader: inout ArchiveReader, case index: Int, at places: ArchivedPlaces) throws
}

extension ArchivableCases {
  /// Nil: generated code is known to do what the coding does.
  public static var confirmedKeys: (any CodingKey.Type)? { nil }

  /// Notes that cases of this type stand at the place.
  public static func prepare(_ place: ArchivePlace, with planner: ArchivePlanner) {
    place.prepare(Self.self, kind: KindCode.record)
    unsafe place.slot.pointee.cases = unsafe planner.cases(of: Self.self)
  }

  /// Writes the value.
  @inlinable
  public func write(to writer: inout ArchiveWriter, at place: ArchivePlace) {
    guard let levels = place.caseLevels else {
      place.leaveToCoding()
      writer = ArchiveWriter.encode(self, place, writer)
      return
    }
    place.mark(writer.call)
    if writer.descend(levels) { writeCase(to: &writer, at: place) }
    writer.ascend(levels)
  }

  /// Writes values one after the other.
  @inlinable
  public static func writeRow(
    _ row: ArchiveRow<Self>, to writer: inout ArchiveWriter, at place: ArchivePlace
  ) {
    writer.putOneByOne(row, at: place)
  }

  /// Whether any of the payloads holds elements.
  public static func holdsElements(at place: ArchivePlace) -> Bool {
    unsafe place.slot.pointee.cases?.pointee.holdsElements ?? true
  }

  /// 0: a value counts its levels itself, as it may hold others of its type.
  public static func levels(at place: ArchivePlace) -> Int { 0 }
}

extension ArchivePlace {
  /// The levels of the values that stand here; nil if they have to be encoded by their `encode(to:)`.
  @inlinable
  @inline(__always)
  var caseLevels: Int? {
    if let cases = unsafe slot.pointee.cases, unsafe cases.pointee.isUsable {
      return unsafe cases.pointee.levels
    }
    return nil
  }

  /// Notes that values here are encoded by their `encode(to:)`.
  @usableFromInline
  func leaveToCoding() { unsafe slot.pointee.strategy = .codable }
}
