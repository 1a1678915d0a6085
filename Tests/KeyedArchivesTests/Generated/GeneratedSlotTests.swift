import KeyedArchives
import Testing

/// One kind in an archive may be asked for several types in turn.
@Suite struct GeneratedSlotTests {
  /// What is archived: records that hold numbers and arrays of such records.
  struct Source: Codable {
    var number: Int
    var parts: [Part]
  }

  enum Part: Codable {
    case number(Int)
    case sources([Source])

    init(from decoder: any Decoder) throws { self = .number(0) }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .sources(let sources): try container.encode(sources)
      }
    }
  }

  /// What it is read as: the arrays in it are those of another type than the one around them.
  struct Target: Codable, Equatable {
    var number: Int
    var parts: [[Other]]
  }

  /// Has other bytes in memory than a target.
  struct Other: Codable, Equatable {
    var number: Int
    var text = "a text of more than fifteen bytes"

    enum CodingKeys: CodingKey { case number }
  }

  @Test func `a kind that is asked for another type while it is read`() throws {
    let inner = Source(number: 7, parts: [.number(1)])
    // Within the parts a run has the kind of the root; the root fails after it was read.
    let broken = [
      Source(number: 1, parts: []), Source(number: 2, parts: [.sources([inner, inner])]),
      Source(number: 3, parts: [.number(4)]),
    ]
    let whole = [
      Source(number: 1, parts: [.sources([.init(number: 8, parts: [])])]),
      Source(number: 2, parts: []),
    ]
    for _ in 0..<3 {
      let ways = ThreeWays([Target].self, try KeyedArchiver().encode(broken))
      #expect(!ways.isAccepted, "a number is no array")
      ways.expectSame()
      let other = ThreeWays([Target].self, try KeyedArchiver().encode(whole))
      #expect(other.isAccepted)
      other.expectSame()
    }
  }

  @Test func `types that take turns`() throws {
    struct Turns: Codable {
      var names: [String] = []

      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          if let triangle = try? container.decode(HandWritten.Triangle.self) {
            names.append("\(triangle)")
          } else if let node = try? container.decode(HandWritten.Node.self) {
            names.append(node.name)
          } else {
            names.append("\(try container.decode(HandWritten.Vector.self))")
          }
        }
      }
    }
    let vector = HandWritten.Vector(x: 1, y: 2, z: 3)
    let vectors = [HandWritten.Vector](repeating: vector, count: 20)
    let ways = ThreeWays(Turns.self, try KeyedArchiver().encode(vectors))
    #expect((try? ways.generated.get())?.names == vectors.map { "\($0)" })
    ways.expectSame()
  }
}

extension GeneratedSlotTests.Target: ArchivableRecord {
  static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("number", \Self.number)
    fields.add("parts", \Self.parts)
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    bits.add(number)
    bits.add(parts)
    writer.put(bits)
    writer.put(number, at: places[0])
    writer.put(parts, at: places[1])
  }

  init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    number = try reader.take(Int.self, &bits, at: places[0])
    parts = try reader.take([[GeneratedSlotTests.Other]].self, &bits, at: places[1])
  }
}
