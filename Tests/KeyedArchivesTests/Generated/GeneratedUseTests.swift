import KeyedArchives
import Testing

/// Generated code reads what it can, and nothing else.
@Suite struct GeneratedUseTests {
  private let first = Counted(1, weight: 2)
  private let second = Counted(-300, "a name of more than fifteen bytes", isOn: false)

  /// Reads what was archived, maybe as another type; every counted record in it by generated code, or
  /// none.
  private func expect<Source: Encodable, Value: Codable & Equatable>(
    _ source: Source, as value: Value, generated: Int, general: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for layout in Layout.all {
      let bytes = try layout.bytes(source)
      // The second time the definitions are known, the third time the root is.
      for _ in 0..<3 {
        let counts = try ReadingCounts.of {
          let read = try KeyedUnarchiver().decode(Value.self, from: bytes)
          #expect(read == value, sourceLocation: sourceLocation)
        }
        #expect(counts.generated == generated, "generated", sourceLocation: sourceLocation)
        #expect(counts.general == general, "general", sourceLocation: sourceLocation)
      }
      ThreeWays(Value.self, bytes).expectSame(sourceLocation: sourceLocation)
    }
  }

  private func expect<Value: Codable & Equatable>(
    _ value: Value, generated: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expect(value, as: value, generated: generated, sourceLocation: sourceLocation)
  }

  @Test func `at the root and in collections`() throws {
    try expect(first, generated: 1)
    try expect([first, second], generated: 2)
    try expect([] as [Counted], generated: 0)
    try expect([[first], [], [second, first]], generated: 3)
    try expect(["a": first, "b": second], generated: 2)
    try expect([1: first, -2: second], generated: 2)
    try expect(["1": [first], "2": [first, second]], generated: 3)
    try expect(Set([first, second]), generated: 2)
  }

  @Test func `in types without generated code`() throws {
    struct Around: Codable, Equatable {
      var first: Counted
      var maybe: Counted?
      var none: Counted?
      var list: [Counted]
      var byName: [String: Counted]
      var members: Set<Counted>
      var nested: [[Counted]]
      var optionals: [Counted?]
      var inner: [Inner]
    }
    struct Inner: Codable, Equatable {
      var counted: Counted
      var number: Int
    }
    let around = Around(
      first: first, maybe: second, none: nil, list: [first, second], byName: ["a": first],
      members: [second], nested: [[first], [second]], optionals: [nil, first],
      inner: [.init(counted: first, number: 1), .init(counted: second, number: 2)])
    try expect(around, generated: 11)
    try expect([around, around], generated: 22)
  }

  @Test func `in generated code, beside values without any`() throws {
    let box = HandWritten.Box(value: first, maybe: second, values: [first, second])
    try expect(box, generated: 4)
    let outer = HandWritten.Box(value: box, maybe: nil, values: [box, box])
    try expect([outer, outer], generated: 24)
    let plain = HandWritten.Plain(vector: .init(x: 1, y: 2, z: 3), nodes: [], maybe: nil)
    struct Pair: Codable, Equatable, Sendable {
      var counted: Counted
      var plain: HandWritten.Plain
    }
    let pair = Pair(counted: first, plain: plain)
    try expect(HandWritten.Box(value: pair, maybe: pair, values: [pair]), generated: 3)
  }

  @Test func `not where fields are missing, added or in another order`() throws {
    struct Fewer: Encodable {
      var id = 1
      var name = "n"
    }
    struct More: Encodable {
      var id = 1
      var name = "n"
      var isOn = true
      var weight: Double? = 2
      var age = 7
    }
    struct Other: Encodable {
      var name = "n"
      var id = 1
      var isOn = true
      var weight: Double? = 2
    }
    try expect([Fewer()], as: [Counted(1, "n")], generated: 0, general: 1)
    try expect([More()], as: [Counted(1, "n", weight: 2)], generated: 0, general: 1)
    try expect(["k": Other()], as: ["k": Counted(1, "n", weight: 2)], generated: 0, general: 1)
  }

