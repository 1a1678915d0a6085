/// A root with plain records in one field.
struct PlainLibrary: Codable {
  var name: String
  var records: [PlainRecord]
}
