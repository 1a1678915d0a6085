/// A map whose keys no other number has.
package struct NamedFields: Codable, Equatable {
  package var number: Int

  package init(number: Int) { self.number = number }

  private func key(_ field: Int) -> TextKey { TextKey("field \(field) of \(number)") }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TextKey.self)
    for field in 0..<4 {
      if number >> field & 1 == 0 {
        try container.encode(number, forKey: key(field))
      } else {
        try container.encode("\(number)", forKey: key(field))
      }
    }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: TextKey.self)
    guard let text = container.allKeys.first?.text.split(separator: " ").last,
      let number = Int(text)
    else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "no number"))
    }
    self.number = number
  }
}