  @Test func `not where a field has another kind or may be absent`() throws {
    struct Small: Encodable {
      var id: UInt8 = 1
      var name = "n"
      var isOn = true
      var weight: Double?
    }
    struct Present: Encodable {
      var id = 1
      var name = "n"
      var isOn = true
      var weight: Double = 2
    }
    struct Maybe: Encodable {
      var id: Int? = 1
      var name = "n"
      var isOn = true
      var weight: Double? = 2
    }
    struct MaybeOn: Encodable {
      var id = 1
      var name = "n"
      var isOn: Bool?
      var weight: Double? = 2
    }
    struct Narrow: Encodable {
      var id = 1
      var name = "n"
      var isOn = true
      var weight: Float? = 2
    }
    let counted = Counted(1, "n", weight: 2)
    try expect([Small()], as: [Counted(1, "n")], generated: 0, general: 1)
    try expect([Present()], as: [counted], generated: 0, general: 1)
    try expect([Maybe()], as: [counted], generated: 0, general: 1)
    try expect([MaybeOn(), MaybeOn()], as: [counted, counted], generated: 0, general: 2)
    try expect([Narrow()], as: [counted], generated: 0, general: 1)
  }

  @Test func `not where only some of the shapes fit`() throws {
    struct Small: Codable, Equatable {
      var id: UInt8
      var name: String
    }
    enum Either: Encodable {
      case whole(Counted)
      case small(Small)
      func encode(to encoder: any Encoder) throws {
        switch self {
        case .whole(let value): try value.encode(to: encoder)
        case .small(let value): try value.encode(to: encoder)
        }
      }
    }
    let bytes: [UInt8] = try KeyedArchiver().encode([
      Either.whole(first), .small(Small(id: 5, name: "s")), .whole(second),
    ])
    let ways = ThreeWays([Counted].self, bytes)
    #expect((try? ways.generated.get()) == [first, Counted(5, "s"), second])
    ways.expectSame()
  }

  @Test func `not where it is switched off`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode([first, second])
    let counts = try ReadingCounts.of {
      let read = try KeyedUnarchiver(usesGeneratedCode: false).decode([Counted].self, from: bytes)
      #expect(read == [first, second])
    }
    #expect(counts.generated == 0 && counts.general == 2)
  }

  @Test func `older and newer types of the same name`() throws {
    let twins = try GeneratedTwins.archives()
    #expect(try OtherTwins.areRead(from: twins))
    #expect(try GeneratedTwins.areRead(from: PlainTwins.archives()))
  }
}

// The types of GeneratedTwins.swift at another time: one field more, one fewer, defaults for those that
// an archive lacks.
private struct TwinVector: Codable, Equatable {
  var x: Float
  var y: Float
  var z: Float

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    x = try container.decode(Float.self, forKey: .x)
    y = try container.decode(Float.self, forKey: .y)
    z = try container.decodeIfPresent(Float.self, forKey: .z) ?? 7
  }
}

extension TwinVector: ArchivableRecord {
  static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("x", \Self.x)
    fields.add("y", \Self.y)
    fields.add("z", \Self.z)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(x)
    bits.add(y)
    bits.add(z)
    writer.put(bits)
    writer.put(x, at: places[0])
    writer.put(y, at: places[1])
    writer.put(z, at: places[2])
  }

  init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    x = try reader.take(Float.self, &bits, at: places[0])
    y = try reader.take(Float.self, &bits, at: places[1])
    z = try reader.take(Float.self, &bits, at: places[2])
  }
}

private struct TwinForest: Codable, Equatable {
  var places: [TwinVector]
}

private enum OtherTwins {
  static func areRead(from archives: [[UInt8]]) throws -> Bool {
    let values = try archives.map { try KeyedUnarchiver().decode(TwinForest.self, from: $0) }
    return values.map(\.places.count) == [0, 0, 2, 2, 1, 1]
      && values.allSatisfy { $0.places.allSatisfy { $0.x == 1.5 && $0.y == -2 && $0.z == 7 } }
  }
}
