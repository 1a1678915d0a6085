/// A record that has a field for each bit of a number that is 1.
package struct SelectedFields: Codable, Equatable {
  package var number: Int

  package static let fieldCount = Key.allCases.count

  enum Key: CodingKey, CaseIterable {
    case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u
  }

  package init(number: Int) { self.number = number }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (bit, key) in Key.allCases.enumerated() where number >> bit & 1 == 1 {
      switch bit % 3 {
      case 0: try container.encode(bit, forKey: key)
      case 1: try container.encode("\(bit)", forKey: key)
      default: try container.encode([Double(bit)], forKey: key)
      }
    }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    number = 0
    for (bit, key) in Key.allCases.enumerated() {
      let found: Int? =
        switch bit % 3 {
        case 0: try container.decodeIfPresent(Int.self, forKey: key)
        case 1: try container.decodeIfPresent(String.self, forKey: key).flatMap { Int($0) }
        default: try container.decodeIfPresent([Double].self, forKey: key)?.first.map { Int($0) }
        }
      if found == bit { number |= 1 << bit }
    }
  }
}
