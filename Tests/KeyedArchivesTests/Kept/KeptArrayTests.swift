import TestSupport
import Testing

@testable import KeyedArchives

/// Arrays whose containers user code keeps are read in turns, each from where it was left.
@Suite struct KeptArrayTests {
  private struct Item: Codable, Equatable {
    var number: Int
    var text: String?
  }

  /// An element of an array, as text.
  private enum Sort: CaseIterable {
    case numbers, optionals, bools, texts, rows, items, mixture

    func encode(_ index: Int, to container: inout any UnkeyedEncodingContainer) throws {
      switch self {
      case .numbers: try container.encode(index * 300)
      case .optionals: try container.encode(index % 3 == 0 ? nil : index)
      case .bools: try container.encode(index % 5 == 0 ? nil : index % 2 == 0)
      case .texts: try container.encode(String(repeating: "t", count: index % 20))
      case .rows: try container.encode(Array(0..<index % 4))
      case .items:
        try container.encode(Item(number: index, text: index % 2 == 0 ? nil : "\(index)"))
      case .mixture:
        let sorts: [Sort] = [.numbers, .texts, .items]
        try sorts[index / 3 % 3].encode(index, to: &container)
      }
    }

    /// True if the next element is the one of an index.
    func isNext(_ index: Int, in container: inout any UnkeyedDecodingContainer) throws -> Bool {
      switch self {
      case .numbers: return try container.decode(Int.self) == index * 300
      case .optionals:
        return try container.decodeIfPresent(Int.self) == (index % 3 == 0 ? nil : index)
      case .bools:
        return try container.decodeIfPresent(Bool.self) == (index % 5 == 0 ? nil : index % 2 == 0)
      case .texts:
        return try container.decode(String.self) == String(repeating: "t", count: index % 20)
      case .rows:
        if index % 2 == 0 { return try container.decode([Int].self) == Array(0..<index % 4) }
        var inner = try container.nestedUnkeyedContainer()
        var row: [Int] = []
        while !inner.isAtEnd { row.append(try inner.decode(Int.self)) }
        return row == Array(0..<index % 4)
      case .items:
        let item = Item(number: index, text: index % 2 == 0 ? nil : "\(index)")
        return try container.decode(Item.self) == item
      case .mixture:
        let sorts: [Sort] = [.numbers, .texts, .items]
        return try sorts[index / 3 % 3].isNext(index, in: &container)
      }
    }
  }

  private struct Arrays: Codable {
    var containers: [any UnkeyedDecodingContainer] = []
    static let count = 150

    init() {}

    func encode(to encoder: any Encoder) throws {
      var outer = encoder.unkeyedContainer()
      for sort in Sort.allCases {
        var container = outer.nestedUnkeyedContainer() as any UnkeyedEncodingContainer
        for index in 0..<Self.count { try sort.encode(index, to: &container) }
      }
    }

    init(from decoder: any Decoder) throws {
      var outer = try decoder.unkeyedContainer()
      for _ in Sort.allCases { containers.append(try outer.nestedUnkeyedContainer()) }
    }
  }

  @Test(arguments: [false, true])
  func `arrays are read in turns, and copies of their containers from where they are`(
    _ usesCells: Bool
  ) throws {
    var random = SeededGenerator(seed: 5)
    let bytes: [UInt8] = try KeyedArchiver().encode([Arrays(), Arrays()])
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    for _ in 0..<4 {
      let arrays = try unarchiver.decode([Arrays].self, from: bytes)
      var places = arrays.flatMap { arrays in
        zip(Sort.allCases, arrays.containers).map { (sort: $0, container: $1, index: 0) }
      }
      while !places.isEmpty {
        let place = Int.random(in: places.indices, using: &random)
        // A copy goes on by itself, behind or before the others.
        if places.count < 40, Int.random(in: 0..<50, using: &random) == 0 {
          places.append(places[place])
        }
        for _ in 0..<Int.random(in: 1...12, using: &random)
        where places[place].index < Arrays.count {
          let index = places[place].index
          #expect(places[place].container.currentIndex == index)
          let isNext = try places[place].sort.isNext(index, in: &places[place].container)
          #expect(isNext, "\(places[place].sort), element \(index)")
          places[place].index += 1
        }
        if places[place].index == Arrays.count {
          #expect(places[place].container.isAtEnd)
          places.remove(at: place)
        }
      }
    }
  }
}
