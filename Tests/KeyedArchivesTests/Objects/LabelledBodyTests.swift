import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// Objects whose bodies are no records of their class: such a body has the class as a label. They go straight to bytes, and are those of the
/// general way.
@Suite struct LabelledBodyTests {
  private typealias Shape = LabelledShapes.Shape
  private typealias Corners = LabelledShapes.Corners
  private typealias Box = LabelledShapes.Box
  private typealias Table = LabelledShapes.Table
  private typealias Plain = LabelledShapes.Plain
  private typealias Tree = LabelledShapes.Tree
  private typealias Drawing = LabelledShapes.Drawing
  private typealias TextKey = LabelledShapes.TextKey

  private static let list: TypeAllowList = [
    Corners.self, Box<Int>.self, Box<[Int]>.self, Box<String>.self, Box<Shape>.self, Table.self,
    Plain.self, Tree.self, Shape.self, Box<Drawing>.self,
  ]
  private static let archivers = [
    KeyedArchiver(), KeyedArchiver(framing: .multiPart), KeyedArchiver(compression: .zlib()),
  ]

  /// Each value is what the general way makes of it, after all others.
  ///
  /// - Parameter isDirect: False if some need the general way.
  private func check<Value: Codable>(
    _ values: [Value], isDirect: Bool = true, text: (Value) -> String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for archiver in Self.archivers {
      let encoder = DirectEncoder()
      defer { encoder.dispose() }
      for (number, value) in (values + values.reversed()).enumerated() {
        let general = try archiver.encodeThroughTape(value)
        let direct = try archiver.encode(value, with: encoder, { unsafe Array($0) }, { $0.array })
        encoder.end()
        // A first attempt may find out too much for its passes.
        if isDirect, number >= values.count {
          #expect(direct != nil, "value \(number)", sourceLocation: sourceLocation)
        }
        if Differential.isWantedHere(), let direct {
          #expect(direct == general, "value \(number)", sourceLocation: sourceLocation)
        }
        for bytes in [direct, general].compactMap(\.self) {
          let back = try KeyedUnarchiver(allowedTypes: Self.list).decode(Value.self, from: bytes)
          #expect(text(back) == text(value), "value \(number)", sourceLocation: sourceLocation)
        }
      }
    }
  }

  /// Shapes of several classes, in turn.
  private static func makeShapes(_ count: Int, from start: Int = 0) -> [Shape] {
    (start..<start + count).map { number in
      switch number % 6 {
      case 0: Corners((0...number % 50).map { Double($0) })
      case 1: Box(number)
      case 2: Table(["a": number, "b": 2])
      case 3: Plain("\(number)")
      case 4: Box((0..<number % 40).map { $0 * 1_000 })
      default: Box<Shape>(Corners([Double(number)]))
      }
    }
  }

  @Test func `alone and in fields`() throws {
    try check(Self.makeShapes(12)) { $0.text }
    let corners = Corners([1, 2])
    try check([
      Drawing(), Drawing(first: corners), Drawing(first: Box(7), corners: corners),
      Drawing(first: corners, corners: corners, shapes: [corners]),
      Drawing(first: Plain("x"), named: ["a": Box("t"), "b": Plain("y"), "c": Box("u")]),
    ]) { $0.text }
  }

  @Test func `in rows of one class`() throws {
    for count in [0, 1, 3, 40, 9_000] {
      try check([(0..<count).map { Corners([Double($0), 2]) }]) { "\($0.map(\.text))" }
      try check([(0..<count).map { Box($0) }]) { "\($0.map(\.text))" }
      try check([(0..<count).map { Table(["k": $0]) }]) { "\($0.map(\.text))" }
    }
    try check([[[Corners([1])], [], [Corners([]), Corners([2, 3])]]]) {
      "\($0.map { $0.map(\.text) })"
    }
  }

  /// Classes come for the first time in any order, so that the numbers of their rows do, too.
  @Test func `in rows of several classes`() throws {
    let starts = (0..<6).map { Self.makeShapes(8, from: $0) }
    try check(starts) { "\($0.map(\.text))" }
    try check([Drawing(shapes: starts[1], rows: starts), Drawing(rows: starts.reversed())]) {
      $0.text
    }
  }

