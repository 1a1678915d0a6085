import Foundation
import KeyedArchives
import TestSupport
import Testing

/// Arrays that unkeyed containers write are encoded directly, and give the bytes of the general way.
@Suite struct UnkeyedEncodingTests {
  private struct Shape: Codable, Equatable {
    var name: String
    var corners: [UnkeyedPoint]
    var center: UnkeyedPoint?
    var span: ClosedRange<Int>
    var others: [String: UnkeyedPoint]

    init(_ number: Int) {
      name = "shape \(number)"
      corners = (0..<number % 5).map { UnkeyedPoint(Double($0), Double(number)) }
      center = number % 3 == 0 ? nil : UnkeyedPoint(1, 2)
      span = number...number + 3
      others = number % 2 == 0 ? [:] : ["a": UnkeyedPoint(0, Double(number))]
    }
  }

  @Test(arguments: Layout.all)
  func `points and ranges in records, arrays, optionals and dictionaries`(
    _ layout: Layout
  ) throws {
    #expect(try expectSameBytes(UnkeyedPoint(1, 2), layout))
    let shapes = (0..<40).map { Shape($0) }
    #expect(try expectSameBytes(shapes, layout))
    #expect(try expectSameBytes(Shape(7), layout))
    #expect(try roundTrip(shapes, layout) == shapes)
    #expect(try expectSameBytes(["one": UnkeyedPoint(1, 2)], layout))
    #expect(try expectSameBytes([UnkeyedPoint](), layout))
  }

  /// Numbers, one by one.
  private struct Numbers: Codable, Equatable {
    var values: [Int]

    init(_ count: Int) { values = (0..<count).map { $0 * 37 } }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for (index, value) in values.enumerated() {
        if container.count != index { throw CocoaError(.featureUnsupported) }
        try container.encode(value)
      }
    }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      values = []
      while !container.isAtEnd { values.append(try container.decode(Int.self)) }
    }
  }

  @Test func `headers of one to three bytes, in any order`() throws {
    for count in [0, 1, 2, 62, 63, 64, 65, 127, 128, 8_191, 8_192, 20_000] {
      #expect(try expectSameBytes(Numbers(count)), "\(count)")
      #expect(try expectSameBytes(["a": Numbers(count)]), "\(count)")
    }
    for counts in [
      [0, 0], [0, 3, 0], [63, 64, 63, 64, 0], [20_000, 3, 64, 20_000], [64, 70, 80],
    ] {
      let lists = counts.map { Numbers($0) }
      #expect(try expectSameBytes(lists), "\(counts)")
      #expect(try roundTrip(lists) == lists)
    }
  }

  /// Rows of points and records, in containers inside containers.
  private struct Grid: Codable, Equatable {
    var rows: [[UnkeyedPoint]]
    var names: [String]

    private enum Key: CodingKey { case name, row, point }

    init(_ count: Int) {
      rows = (0..<count).map { row in (0..<row % 4).map { UnkeyedPoint(Double($0), Double(row)) } }
      names = (0..<count).map { "row \($0)" }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for (name, row) in zip(names, rows) {
        var record = container.nestedContainer(keyedBy: Key.self)
        try record.encode(name, forKey: .name)
        var list = record.nestedUnkeyedContainer(forKey: .row)
        for point in row {
          var numbers = list.nestedUnkeyedContainer()
          try numbers.encode(point.x)
          try numbers.encode(point.y)
        }
        try record.encode(row.first ?? UnkeyedPoint(0, 0), forKey: .point)
      }
    }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      (rows, names) = ([], [])
      while !container.isAtEnd {
        let record = try container.nestedContainer(keyedBy: Key.self)
        names.append(try record.decode(String.self, forKey: .name))
        rows.append(try record.decode([UnkeyedPoint].self, forKey: .row))
      }
    }
  }

  @Test(arguments: Layout.all)
  func `containers in containers`(_ layout: Layout) throws {
    for count in [0, 1, 5, 70, 300] {
      #expect(try expectSameBytes(Grid(count), layout))
      #expect(try expectSameBytes([Grid(count), Grid(count / 2)], layout))
      #expect(try roundTrip(Grid(count), layout) == Grid(count))
    }
  }

  /// Blocks begin inside of arrays, at elements of each kind.
  @Test(arguments: Layout.ofBlocks)
  func `archives of many blocks`(_ layout: Layout) throws {
    #expect(try expectSameBytes((0..<20_000).map { UnkeyedPoint(Double($0), -1) }, layout))
    #expect(try expectSameBytes((0..<5_000).map { Shape($0) }, layout))
    #expect(try expectSameBytes(Grid(5_000), layout))
    #expect(try expectSameBytes(Numbers(150_000), layout))
    let lists = (0..<1_200).map { Numbers(60 + $0 % 9) }
    try expectSameBytes(lists, layout)
    #expect(try roundTrip(lists, layout) == lists)
    let grids = (0..<6).map { Grid(2_000 + $0) }
    try expectSameBytes(grids, layout)
    #expect(try roundTrip(grids, layout) == grids)
  }

  private final class Thing: Codable {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  /// Objects in an unkeyed container, some of them twice.
  private struct Things: Codable {
    var things: [Thing]

    init(_ things: [Thing]) { self.things = things }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for thing in things { try container.encode(thing) }
    }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      things = []
      while !container.isAtEnd { things.append(try container.decode(Thing.self)) }
    }
  }

  @Test func `objects keep their identity`() throws {
    let things = (0..<100).map { Thing($0) }
    let list = Things(things + things.reversed())
    #expect(try expectSameBytes(list))
    #expect(try expectSameBytes([Things([]), list, Things([things[3]])]))
    let found = try roundTrip(list).things
    #expect(found.map(\.number) == list.things.map(\.number))
    #expect(found[0] === found[199] && found[1] !== found[0])
  }

  /// Containers that are used in turns, or after others began.
  private struct Turns: Encodable {
    var order: [Int]

    private enum Key: CodingKey { case first, second, third }

    func encode(to encoder: any Encoder) throws {
      var record = encoder.container(keyedBy: Key.self)
      var first = record.nestedUnkeyedContainer(forKey: .first)
      var second = record.nestedUnkeyedContainer(forKey: .second)
      for number in order {
        switch number {
        case 0: try first.encode(1)
        case 1: try second.encode(2)
        case 2: try record.encode(3, forKey: .third)
        default:
          var inner = second.nestedUnkeyedContainer()
          try inner.encode(4)
        }
      }
    }
  }

  @Test func `containers in turns`() throws {
    for order in [
      [1, 1, 2], [0, 1], [1, 0], [1, 2, 1], [2, 0], [3, 3, 0], [3, 2, 3], [1, 0, 1, 2],
    ] {
      #expect(try expectSameBytes(Turns(order: order)), "\(order)")
    }
  }

  /// A value that catches the error of an element.
  private struct Catching: Encodable {
    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(1)
        throw CocoaError(.coderInvalidValue)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try? container.encode(Failing())
      try container.encode([2])
    }
  }

  @Test func `an error that is caught leaves the value to the general way`() throws {
    #expect(try !expectSameBytes(Catching()))
  }
}
