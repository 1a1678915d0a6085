internal import struct ArchiveFormat.ArchiveError

/// The codes of `Spec/archive-format.md`, section 6: what a field, an element or a tag can be.
enum ArchiveKind: UInt8, Sendable {
  case undetermined = 0x00
  case any = 0x01
  case null = 0x02
  case bool = 0x03
  case `true` = 0x04
  case int = 0x05
  case uint = 0x06
  case int8 = 0x07
  case uint8 = 0x08
  case int128 = 0x09
  case uint128 = 0x0A
  case float32 = 0x0B
  case float64 = 0x0C
  case decimal = 0x0D
  case numberText = 0x0E
  case string = 0x0F
  case data = 0x10
  case date = 0x11
  case uuid = 0x12
  case url = 0x13
  case record = 0x14
  case recordOfShape = 0x15
  case array = 0x16
  case set = 0x17
  case map = 0x18
  case object = 0x19
  case typed = 0x1A
  case strongBackReference = 0x1B
  case conditionalReference = 0x1C
  case `extension` = 0x1D
  case externalBlob = 0x1E
  case nullable = 0x1F

  /// The first tag of the ints 0–63 that are their own tag.
  static let smallIntTag: UInt8 = 0x40
  /// The first tag of the strings of 0–63 bytes whose length is in the tag.
  static let shortStringTag: UInt8 = 0x80
  /// The first tag of the records of shapes 0–63 whose shape is in the tag.
  static let shortRecordTag: UInt8 = 0xC0
  /// Ints, byte counts of strings and shapes below this are in the tag.
  static let shortFormLimit = 64

  /// A Boolean value indicating whether the code alone is a whole kind of a field or element.
  var isLeafKind: Bool {
    switch self {
    case .null, .true, .recordOfShape, .array, .set, .map, .object, .typed, .nullable: false
    default: true
    }
  }

  /// Bytes of one value in a row of elements; nil if it varies or is less than a byte.
  var fixedByteCount: Int? {
    switch self {
    case .int8, .uint8: 1
    case .float32: 4
    case .float64, .date: 8
    case .int128, .uint128, .uuid: 16
    default: nil
    }
  }

  /// A Boolean value indicating whether elements of this kind are kept as one packed row in a tape or document.
  var isPackable: Bool {
    switch self {
    case .bool, .int, .uint, .int8, .uint8, .float32, .float64, .date, .uuid: true
    default: false
    }
  }

  /// The codes that later versions may give a meaning (rule K2).
  static let reservedCodes: ClosedRange<UInt8> = 0x20...0x3F

  /// The error for a code that no kind has.
  static func unknown(_ code: UInt8, _ what: String, at byteOffset: Int) -> ArchiveError {
    if reservedCodes ~= code {
      return ArchiveError(
        .needsFeature, "reading this needs to know the kind \(code)", byteOffset: byteOffset)
    }
    return ArchiveError(.malformed, "\(code) is no \(what)", byteOffset: byteOffset)
  }

  /// The feature a reader of this version lacks for this kind, if it is one that is refused.
  var missingFeature: String? {
    switch self {
    case .externalBlob: "external blobs"
    default: nil
    }
  }
}