  /// Blocks begin inside of bodies, and their states name rows.
  @Test func `in several blocks`() throws {
    let lists: [[Shape]] = [
      (0..<9_000).map { number -> Shape in
        number.isMultiple(of: 2) ? Corners([Double(number), 1, 2]) : Plain("number \(number)")
      },
      (0..<60).map { number -> Shape in
        number.isMultiple(of: 2)
          ? Corners((0..<2_000).map { Double($0 + number) }) : Plain("number \(number)")
      },
      (0..<60).map { number -> Shape in
        number.isMultiple(of: 2)
          ? Plain("number \(number)") : Corners((0..<2_000).map { Double($0 + number) })
      },
    ]
    try check(lists) { "\($0.map(\.text))" }
    try check([Drawing(first: lists[1][0], rows: [lists[0], [], lists[1]])]) { $0.text }
    try check([lists[0].map { [$0] as [Shape] }]) { "\($0.map { $0.map(\.text) })" }
    try check([Box((0..<60_000).map { $0 })]) { $0.text }
    try check([Tree(1, (0..<300).map { Tree($0, (0..<40).map { Tree($0) }) })]) { $0.text }
  }

  /// A place that held a body with a label in the last value holds a record of another class in the next.
  @Test func `a label is not that of the last value`() throws {
    try check([[Corners([1]) as Shape], [Plain("x")], [Box(1)], [Plain("y")]]) {
      "\($0.map(\.text))"
    }
  }

  /// The inner object ends first, and is what its place names.
  @Test func `bodies inside of bodies at one place`() throws {
    let values = [
      Tree(1, [Tree(2, [Corners([1])])]), Tree(1, [Corners([]), Tree(2, [Box(1)])]),
      Tree(1, [Tree(2, [Plain("x"), Tree(3)]), Plain("y")]),
    ]
    try check(values, isDirect: false) { $0.text }
    try check(
      [values, values.reversed(), [Corners([]), values[1]]].map { Drawing(shapes: $0) },
      isDirect: false
    ) { $0.text }
  }

  /// The field of a record inside of an object in that field: one place for both, and two labels.
  @Test func `bodies of two classes in one field`() throws {
    let inner = Drawing(first: Corners([1, 2]), shapes: [Box(1)])
    let outer = Drawing(first: Box<Drawing>(inner), shapes: [Box<Drawing>(inner), Corners([3])])
    try check([outer, inner, Drawing(first: Box<Drawing>(outer))], isDirect: false) { $0.text }
  }

  /// An array without elements leaves open what it holds. Elements behind an object of another class do not determine that.
  @Test func `kinds that are found out later`() throws {
    let (none, some) = (Corners([]), Corners([1]))
    try check([
      Drawing(rows: [[none], [some]]), Drawing(rows: [[none], [some, Plain("x")], [some]]),
    ]) { $0.text }
    try check([Drawing(rows: [[none], [Plain("x"), some], [some]])], isDirect: false) { $0.text }
  }

  @Test func `one class with bodies of several kinds`() throws {
    /// A number, a text, or an array.
    final class Any3: Shape {
      let number: Int
      init(_ number: Int) {
        self.number = number
        super.init()
      }
      required init(from decoder: any Decoder) throws { throw CocoaError(.coderReadCorrupt) }
      override func encode(to encoder: any Encoder) throws {
        switch number % 4 {
        case 0, 1:
          var container = encoder.singleValueContainer()
          if number % 4 == 0 {
            try container.encode(number)
          } else {
            try container.encode("\(number)")
          }
        case 2:
          var container = encoder.unkeyedContainer()
          try container.encode(number)
        default:
          var container = encoder.container(keyedBy: TextKey.self)
          try container.encode(number, forKey: TextKey(stringValue: "n"))
        }
      }
    }
    for archiver in Self.archivers {
      for start in 0..<4 {
        let values = (0..<9).map { Any3($0 * 3 + start) }
        let general = try archiver.encodeThroughTape(values)
        let whole: [UInt8] = try archiver.encode(values)
        #expect(whole == general)
      }
    }
  }

