/// An entry of a log, some of which are odd: they have a null where others have a text, which is written through an optional.
struct OddEntry: Codable {
  var id: Int
  var text: String
  var note: String?

  init(_ number: Int, isOdd: Bool) {
    (id, text, note) = (number, "text of entry \(number)", isOdd ? nil : "note")
  }

  private enum CodingKeys: CodingKey { case id, text, note }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(text, forKey: .text)
    if let note {
      try container.encode(note, forKey: .note)
    } else {
      try container.encode(note, forKey: .note)
    }
  }
}
