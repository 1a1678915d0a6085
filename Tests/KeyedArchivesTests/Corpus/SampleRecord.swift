import Foundation

/// A record of eight fields, with a date and an identifier among them.
struct SampleRecord: Codable, Equatable, Sendable {
  var id: Int
  var revision: Int
  var score: Double
  var isActive: Bool
  var name: String
  var note: String
  var created: Date
  var token: UUID

  /// The record that is always tested: no field is a default value, one string is over 15 bytes.
  static let sample = SampleRecord(
    id: 4_711_001, revision: 12, score: 98.625, isActive: true, name: "Ada Lovelace",
    note: "Notes on the Analytical Engine, G",
    created: Date(timeIntervalSince1970: 1_700_000_000.5),
    token: UUID(
      uuid: (
        0x6F, 0x1E, 0x2A, 0x90, 0x51, 0xC3, 0x4D, 0x7B, 0x8E, 0x02, 0x33, 0x90, 0xAB, 0xCD, 0xEF,
        0x10
      )))
}
