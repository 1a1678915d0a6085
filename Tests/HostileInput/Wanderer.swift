/// A value that looks at all there is, and swallows every error on its way, as user code does.
package struct Wanderer: Decodable {
  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Values that were looked at.
  package private(set) var count = 1

  package init(from decoder: any Decoder) throws {
    if let keyed = try? decoder.container(keyedBy: Key.self) {
      for key in keyed.allKeys {
        count += ((try? keyed.decode(Wanderer.self, forKey: key))?.count ?? 1)
      }
      // None of these is there.
      for number in 0..<3 {
        _ = try? keyed.decode(Int.self, forKey: Key(stringValue: "no \(number)"))
      }
    } else if var unkeyed = try? decoder.unkeyedContainer() {
      while !unkeyed.isAtEnd {
        let index = unkeyed.currentIndex
        count += ((try? unkeyed.decode(Wanderer.self))?.count ?? 1)
        guard unkeyed.currentIndex > index else { break }
      }
    } else {
      let single = try decoder.singleValueContainer()
      guard (try? single.decode(UInt8.self)) == nil, (try? single.decode(String.self)) == nil,
        (try? single.decode(Bool.self)) == nil
      else { return }
      count += ((try? single.decode(Double.self)) == nil ? 1 : 0)
    }
  }
}
