import TestTraits
import Testing

@testable import KeyedArchives

/// Two types have nested containers with the same keys, in one of them as the first field. A record may be begun with the plan of the other type, and the
/// two plans never say the same of what stands inside.
@Suite struct SharedPlaceTests {
  private enum Keys: CodingKey { case number, nested }
  private enum NestedKeys: CodingKey { case number, list }

  private struct Later: Encodable {
    var list: [Int]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(1, forKey: .number)
      var nested = container.nestedContainer(keyedBy: NestedKeys.self, forKey: .nested)
      try nested.encode(1, forKey: .number)
      try nested.encode(list, forKey: .list)
    }
  }

  private struct First: Encodable {
    var list: [Int]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var nested = container.nestedContainer(keyedBy: NestedKeys.self, forKey: .nested)
      try nested.encode(1, forKey: .number)
      try nested.encode(list, forKey: .list)
      try container.encode(1, forKey: .number)
    }
  }

  private struct Both: Encodable {
    var first: [Later]
    var second: [First]
    var third: [Later]
    var fourth: [First]
  }

  @Test func `nested containers of two types share no places`() throws {
    let lists: [[[Int]]] = [[], [[]], [[1]]]
    var values: [Both] = []
    for first in lists {
      for second in lists {
        for third in lists {
          for fourth in lists {
            values.append(
              Both(
                first: first.map { Later(list: $0) }, second: second.map { First(list: $0) },
                third: third.map { Later(list: $0) }, fourth: fourth.map { First(list: $0) }))
          }
        }
      }
    }
    let archiver = KeyedArchiver()
    let expected = try values.map { try expectedBytes($0, archiver) }
    var count = 0
    for first in values.indices {
      for second in values.indices {
        let encoder = DirectEncoder()
        defer { encoder.dispose() }
        for index in [first, second, first, second] {
          let direct = try archiver.encode(
            values[index], with: encoder, { unsafe Array($0) }, { $0.array })
          encoder.end()
          guard let direct else { continue }
          count += 1
          let isSame = expected[index] == nil || direct == expected[index]
          #expect(isSame, "\(first), then \(second)")
        }
      }
    }
    // All: 26,244.
    #expect(count > 15_000)
  }
}