  /// The kind of an object inside may be so deep that the label around says nothing of it, though its place names another class.
  @Test func `kinds of many codes`() throws {
    func nest(_ shape: Shape, _ count: Int) -> Shape {
      count == 0 ? shape : Box<Shape>(nest(shape, count - 1))
    }
    for count in 0..<6 {
      let lists = (0..<4).map { start -> [Shape] in
        (0..<5).map { nest($0 == 0 ? Plain("x") : Corners([1]), ($0 * count + start) % 6) }
      }
      try check(lists, isDirect: false) { "\($0.map(\.text))" }
      try check(lists.map { [$0, lists[0]] }, isDirect: false) { "\($0.map { $0.map(\.text) })" }
    }
  }

  /// A body with a label takes more levels of a reader than one without.
  @Test(arguments: [40, 64, 512]) func `levels`(_ limit: Int) throws {
    var archiver = KeyedArchiver()
    archiver.maximumDepth = limit
    for depth in 1...limit / 2 {
      var tree = Tree(0)
      for number in 1...depth { tree = Tree(number, [tree]) }
      let general = Result { try archiver.encodeThroughTape(tree) }
      let whole = Result { try archiver.encode(tree) as [UInt8] }
      switch (general, whole) {
      case (.success(let general), .success(let whole)): #expect(general == whole)
      case (.failure, .failure): break
      default: Issue.record("\(depth) levels: \(general) and \(whole)")
      }
    }
  }

  @Test func `in several roots`() throws {
    let shapes = Self.makeShapes(30)
    func bytes(isDirect: Bool) throws -> Data {
      try KeyedArchiver().encodeRoots(isDirect: isDirect) { roots in
        for (number, shape) in shapes.enumerated() {
          try roots.encode(shape, named: "\(number)")
          try roots.encode([shape], named: "list \(number)")
        }
      }
    }
    let direct = try bytes(isDirect: true)
    #expect(try direct == bytes(isDirect: false))
    let unarchiver = KeyedUnarchiver(allowedTypes: Self.list)
    let roots = try unarchiver.roots(of: direct)
    for (number, shape) in shapes.enumerated() {
      #expect(try roots.decode(Shape.self, named: "\(number)").text == shape.text)
    }
  }

  @Test(arguments: [1, 7, 64]) func `in streams`(_ batch: Int) throws {
    let shapes = Self.makeShapes(200)
    let direct = try stream(shapes, batchCount: batch)
    let unarchiver = KeyedUnarchiver(allowedTypes: Self.list)
    #expect(try elements(Shape.self, of: direct, unarchiver).map(\.text) == shapes.map(\.text))
    let drawings = shapes.map {
      Drawing(first: $0, corners: Corners([2]), shapes: [$0, shapes[3]])
    }
    let second = try stream(drawings, batchCount: batch)
    #expect(try elements(Drawing.self, of: second, unarchiver).map(\.text) == drawings.map(\.text))
  }

  /// The rows of a class and of its superclass, in a stream.
  @Test func `superclasses with versions`() throws {
    class Base: Codable, ArchiveEvolving {
      class var archiveEvolution: ArchiveEvolution { ArchiveEvolution(of: Base.self, version: 2) }
      init() {}
      required init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        _ = try container.decode(Int.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(1)
      }
    }
    final class Derived: Base {
      override class var archiveEvolution: ArchiveEvolution {
        ArchiveEvolution(of: Derived.self, version: 5)
      }
    }
    struct Holder: Codable {
      var number: Int
      var derived = Derived()
    }
    let holders = (0..<20).map { Holder(number: $0) }
    for count in [1, 7, 64] {
      let bytes = try stream(holders, batchCount: count)
      let unarchiver = KeyedUnarchiver(allowedTypes: [Derived.self, Base.self])
      #expect(try elements(Holder.self, of: bytes, unarchiver).map(\.number) == Array(0..<20))
    }
    let whole: [UInt8] = try KeyedArchiver().encode(holders)
    #expect(try whole == KeyedArchiver().encodeThroughTape(holders))
  }

  @Test func `against a dictionary`() throws {
    let drawings = Self.makeShapes(12).map { Drawing(first: $0, shapes: [$0, Corners([1])]) }
    var dictionary = ShapeDictionary()
    for drawing in drawings + drawings {
      let encoding = try KeyedArchiver().encode(drawing, against: dictionary)
      dictionary = try dictionary.adding(encoding.additions)
      let back = try KeyedUnarchiver(allowedTypes: Self.list).decode(
        Drawing.self, from: encoding.bytes, dictionary: dictionary)
      #expect(back.text == drawing.text)
    }
  }
}
