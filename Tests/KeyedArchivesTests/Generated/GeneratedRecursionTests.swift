import ArchiveCompression
import ArchiveFormat
import KeyedArchives
import TestTraits
import Testing

/// Definitions and content that nest without an end that is near.
@Suite struct GeneratedRecursionTests {
  private struct Tree: Codable, Equatable, ArchivableRecord {
    var kids: [Tree]

    init(kids: [Tree]) { self.kids = kids }

    static func describeFields(_ fields: inout ArchiveFields) { fields.add("kids", \Self.kids) }

    func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
      writer.put(ArchiveStateBits())
      writer.put(kids, at: places[0])
    }

    init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
      var bits = try reader.takeBits(at: places)
      kids = try reader.take([Tree].self, &bits, at: places[0])
    }
  }

  /// Holds another of its kind without an array, as far as its fields tell.
  private struct Chain: Codable, Equatable, ArchivableRecord {
    var value: UInt8
    private var rest: [Chain]
    var next: Chain? { rest.first }

    enum CodingKeys: CodingKey { case value, next }

    init(value: UInt8, next: Chain?) {
      self.value = value
      rest = next.map { [$0] } ?? []
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(value, forKey: .value)
      try container.encodeIfPresent(next, forKey: .next)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        value: try container.decode(UInt8.self, forKey: .value),
        next: try container.decodeIfPresent(Chain.self, forKey: .next))
    }

    static func describeFields(_ fields: inout ArchiveFields) {
      fields.add("value", \Self.value)
      fields.add("next", \Self.next)
    }

    func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
      var bits = ArchiveStateBits()
      bits.add(value)
      bits.add(next)
      writer.put(bits)
      writer.put(value, at: places[0])
      writer.put(next, at: places[1])
    }

    init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
      var bits = try reader.takeBits(at: places)
      let value = try reader.take(UInt8.self, &bits, at: places[0])
      let next = try reader.take(Chain?.self, &bits, at: places[1])
      self.init(value: value, next: next)
    }
  }

  private func archive(_ definitions: ArchiveDefinitions, _ content: [UInt8]) -> [UInt8] {
    var sink = ByteSink()
    sink.byte(ArchiveFraming.lead)
    sink.append(definitions.write().bytes[...])
    sink.append(content[...])
    sink.fixed(SinglePart.checksum(of: sink.bytes[...]))
    return sink.bytes
  }

  private func expectSame<Value: Codable & Equatable>(
    _ type: Value.Type, _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) -> Value? {
    let generated = Result { try KeyedUnarchiver().decode(type, from: bytes) }
    let general = Result {
      try KeyedUnarchiver(usesGeneratedCode: false).decode(type, from: bytes)
    }
    let values = (try? generated.get(), try? general.get())
    if Differential.isWantedHere() { #expect(values.0 == values.1, sourceLocation: sourceLocation) }
    guard case .failure(let first) = generated, case .failure(let second) = general else {
      return values.0
    }
    if Differential.isWantedHere() {
      #expect("\(first)" == "\(second)", sourceLocation: sourceLocation)
    }
    return nil
  }

  @Test(arguments: [1, 31, 32, 33, 20_000])
  func `shapes that hold the next one are described as far as is needed`(count: Int) throws {
    var definitions = ArchiveDefinitions()
    definitions.keys = ["kids"]
    for shape in 0..<count {
      let inner =
        shape == count - 1
        ? KindID.undetermined : definitions.kinds.record(ofShape: shape + 1)
      definitions.shapes.append(
        ArchiveShape(
          type: nil,
          fields: [
            ShapeField(
              key: 0, mode: .required, kind: definitions.kinds.container(.array, of: inner))
          ]))
    }
    // No kids.
    #expect(expectSame(Tree.self, archive(definitions, [0xC0, 0x01])) == Tree(kids: []))
    // One kid, which has one, as far as there are shapes and levels.
    let depth = min(count - 1, 100)
    let content = [0xC0] + [UInt8](repeating: 0x05, count: depth) + [0x01]
    var tree = Tree(kids: [])
    for _ in 0..<depth { tree = Tree(kids: [tree]) }
    #expect(expectSame(Tree.self, archive(definitions, content)) == tree)
  }

  @Test(arguments: [0, 1, 40, 300_000])
  func `a record that holds itself without a collection is read level by level`(
    depth: Int
  ) throws {
    var definitions = ArchiveDefinitions()
    definitions.keys = ["value", "next"]
    definitions.shapes = [
      ArchiveShape(
        type: nil,
        fields: [
          ShapeField(key: 0, mode: .required, kind: KindID(.uint8)),
          ShapeField(key: 1, mode: .optional, kind: definitions.kinds.record(ofShape: 0)),
        ])
    ]
    var content: [UInt8] = [0xC0]
    for _ in 0..<depth { content += [1, 7] }
    content += [0, 9]
    let value = expectSame(Chain.self, archive(definitions, content))
    #expect((value != nil) == (depth < 100))
    if depth == 40 {
      var chain = Chain(value: 9, next: nil)
      for _ in 0..<depth { chain = Chain(value: 7, next: chain) }
      #expect(value == chain)
      #expect(try roundTrip(chain) == chain)
    }
  }

  @Test func `damage anywhere in several parts is refused`()
    throws
  {
    let values = [Array(0..<100_000), Array(1..<90_000)]
    let first: [UInt8] = try KeyedArchiver(framing: .multiPart).encode(values)
    #expect(try KeyedUnarchiver().decode([[Int]].self, from: first) == values)
    for place in stride(from: 0, to: first.count, by: 1_009) {
      var changed = first
      changed[place] ^= 0x10
      #expect(throws: ArchiveError.self) {
        try KeyedUnarchiver().decode([[Int]].self, from: changed)
      }
    }
  }
}
