import ArchiveFormat
import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// Values with more types and shapes, or fields of them, than readers take.
@Suite struct DefinitionLimitTests {
  enum Key: String, CodingKey, CaseIterable {
    case a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9
    case c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, d0, d1, d2, d3, d4, d5, d6, d7, d8, d9
    case e0, e1, e2, e3, e4, e5, e6, e7, e8, e9, f0, f1, f2, f3, f4, f5, f6, f7, f8, f9
    case g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, h0, h1, h2, h3, h4, h5, h6, h7, h8, h9
    case i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, j0, j1, j2, j3, j4, j5, j6, j7, j8, j9
    case k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, l0, l1, l2, l3, l4, l5, l6, l7, l8, l9
    case m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, n0, n1, n2, n3, n4, n5, n6, n7, n8, n9
    case o0, o1, o2, o3, o4, o5, o6, o7, o8, o9, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9
    case q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, r0, r1, r2, r3, r4, r5, r6, r7, r8, r9
    case s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, t0, t1, t2, t3, t4, t5, t6, t7, t8, t9
    case u0, u1, u2, u3, u4, u5, u6, u7, u8, u9, v0, v1, v2, v3, v4, v5, v6, v7, v8, v9
    case w0, w1, w2, w3, w4, w5, w6, w7, w8, w9, x0, x1, x2, x3, x4, x5, x6, x7, x8, x9
  }

