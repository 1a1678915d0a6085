import TestSupport
import TestTraits
import Testing

@testable import KeyedArchives

private protocol Drawable: Codable, Sendable {}

/// Values of protocols, encoded directly: records name their types, and so do objects.
@Suite struct ExistentialEncodingTests {
  private struct Circle: Drawable { var radius: Double }
  private struct Square: Drawable {
    var side: Double
    var name: String?
  }
  private struct Path: Drawable {
    var points: [Double]
    var isClosed: Bool
  }
  private enum Style: Drawable { case dot, line(Int) }
  private final class Image: Drawable {}
  private final class Sound: Drawable {
    let name: String
    init(name: String) { self.name = name }
  }

  /// No record: it has a label.
  private struct Number: Drawable {
    var value: Int
    init(_ value: Int) { self.value = value }
    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  /// Keys that are no enumeration: a map, with a label.
  private struct Named: Drawable {
    var names: [String: Int]
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: TextKey.self)
      for (name, value) in names { try container.encode(value, forKey: TextKey(name)) }
    }
  }

  private struct Drawing: Codable {
    @ExistentialArray var figures: [any Drawable]
    var number = 1
  }

  private struct Holder: Codable {
    @Existential var figure: any Drawable
    var number: Int
    @Existential var other: (any Drawable)?
  }

  private struct Names: Codable { @ExistentialDictionary var figures: [String: any Drawable] }

  private static let figures: [any Drawable] = [
    Circle(radius: 1), Square(side: 2, name: "square"), Square(side: 2, name: nil),
    Path(points: [1, 2], isClosed: true), Image(), Sound(name: "sound"), Style.dot, Style.line(3),
    Number(4),
    Named(names: ["a": 1]),
  ]

  @Test(arguments: Layout.all)
  func `values of several types are encoded directly`(_ layout: Layout) throws {
    for kinds in [[0], [0, 1], [1, 2], [0, 1, 2, 3], [4], [4, 5], [6, 7]] {
      let figures = (0..<40).map { Self.figures[kinds[$0 % kinds.count]] }
      #expect(try expectSameBytes(Drawing(figures: figures), layout), "\(kinds)")
      let holders = (0..<40).map {
        Holder(figure: figures[$0], number: $0, other: $0 % 3 == 0 ? nil : figures[39 - $0])
      }
      try expectSameBytes(holders, layout)
      let names = Dictionary(uniqueKeysWithValues: (0..<20).map { ("\($0)", figures[$0]) })
      #expect(try expectSameBytes(Names(figures: names), layout), "\(kinds)")
      try expectSameBytes(figures.map { Existential<any Drawable>(wrappedValue: $0) }, layout)
    }
    let holders = (0..<20).map {
      Holder(figure: Self.figures[$0 % 2], number: $0, other: $0 % 2 == 0 ? nil : Self.figures[3])
    }
    #expect(try expectSameBytes(holders, layout))
  }

  @Test(arguments: 0..<Rounds.of(60))
  func `random values of one encoder`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let kinds = (0..<3).map { _ in Int.random(in: 0..<Self.figures.count, using: &random) }
    func figures(_ limit: Int) -> [any Drawable] {
      (0..<Int.random(in: 0..<limit, using: &random)).map { _ in
        Self.figures[kinds[Int.random(in: 0..<kinds.count, using: &random)]]
      }
    }
    let encoder = DirectEncoder()
    defer { encoder.dispose() }
    func check(_ value: some Encodable) throws {
      let archiver = KeyedArchiver()
      let expected = try expectedBytes(value, archiver)
      let direct = try archiver.encode(value, with: encoder, { unsafe Array($0) }, { $0.array })
      encoder.end()
      #expect(direct == nil || expected == nil || direct == expected, "\(kinds)")
    }
    for _ in 0..<10 {
      try check(Drawing(figures: figures(30)))
      try check(figures(6).map { _ in Drawing(figures: figures(12)) })
      try check(
        figures(12).map { Holder(figure: $0, number: 1, other: figures(2).first) })
      try check(
        Names(
          figures: Dictionary(uniqueKeysWithValues: figures(12).enumerated().map { ("\($0)", $1) }))
      )
    }
  }
}
