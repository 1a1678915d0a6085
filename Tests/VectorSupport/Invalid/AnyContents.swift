/// Decodes whatever stands there through containers, and swallows every error on the way, as user code may.
struct AnyContents: Decodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      for key in container.allKeys {
        _ = try? container.decodeIfPresent(AnyContents.self, forKey: key)
      }
    } else if var container = try? decoder.unkeyedContainer() {
      while !container.isAtEnd {
        guard (try? container.decodeIfPresent(AnyContents.self)) != nil else { return }
      }
    } else {
      let container = try decoder.singleValueContainer()
      _ = container.decodeNil()
      _ = try? container.decode(Int.self)
      _ = try? container.decode(String.self)
    }
  }
}
