import Foundation
import KeyedArchives
import TestSupport
import Testing

/// Values whose kinds stand beside them in the content: each is read as its own kind, however many there are and in whatever order.
@Suite struct RunKindTests {
  private struct Point: Codable, Hashable { var (x, y) = (1, 0.5) }

  private enum Mixed: Codable, Equatable {
    case ints([Int])
    case bytes([UInt8])
    case texts([String])
    case doubles([Double])
    case bools([Bool])
    case dates([Date])
    case identities([UUID])
    case points([Point])
    case nested([[Int]])
    case deep([[[String]]])
    case table([String: Int])
    case lists([String: [Int]])
    case numbers([Int: String])
    case tables([[String: Double]])
    case gaps([Int?])
    case pointSet(Set<Point>)
    case text(String)
    case number(Int)

    private enum Name: String, Codable {
      case ints, bytes, texts, doubles, bools, dates, identities, points, nested, deep, table,
        lists,
        numbers, tables, gaps, pointSet, text, number
    }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      self =
        switch try container.decode(Name.self) {
        case .ints: .ints(try container.decode([Int].self))
        case .bytes: .bytes(try container.decode([UInt8].self))
        case .texts: .texts(try container.decode([String].self))
        case .doubles: .doubles(try container.decode([Double].self))
        case .bools: .bools(try container.decode([Bool].self))
        case .dates: .dates(try container.decode([Date].self))
        case .identities: .identities(try container.decode([UUID].self))
        case .points: .points(try container.decode([Point].self))
        case .nested: .nested(try container.decode([[Int]].self))
        case .deep: .deep(try container.decode([[[String]]].self))
        case .table: .table(try container.decode([String: Int].self))
        case .lists: .lists(try container.decode([String: [Int]].self))
        case .numbers: .numbers(try container.decode([Int: String].self))
        case .tables: .tables(try container.decode([[String: Double]].self))
        case .gaps: .gaps(try container.decode([Int?].self))
        case .pointSet: .pointSet(try container.decode(Set<Point>.self))
        case .text: .text(try container.decode(String.self))
        case .number: .number(try container.decode(Int.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      func put(_ name: Name, _ value: some Encodable) throws {
        try container.encode(name)
        try container.encode(value)
      }
      switch self {
      case .ints(let value): try put(.ints, value)
      case .bytes(let value): try put(.bytes, value)
      case .texts(let value): try put(.texts, value)
      case .doubles(let value): try put(.doubles, value)
      case .bools(let value): try put(.bools, value)
      case .dates(let value): try put(.dates, value)
      case .identities(let value): try put(.identities, value)
      case .points(let value): try put(.points, value)
      case .nested(let value): try put(.nested, value)
      case .deep(let value): try put(.deep, value)
      case .table(let value): try put(.table, value)
      case .lists(let value): try put(.lists, value)
      case .numbers(let value): try put(.numbers, value)
      case .tables(let value): try put(.tables, value)
      case .gaps(let value): try put(.gaps, value)
      case .pointSet(let value): try put(.pointSet, value)
      case .text(let value): try put(.text, value)
      case .number(let value): try put(.number, value)
      }
    }

    static let all: [Mixed] = [
      .ints([1, -70, 1 << 40]), .bytes([1, 255]), .texts(["a", ""]), .doubles([0.1]),
      .bools([true, false]), .dates([Date(timeIntervalSinceReferenceDate: 5)]),
      .identities([UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))]),
      .points([Point(), Point(x: 3, y: 2)]),
      .nested([[1], [2, 3]]), .deep([[["x"]]]),
      .table(["k": 1]), .lists(["k": [1, 2]]), .numbers([7: "seven"]),
      .tables([["k": 1.5], ["l": 2.5]]), .gaps([1, nil]), .pointSet([Point(x: 0, y: 4)]),
      .text("t"),
      .number(9), .ints([]), .table([:]),
    ]
  }

  @Test func `values of many kinds in one array are read as what they are`() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<40 {
      let values = (0..<60).map { _ in Mixed.all.randomElement(using: &random) ?? .number(0) }
      let data: Data = try KeyedArchiver().encode(values)
      #expect(try KeyedUnarchiver().decode([Mixed].self, from: data) == values)
    }
    // The kinds that the first archive has are not those of the next one, whose definitions are the same.
    for value in Mixed.all {
      let data: Data = try KeyedArchiver().encode([value, value])
      #expect(try KeyedUnarchiver().decode([Mixed].self, from: data) == [value, value])
    }
  }
}
