/// `tiny`: a record of eight fields, stored alone, as an attribute in a row of a database is.
package struct Tiny: Codable, Equatable, Sendable {
  package var id: Int64
  package var name: String
  package var age: Int32
  package var score: Double
  package var isActive: Bool
  package var tag: String
  package var created: Int64
  package var note: String?

  enum CodingKeys: String, CodingKey {
    case id
    case name
    case age
    case score
    case isActive = "active"
    case tag
    case created
    case note
  }
}

extension Tiny {
  /// The record that is measured: one string is over 15 bytes, and there is no note.
  package static let sample = Tiny(
    id: 4_711_230_815, name: "Margarethe Schneider-Jørgensen", age: 42, score: 98.6125,
    isActive: true, tag: "premium", created: 1_763_682_361_123, note: nil)
}
