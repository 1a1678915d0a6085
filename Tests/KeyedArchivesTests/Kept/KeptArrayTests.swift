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

  private struct Rows: Codable {
    var container: (any UnkeyedDecodingContainer)?
    static let texts = ["a", "a text of more than fifteen bytes"]

    init() {}

    func encode(to encoder: any Encoder) throws {
      var outer = encoder.unkeyedContainer()
      for text in Self.texts {
        var inner = outer.nestedUnkeyedContainer()
        try inner.encode(300)
        try inner.encode(text)
        try inner.encode(true)
      }
    }

    init(from decoder: any Decoder) throws { container = try decoder.unkeyedContainer() }
  }

  private func indexes(_ path: [any CodingKey]) -> [Int?] { path.map(\.intValue) }

  @Test(arguments: [false, true])
  func `a wrong type is refused where it stands, and the right one is read after that`(
    _ usesCells: Bool
  ) throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(Rows())
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    var outer = try #require(try unarchiver.decode(Rows.self, from: bytes).container)
    var inners: [any UnkeyedDecodingContainer] = []
    for _ in Rows.texts { inners.append(try outer.nestedUnkeyedContainer()) }
    for (number, text) in Rows.texts.enumerated() {
      #expect(indexes(inners[number].codingPath) == [number])
      #expect(try inners[number].decode(Int.self) == 300)
      let error = #expect(throws: DecodingError.self) { try inners[number].decode(Int.self) }
      guard case .typeMismatch(_, let context) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(indexes(context.codingPath) == [number, 1])
      let other = 1 - number
      if !inners[other].isAtEnd { #expect(try inners[other].decodeNil() == false) }
      #expect(try inners[number].decode(String.self) == text)
      #expect(throws: DecodingError.self) { try inners[number].decode(Rows.self) }
      #expect(try inners[number].decode(Bool.self))
      #expect(inners[number].isAtEnd)
      #expect(throws: DecodingError.self) { try inners[number].decode(Bool.self) }
    }
  }

  /// One array of rows: a number, a text, some numbers, and a row inside.
  private struct Table: Codable {
    var container: (any UnkeyedDecodingContainer)?
    static let rowCount = 300

    init() {}

    func encode(to encoder: any Encoder) throws {
      var outer = encoder.unkeyedContainer()
      for index in 0..<Self.rowCount {
        try outer.encode(index * 1_000)
        var row = outer.nestedUnkeyedContainer()
        try row.encode("row \(index)")
        try row.encode(index)
        try row.encode([index, index])
        try row.encode(Item(number: index, text: nil))
        try row.encode(index % 2 == 0)
      }
    }

    init(from decoder: any Decoder) throws { container = try decoder.unkeyedContainer() }
  }

  /// True if a container reads its elements from bytes.
  private func readsBytes(_ container: any UnkeyedDecodingContainer) throws -> Bool {
    let source = Mirror(reflecting: container).descendant("source")
    return Mirror(reflecting: try #require(source)).children.first?.label == "bytes"
  }

  @Test(arguments: [false, true])
  func `rows are taken from an array one after another, and read in any order after that`(
    _ usesCells: Bool
  ) throws {
    let bytes: [UInt8] = try KeyedArchiver().encode([Table()])
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    let table = try #require(try unarchiver.decode([Table].self, from: bytes).first)
    var outer = try #require(table.container)
    var rows: [(index: Int, container: any UnkeyedDecodingContainer)] = []
    while !outer.isAtEnd {
      #expect(try outer.decode(Int.self) == rows.count * 1_000)
      rows.append((rows.count, try outer.nestedUnkeyedContainer()))
    }
    #expect(rows.count == Table.rowCount)
    if !usesCells { #expect(try readsBytes(outer)) }
    var random = SeededGenerator(seed: 7)
    rows.shuffle(using: &random)
    for number in rows.indices {
      let index = rows[number].index
      #expect(try rows[number].container.decode(String.self) == "row \(index)")
    }
    for number in rows.indices {
      let index = rows[number].index
      #expect(try rows[number].container.decode(Int.self) == index)
      #expect(try rows[number].container.decode([Int].self) == [index, index])
      // A copy that is ahead does not move the others.
      var copy = rows[number].container
      #expect(try copy.decode(Item.self) == Item(number: index, text: nil))
      #expect(try copy.decode(Bool.self) == (index % 2 == 0))
      #expect(try rows[number].container.decodeNil() == false)
    }
    for number in rows.indices {
      let item = Item(number: rows[number].index, text: nil)
      #expect(try rows[number].container.decode(Item.self) == item)
      #expect(try rows[number].container.decode(Bool.self) == (item.number % 2 == 0))
      #expect(rows[number].container.isAtEnd)
    }
  }

  /// Arrays of numbers.
  private struct Columns: Codable {
    var containers: [any UnkeyedDecodingContainer] = []
    static let (columnCount, rowCount) = (4, 60)

    init() {}

    func encode(to encoder: any Encoder) throws {
      var outer = encoder.unkeyedContainer()
      for column in 0..<Self.columnCount {
        try outer.encode((0..<Self.rowCount).map { $0 * 300 + column })
      }
    }

    init(from decoder: any Decoder) throws {
      var outer = try decoder.unkeyedContainer()
      while !outer.isAtEnd { containers.append(try outer.nestedUnkeyedContainer()) }
    }
  }

  @Test func `visits of kept values end no call that cells could go on with`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(Columns())
    var unarchiver = KeyedUnarchiver()
    unarchiver.limits.maximumVisitCount = Columns.columnCount * Columns.rowCount * 5 / 6
    var containers = try unarchiver.decode(Columns.self, from: bytes).containers
    for row in 0..<Columns.rowCount {
      for column in containers.indices {
        #expect(try containers[column].decode(Int.self) == row * 300 + column)
      }
    }
    #expect(containers.count == Columns.columnCount)
  }
}
