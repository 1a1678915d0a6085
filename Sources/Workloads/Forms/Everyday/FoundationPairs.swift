#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Records with two values of a type of Foundation.
enum FoundationPairs {
  /// The loop stores `relativeString` and calls `URL(string:)`.
  struct URLs: FieldPair {
    var from, to: URL

    static func field(_ seed: Int) -> URL { URL(filePath: "/library/photos/\(seed).jpeg") }

    static func write(_ field: URL, to writer: inout FixedLayoutWriter) {
      field.relativeString.write(to: &writer)
    }

    static func field(from reader: inout FixedLayoutReader) throws(FixedLayoutError) -> URL {
      guard let url = URL(string: try reader.value()) else { throw .damaged }
      return url
    }
  }

  /// The loop stores sign, exponent and the digits of the significand, and calls `Decimal(string:)` and
  /// `Decimal(sign:exponent:significand:)`.
  struct Decimals: FieldPair {
    var from, to: Decimal

    static func field(_ seed: Int) -> Decimal {
      Decimal(
        sign: seed % 3 == 0 ? .minus : .plus, exponent: -2, significand: Decimal(seed + 1_999))
    }

    static func write(_ field: Decimal, to writer: inout FixedLayoutWriter) {
      (field.sign == .minus).write(to: &writer)
      field.exponent.write(to: &writer)
      String(describing: field.significand.magnitude).write(to: &writer)
    }

    static func field(from reader: inout FixedLayoutReader) throws(FixedLayoutError) -> Decimal {
      let isNegative = try Bool(from: &reader)
      let exponent = try Int(from: &reader)
      guard let significand = Decimal(string: try reader.value()) else { throw .damaged }
      return Decimal(
        sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
    }
  }

  /// The loop stores 16 bytes.
  struct UUIDs: FieldPair {
    var from, to: UUID

    static func field(_ seed: Int) -> UUID {
      let byte = UInt8(truncatingIfNeeded: seed)
      let next = UInt8(truncatingIfNeeded: seed >> 8)
      return UUID(
        uuid: (byte, next, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, byte))
    }

    static func write(_ field: UUID, to writer: inout FixedLayoutWriter) {
      writer.write(UUIDBytes(uuid: field.uuid))
    }

    static func field(from reader: inout FixedLayoutReader) throws(FixedLayoutError) -> UUID {
      UUID(uuid: (try reader.block() as UUIDBytes).uuid)
    }
  }

  /// The bytes of a UUID where they stand in memory.
  struct UUIDBytes: BitwiseCopyable {
    var uuid: uuid_t
  }

  /// The loop stores `timeIntervalSinceReferenceDate`.
  struct Dates: FieldPair {
    var from, to: Date

    static func field(_ seed: Int) -> Date {
      Date(timeIntervalSinceReferenceDate: 7e8 + Double(seed) / 4)
    }

    static func write(_ field: Date, to writer: inout FixedLayoutWriter) {
      field.timeIntervalSinceReferenceDate.write(to: &writer)
    }

    static func field(from reader: inout FixedLayoutReader) throws(FixedLayoutError) -> Date {
      Date(timeIntervalSinceReferenceDate: try reader.value())
    }
  }

  /// The loop stores the bytes of an array, and makes data of an array.
  struct Blobs: FieldPair {
    var from, to: Data

    static func field(_ seed: Int) -> Data {
      Data((0..<24).map { UInt8(truncatingIfNeeded: seed &* 31 &+ $0) })
    }

    static func write(_ field: Data, to writer: inout FixedLayoutWriter) {
      UInt32(truncatingIfNeeded: field.count).write(to: &writer)
      for byte in field { byte.write(to: &writer) }
    }

    static func field(from reader: inout FixedLayoutReader) throws(FixedLayoutError) -> Data {
      Data(try reader.value() as [UInt8])
    }
  }
}
