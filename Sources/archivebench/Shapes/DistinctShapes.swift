import ArchiveCompression
import ArchiveFormat
import Foundation
import KeyedArchives
import Workloads

/// Archives with one shape for each number, in all the ways that shapes come to the coders.
enum DistinctShapes {
  /// There are shapes for so many numbers.
  static let limit = 1 << SelectedFields.fieldCount

  /// Writes and reads what a number stands for.
  static func take(_ number: Int) throws {
    let record = record(number)
    guard try KeyedUnarchiver().decode(KnownField.self, from: record).common == number,
      try KeyedUnarchiver().decode(AnyFields.self, from: record).keys.count == 4
    else { throw WrongResult() }
    try takeRoundTrip(SelectedFields(number: number))
    try takeRoundTrip(NamedFields(number: number))
    let encoding = try KeyedArchiver().encode(
      SelectedFields(number: number), against: ShapeDictionary())
    let dictionary = try ShapeDictionary().adding(encoding.additions)
    let back = try KeyedUnarchiver().decode(
      SelectedFields.self, from: encoding.bytes, dictionary: dictionary)
    guard back.number == number else { throw WrongResult() }
  }

  private static func takeRoundTrip<Value: Codable & Equatable>(_ value: Value) throws {
    let data: Data = try KeyedArchiver().encode(value)
    guard try KeyedUnarchiver().decode(Value.self, from: data) == value else { throw WrongResult() }
  }

  /// A record whose keys no other number has, but for one, with kinds that depend on the number.
  static func record(_ number: Int) -> [UInt8] {
    var definitions = ArchiveDefinitions()
    var shape = ArchiveShape(type: nil, fields: [])
    var values = ByteSink()
    for field in 0..<4 {
      let isCommon = field == number & 3
      let isNumber = isCommon || number >> field & 1 == 0
      definitions.keys.append(isCommon ? "common" : "field \(field) of \(number)")
      let kind = KindID(isNumber ? .int : .string)
      shape.fields.append(ShapeField(key: field, mode: .required, kind: kind))
      if isNumber {
        values.zigzag(Int64(number))
      } else {
        values.countedBytes(Array("\(number)".utf8)[...])
      }
    }
    definitions.shapes = [shape]
    var archive = ByteSink()
    archive.byte(ArchiveFraming.lead)
    archive.append(definitions.write().bytes[...])
    archive.recordTag(ofShape: 0)
    archive.append(values.bytes[...])
    archive.fixed(Checksum.crc32(ArchiveFraming.draftSeed, archive.bytes[...]))
    return archive.bytes
  }
}
