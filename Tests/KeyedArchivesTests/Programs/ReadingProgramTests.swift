import ArchiveCompression
import ArchiveFormat
import FuzzCases
import TestSupport
import TestTraits
import Testing

@testable import KeyedArchives

/// Whatever a type does with its containers, and however wrong it is, it gets the same from bytes as from cells.
@Suite(.differential) struct ReadingProgramTests {
  fileprivate struct Around<Value> {
    var before: Int
    var value: Value
    var after: String
    enum Keys: CodingKey { case before, value, after }
  }

  fileprivate func transcript<Value: Decodable>(
    _ type: Value.Type, _ bytes: [UInt8], _ seed: UInt64, usesCells: Bool,
    _ lines: (Value) -> [String]
  ) throws -> [String] {
    let generator = SeededGenerator(seed: seed)
    let state = ReadingState(generator.bytes(600))
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    unarchiver.userInfo[try #require(.readingState)] = state
    do {
      let found = lines(try unarchiver.decode(type, from: bytes))
      return found + state.keptLines()
    } catch {
      // What was refused ends all, in one way sooner than in the other.
      return ["\(error)"]
    }
  }

  @Test(.long) func `calls made up at random give the same`() throws {
    var differences = 0
    var lineCount = 0
    for seed in 0..<4_000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let source = ReadingSource.random(&generator)
      let inside = seed % 2 == 0
      let bytes: [UInt8] =
        inside
        ? try KeyedArchiver().encode(Around(before: 1, value: source, after: "end"))
        : try KeyedArchiver().encode(source)
      func read(_ usesCells: Bool) throws -> [String] {
        inside
          ? try transcript(Around<Transcript>.self, bytes, seed, usesCells: usesCells) {
            $0.value.lines + [$0.after]
          }
          : try transcript(Transcript.self, bytes, seed, usesCells: usesCells) { $0.lines }
      }
      let (direct, cells) = (try read(false), try read(true))
      lineCount += direct.count
      guard direct != cells else { continue }
      differences += 1
      if differences < 4 {
        let place = zip(direct, cells).prefix { $0 == $1 }.count
        Issue.record(
          """
          seed \(seed), line \(place), \(source):
          \(direct.dropFirst(place).first ?? "nothing") straight from bytes,
          \(cells.dropFirst(place).first ?? "nothing") from cells; before it:
          \(direct.prefix(place).joined(separator: "\n"))
          """)
      }
    }
    #expect(differences == 0)
    #expect(lineCount > 20_000)
  }
}

extension ReadingProgramTests {
  @Test(.long) func `changed bytes are refused in both ways, or give the same`() throws {
    var acceptedCount = 0
    for seed in 0..<1_500 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let bytes: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(
        Around(before: 1, value: ReadingSource.random(&generator), after: "end"))
      for _ in 0..<4 {
        var sink = ByteSink()
        sink.bytes = Array(bytes.dropLast(4))
        for _ in 0..<Int.random(in: 1...2, using: &generator) {
          let index = Int.random(in: 1..<sink.bytes.count, using: &generator)
          sink.bytes[index] = UInt8.random(in: 0...255, using: &generator)
        }
        sink.fixed(SinglePart.checksum(of: sink.bytes[...]))
        let changed = sink.bytes
        func read(_ usesCells: Bool) throws -> [String] {
          try transcript(Around<Transcript>.self, changed, seed, usesCells: usesCells) {
            $0.value.lines + [$0.after, "read"]
          }
        }
        let (direct, cells) = (try read(false), try read(true))
        let isAccepted = direct.contains("read")
        #expect(isAccepted == cells.contains("read"), "seed \(seed): \(direct), \(cells)")
        if isAccepted {
          acceptedCount += 1
          #expect(direct == cells, "seed \(seed)")
        }
      }
    }
    #expect(acceptedCount > 100)
  }
}

extension ReadingProgramTests.Around: Encodable where Value: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(before, forKey: .before)
    try container.encode(value, forKey: .value)
    try container.encode(after, forKey: .after)
  }
}

extension ReadingProgramTests.Around: Decodable where Value: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    before = try container.decode(Int.self, forKey: .before)
    value = try container.decode(Value.self, forKey: .value)
    after = try container.decode(String.self, forKey: .after)
  }
}
