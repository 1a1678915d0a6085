import ArchiveInspection
import KeyedArchives
import Testing

/// Tags hold the shapes 0–63; those of further shapes are followed by the number (Spec, K3).
@Suite struct ManyShapesTests {
  /// Goes on where a value of as many shapes as asked for is made.
  private func withShapes<Inner: Codable & Equatable>(
    _ count: Int, around inner: Inner, _ body: (any Codable & Equatable) throws -> Void
  ) throws {
    if count == 0 { return try body(inner) }
    try withShapes(count - 1, around: Shell(inner: inner), body)
  }

  private func check<Value: Codable & Equatable>(_ value: Value) throws {
    #expect(try expectSameBytes(value))
    let bytes: [UInt8] = try KeyedArchiver().encode(value)
    #expect(try KeyedUnarchiver().decode(Value.self, from: bytes) == value)
    #expect(findings(bytes).isEmpty)
  }

  @Test(arguments: [1, 63, 64, 65, 66, 127, 128, 129, 130])
  func `a record of any shape is a root`(_ count: Int) throws {
    try withShapes(count, around: 7) { try check($0) }
  }

  @Test(arguments: [61, 62, 63, 64, 65, 66])
  func `a record of any shape is the body of an object`(_ count: Int) throws {
    try withShapes(count, around: 7) { try checkDrawing(after: $0) }
  }

  private func checkDrawing<Before: Codable & Equatable>(after before: Before) throws {
    let discs = (0..<3).map { Disc(radius: $0) }
    let drawing = Drawing(before: before, figures: [Figure()] + discs)
    for layout in Layout.all { #expect(try expectSameBytes(drawing, layout)) }
    let bytes: [UInt8] = try KeyedArchiver().encode(drawing)
    let unarchiver = KeyedUnarchiver(allowedTypes: [Figure.self, Disc.self])
    let back = try unarchiver.decode(Drawing<Before>.self, from: bytes)
    #expect(back.before == before)
    #expect(back.figures.map { ($0 as? Disc)?.radius } == [nil, 0, 1, 2])
    #expect(findings(bytes).isEmpty)
  }

  private func findings(_ bytes: [UInt8]) -> [ArchiveError] {
    ArchiveVerification(of: bytes, requiresCanonicalForm: true).findings
  }

  private class Figure: Codable {
    var name = "figure"
  }

  private final class Disc: Figure {
    var radius: Int
    private enum Key: CodingKey { case radius }
    init(radius: Int) {
      self.radius = radius
      super.init()
    }
    required init(from decoder: any Decoder) throws {
      radius = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .radius)
      super.init()
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(radius, forKey: .radius)
    }
  }

  private struct Drawing<Before: Codable>: Codable {
    var before: Before
    var figures: [Figure]
  }
}

private struct Box<Inner: Codable & Equatable>: Codable, Equatable {
  var inner: Inner
}

/// Has a byte of its own, so that it goes the direct way however deep it nests.
struct Shell<Inner: Codable & Equatable>: Codable, Equatable {
  var inner: Inner
  var number = 1
}