  /// A record with the keys from one on: each first key has a shape.
  struct Pair<First, Second>: Codable {
    let start: Int
    let fieldCount: Int
    init(start: Int, fieldCount: Int) { (self.start, self.fieldCount) = (start, fieldCount) }
    init(from decoder: any Decoder) throws { throw CancellationError() }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for key in Key.allCases[start..<start + fieldCount] {
        try container.encode(start, forKey: key)
      }
    }
  }

  /// Elements of several types, in places of their own.
  struct Places<Label>: Encodable {
    let elements: [any Encodable]
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for (key, element) in zip(Key.allCases, elements) {
        try container.encode(element, forKey: key)
      }
    }
  }

  /// Columns of rows of pairs.
  private func grid(
    columnCount: Int, rowCount: Int, shapeCount: Int, fieldCount: Int = 1
  ) -> Places<Never> {
    func row<First, Second>(_: First.Type, _: Second.Type) -> any Encodable {
      Places<Pair<First, Second>>(
        elements: (0..<shapeCount).map { Pair<First, Second>(start: $0, fieldCount: fieldCount) })
    }
    func column<First>(_: First.Type) -> any Encodable {
      Places<First>(elements: Self.types.prefix(rowCount).map { row(First.self, $0) })
    }
    return Places(elements: Self.types.prefix(columnCount).map { column($0) })
  }

  private static let types: [any Any.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
    UInt32.self, UInt64.self, Float.self, Double.self, Bool.self, String.self, Character.self,
    UUID.self, Date.self,
  ]

  /// The sum of all numbers in records.
  struct Sum: Decodable {
    let sum: Int
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      sum = try Key.allCases.filter(container.contains).reduce(0) { sum, key in
        if let number = try? container.decode(Int.self, forKey: key) { return sum + number }
        return sum + (try container.decode(Sum.self, forKey: key).sum)
      }
    }
  }

  private func check(
    _ value: Places<Never>, sum: Int, isDirect: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let archiver = KeyedArchiver()
    for _ in 0..<(isDirect ? 2 : 1) {
      let direct = try archiver.directly(value, { unsafe Array($0) }, { $0.array })
      #expect((direct != nil) == isDirect, sourceLocation: sourceLocation)
      let tape = try archiver.encodeThroughTape(value)
      if let direct {
        if Differential.isWantedHere() { #expect(direct == tape, sourceLocation: sourceLocation) }
      }
      for archive in [tape, direct ?? tape] {
        let read = try KeyedUnarchiver().decode(Sum.self, from: archive)
        #expect(read.sum == sum, sourceLocation: sourceLocation)
      }
    }
  }

  @Test func `a few types and shapes go the direct way`() throws {
    try check(
      grid(columnCount: 3, rowCount: 3, shapeCount: 20), sum: 9 * 190, isDirect: true)
  }

  @Test(.long) func `more shapes than readers take become maps`() throws {
    try check(
      grid(columnCount: 17, rowCount: 17, shapeCount: 228), sum: 289 * 228 * 227 / 2,
      isDirect: false)
  }

  @Test(.long) func `more fields than readers take become maps`() throws {
    try check(
      grid(columnCount: 6, rowCount: 17, shapeCount: 100, fieldCount: 100),
      sum: 6 * 17 * 100 * 99 / 2 * 100, isDirect: false)
  }

  @Test func `readers take as many rows and fields as the limits say`() {
    func areTaken(typeCount: Int, shapeCount: Int, fieldCount: Int = 0) -> Bool {
      var definitions = ArchiveDefinitions()
      for number in 0..<typeCount {
        definitions.types.append(ArchivedTypeRow(name: "T\(number)", isClass: false))
      }
      let field = ShapeField(key: 0, mode: .required, kind: KindID(.int))
      for _ in 0..<shapeCount {
        definitions.shapes.append(
          ArchiveShape(type: nil, fields: Array(repeating: field, count: fieldCount)))
      }
      return definitions.areTakenByReaders
    }
    #expect(areTaken(typeCount: 0, shapeCount: 65_536))
    #expect(!areTaken(typeCount: 0, shapeCount: 65_537))
    #expect(areTaken(typeCount: 500, shapeCount: 65_036))
    #expect(!areTaken(typeCount: 501, shapeCount: 65_036))
    #expect(areTaken(typeCount: 0, shapeCount: 400, fieldCount: 2_500))
    #expect(!areTaken(typeCount: 1, shapeCount: 401, fieldCount: 2_500))
  }

  private func field(
    _ key: Int, _ kind: KindID, _ mode: FieldMode = .required
  ) -> ShapeField { ShapeField(key: key, mode: mode, kind: kind) }

  @Test func `visits to records that share a byte`() {
    // A record of bools and a record of so many records without fields.
    func isPaid(_ count: Int, bools: Int, perByte: Int, without: Int = 100) -> Bool {
      var definitions = ArchiveDefinitions()
      definitions.shapes.append(ArchiveShape(type: nil, fields: []))
      let empty = definitions.kinds.record(ofShape: 0)
      definitions.shapes.append(
        ArchiveShape(type: nil, fields: (0..<count).map { field($0, empty) }))
      let inner = definitions.kinds.record(ofShape: 1)
      definitions.shapes.append(
        ArchiveShape(
          type: nil,
          fields: (0..<bools).map { field($0, KindID(.bool)) } + [field(bools, inner)]))
      return definitions.paysForRecords(visitsPerByte: perByte, visitsWithoutBytes: without)
    }
    // The record, a bool, the field and its record, and two for each of the others.
    #expect(isPaid(10, bools: 1, perByte: 24))
    #expect(!isPaid(11, bools: 1, perByte: 24))
    #expect(isPaid(18, bools: 9, perByte: 24))
    #expect(!isPaid(19, bools: 9, perByte: 24))
    #expect(isPaid(2, bools: 1, perByte: 24, without: 5))
    #expect(!isPaid(3, bools: 1, perByte: 24, without: 5))
  }

  @Test func `records that hold themselves, in any order`() {
    // B may hold an A, and A always holds a B; both hold so many records without fields.
    func isPaid(_ count: Int, isBFirst: Bool) -> Bool {
      var definitions = ArchiveDefinitions()
      let (a, b) = isBFirst ? (2, 1) : (1, 2)
      let kinds = [0, a, b].map { definitions.kinds.record(ofShape: $0) }
      let empties = (0..<count).map { field($0, kinds[0]) }
      let shapeOfA = ArchiveShape(type: nil, fields: [field(99, kinds[2])] + empties)
      let shapeOfB = ArchiveShape(type: nil, fields: [field(99, kinds[1], .optional)] + empties)
      definitions.shapes.append(ArchiveShape(type: nil, fields: []))
      for shape in isBFirst ? [shapeOfB, shapeOfA] : [shapeOfA, shapeOfB] {
        definitions.shapes.append(shape)
      }
      return definitions.paysForRecords(visitsPerByte: 24, visitsWithoutBytes: 1)
    }
    for isBFirst in [false, true] {
      // A: itself, the field, B with the field that is absent, and two for each of the others.
      #expect(isPaid(5, isBFirst: isBFirst))
      #expect(!isPaid(6, isBFirst: isBFirst))
    }
  }
}
