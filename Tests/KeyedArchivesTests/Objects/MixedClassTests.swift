import Testing

@testable import KeyedArchives

/// Objects of several classes in one row: each is the class that the list of the call names for what is asked for there.
@Suite struct MixedClassTests {
  class Shape: Codable {
    var name: String
    init(_ name: String) { self.name = name }
  }
  final class Circle: Shape {}
  class Polygon: Shape {}
  final class Square: Polygon {}
  /// The class that the name “Square” stands for in another call.
  final class OtherSquare: Polygon {}
  final class Stranger: Codable { var name = "" }

  private struct Drawing: Codable {
    var shapes: [Shape]
    var polygons: [Polygon]
    var first: Shape
    @BackReference var parent: Polygon? = nil
  }

  private func bytes() throws -> [UInt8] {
    var shapes: [Shape] = []
    for number in 0..<40 {
      switch number % 4 {
      case 0: shapes.append(Circle("\(number)"))
      case 1: shapes.append(Square("\(number)"))
      case 2: shapes.append(Polygon("\(number)"))
      default: shapes.append(Shape("\(number)"))
      }
    }
    let polygons = shapes.compactMap { $0 as? Polygon }
    var drawing = Drawing(shapes: shapes, polygons: polygons + polygons, first: shapes[1])
    drawing.parent = polygons[0]
    return try KeyedArchiver().encode(drawing)
  }

  @Test(arguments: [false, true])
  func `each call has its own list`(_ usesCells: Bool) throws {
    let bytes = try bytes()
    let all: TypeAllowList = [Circle.self, Square.self, Polygon.self]
    var renamed: TypeAllowList = [Circle.self, Polygon.self]
    renamed.allow(OtherSquare.self, names: [TypeName.of(Square.self).text])
    for round in 0..<4 {
      for (list, square) in [(all, "Square"), (renamed, "OtherSquare")] {
        var unarchiver = KeyedUnarchiver(allowedTypes: list)
        unarchiver.usesCells = usesCells
        let read = try unarchiver.decode(Drawing.self, from: bytes)
        for (number, shape) in read.shapes.enumerated() {
          let name = ["Circle", square, "Polygon", "Shape"][number % 4]
          #expect("\(type(of: shape))" == name && shape.name == "\(number)", "round \(round)")
        }
        #expect(read.polygons.count == 40 && read.polygons[0] === read.shapes[1])
        #expect(read.first === read.shapes[1] && read.parent === read.shapes[1])
      }
      // Without a name of the list, the class is refused, whatever was allowed before.
      for list in [[Circle.self, Polygon.self], [Circle.self, Square.self]] as [TypeAllowList] {
        var unarchiver = KeyedUnarchiver(allowedTypes: list)
        unarchiver.usesCells = usesCells
        let error = #expect(throws: ArchiveError.self) {
          try unarchiver.decode(Drawing.self, from: bytes)
        }
        #expect(error?.code == .typeNotAllowed)
      }
    }
  }

  private struct Pair: Codable {
    var shape: Shape
    var other: Polygon
  }
  private struct WrongPair: Decodable {
    var shape: Shape
    var other: Stranger
  }
  private struct Narrow: Decodable {
    var shape: Shape
    var other: Square
  }

  /// The class that a row was decoded as in one place says nothing of places where another one is asked for.
  @Test(arguments: [false, true])
  func `each place has the class that it asks for`(_ usesCells: Bool) throws {
    let (one, other) = (Square("one"), Square("other"))
    var unarchiver = KeyedUnarchiver(allowedTypes: [Square.self])
    unarchiver.usesCells = usesCells
    for pair in [Pair(shape: one, other: one), Pair(shape: one, other: other)] {
      let bytes: [UInt8] = try KeyedArchiver().encode(pair)
      for _ in 0..<3 {
        let read = try unarchiver.decode(Pair.self, from: bytes)
        #expect(read.shape is Square && read.other is Square)
        #expect((read.shape === read.other) == (pair.shape === pair.other))
        #expect(try unarchiver.decode(Narrow.self, from: bytes).other.name == pair.other.name)
        let error = #expect(throws: ArchiveError.self) {
          try unarchiver.decode(WrongPair.self, from: bytes)
        }
        #expect(error?.code == .typeNotAllowed)
      }
    }
  }

  /// Asks for a class by a variable that is declared for the class above it, and then for the class itself.
  private struct Asking: Decodable {
    init(from decoder: any Decoder) throws {
      var container: any UnkeyedDecodingContainer = try decoder.unkeyedContainer()
      let asked: Polygon.Type = Square.self
      _ = try container.decode(asked)
      _ = try container.decode(Square.self)
    }
  }

  /// A class that a variable of a superclass's type names is the one that is asked for.
  @Test(arguments: [false, true])
  func `a class that a variable names is asked for`(_ usesCells: Bool) throws {
    for others in [[Square("a"), Square("b")], [OtherSquare("a"), OtherSquare("b")]] as [[Polygon]]
    {
      let bytes: [UInt8] = try KeyedArchiver().encode(others)
      let root: [UInt8] = try KeyedArchiver().encode(others[0])
      var unarchiver = KeyedUnarchiver(allowedTypes: [OtherSquare.self])
      unarchiver.usesCells = usesCells
      let asked: Polygon.Type = Square.self
      for _ in 0..<2 {
        if others[0] is Square {
          _ = try unarchiver.decode(Asking.self, from: bytes)
          #expect(try unarchiver.decode(asked, from: root) is Square)
        } else {
          let error = #expect(throws: ArchiveError.self) {
            try unarchiver.decode(Asking.self, from: bytes)
          }
          #expect(error?.code == .typeNotAllowed)
          #expect(throws: ArchiveError.self) { try unarchiver.decode(asked, from: root) }
          // As what it is declared for, it is allowed.
          #expect(try unarchiver.decode(Polygon.self, from: root) is OtherSquare)
        }
      }
    }
  }
}
