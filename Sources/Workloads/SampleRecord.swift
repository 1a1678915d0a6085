#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A record of eight fields: what an application stores as one attribute of a database row.
package struct SampleRecord: Codable, Equatable, Sendable {
  var id: Int
  var revision: Int
  var score: Double
  var isActive: Bool
  var name: String
  var note: String
  var created: Date
  var token: UUID

  /// The record that is measured: no field is a default value, one string is over 15 bytes.
  package static let sample = SampleRecord(
    id: 4_711_001, revision: 12, score: 98.625, isActive: true, name: "Ada Lovelace",
    note: "Notes on the Analytical Engine, G",
    created: Date(timeIntervalSince1970: 1_700_000_000.5),
    token: UUID(
      uuid: (
        0x6F, 0x1E, 0x2A, 0x90, 0x51, 0xC3, 0x4D, 0x7B, 0x8E, 0x02, 0x33, 0x90, 0xAB, 0xCD, 0xEF,
        0x10
      )))
}
