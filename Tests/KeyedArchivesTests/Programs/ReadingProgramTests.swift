import ArchiveCompression
import ArchiveFormat
import Foundation
import TestSupport
import Testing

@testable import KeyedArchives

/// Whatever a type does with its containers, and however wrong it is, it gets the same from bytes as from cells.
@Suite struct ReadingProgramTests {
  /// A value of whatever there is, arrays and records most of all.
  fileprivate enum Source: Encodable {
    case probed(ProbedValue)
    case numbers([Int])
    case small([Int8])
    case flags([Bool])
    case maybe([Int?])
    case maybeFlags([Bool?])
    case dates([Date])
    case points([ReadingProgram.Point])
    case lists([[Int]])
    case members(Set<Int>)
    case mixed([Source])
    case one(Int)
    /// The fields of a record: values, nulls, and those that are not there.
    case record([Source??])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .probed(let value): try container.encode(value)
      case .numbers(let value): try container.encode(value)
      case .small(let value): try container.encode(value)
      case .flags(let value): try container.encode(value)
      case .maybe(let value): try container.encode(value)
      case .maybeFlags(let value): try container.encode(value)
      case .dates(let value): try container.encode(value)
      case .points(let value): try container.encode(value)
      case .lists(let value): try container.encode(value)
      case .members(let value): try container.encode(value)
      case .mixed(let values):
        var list = encoder.unkeyedContainer()
        for value in values { try list.encode(value) }
      case .one(let value): try container.encode(value)
      case .record(let fields):
        var record = encoder.container(keyedBy: WideKeys.self)
        for (key, field) in zip(WideKeys.allCases, fields) {
          guard let field else { continue }
          if let field {
            try record.encode(field, forKey: key)
          } else {
            try record.encodeNil(forKey: key)
          }
        }
      }
    }

    static func random(_ generator: inout SeededGenerator, depth: Int = 0) -> Source {
      func numbers() -> [Int] {
        (0..<Int.random(in: 0...6, using: &generator)).map { _ in
          Int.random(in: -90...90, using: &generator)
        }
      }
      switch Int.random(in: 0..<(depth > 2 ? 11 : 18), using: &generator) {
      case 0, 1: return .probed(.random(&generator, depth: 2))
      case 2: return .numbers(numbers())
      case 3: return .small(numbers().map { Int8($0) })
      case 4: return .flags(numbers().map { $0 > 0 })
      case 5: return .maybe(numbers().map { $0 > 0 ? $0 : nil })
      case 6: return .maybeFlags(numbers().map { $0 > 30 ? nil : $0 > 0 })
      case 7: return .dates(numbers().map { Date(timeIntervalSinceReferenceDate: Double($0)) })
      case 8:
        return .points(numbers().map { ReadingProgram.Point(x: $0, name: $0 > 0 ? "n" : nil) })
      case 9: return .lists(numbers().map { Array(repeating: $0, count: abs($0) % 4) })
      case 10: return .one(numbers().count)
      case 11: return .members(Set(numbers()))
      case 12, 13:
        return .record(
          WideKeys.allCases.map { _ in
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: return nil
            case 1: return .some(nil)
            default: return random(&generator, depth: depth + 1)
            }
          })
      default:
        return .mixed(
          (0..<Int.random(in: 0...6, using: &generator)).map { _ in
            random(&generator, depth: depth + 1)
          })
      }
    }
  }

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
    let kept = KeptReaders()
    var unarchiver = KeyedUnarchiver()
    unarchiver.usesCells = usesCells
    unarchiver.userInfo[try #require(.readingSeed)] = seed
    unarchiver.userInfo[try #require(.keptReaders)] = kept
    do {
      let found = lines(try unarchiver.decode(type, from: bytes))
      return found + kept.later.map { $0() }
    } catch {
      // What was refused ends all, in one way sooner than in the other.
      return ["\(error)"]
    }
  }

  @Test func `calls made up at random give the same`() throws {
    var differences = 0
    var lineCount = 0
    for seed in 0..<4_000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let source = Source.random(&generator)
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
  @Test func `changed bytes are refused in both ways, or give the same`() throws {
    var acceptedCount = 0
    for seed in 0..<1_500 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let bytes: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(
        Around(before: 1, value: Source.random(&generator), after: "end"))
      for _ in 0..<4 {
        var sink = ByteSink()
        sink.bytes = Array(bytes.dropLast(4))
        for _ in 0..<Int.random(in: 1...2, using: &generator) {
          let index = Int.random(in: 1..<sink.bytes.count, using: &generator)
          sink.bytes[index] = UInt8.random(in: 0...255, using: &generator)
        }
        sink.fixed(Checksum.crc32(0, sink.bytes[...]))
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
