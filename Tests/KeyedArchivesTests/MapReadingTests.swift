import KeyedArchives
import TestSupport
import TestTraits
import Testing

/// Maps that containers read whose keys are strings: in any order, again and again, and after their value.
@Suite struct MapReadingTests {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private enum Entry: Encodable, Equatable {
    case number(Int)
    case text(String)
    case flag(Bool)
    case real(Double)
    case none
    case list([Int])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      case .flag(let value): try container.encode(value)
      case .real(let value): try container.encode(value)
      case .none: try container.encodeNil()
      case .list(let value): try container.encode(value)
      }
    }

    /// Reads the entry as what it is.
    func read(_ container: KeyedDecodingContainer<Name>, _ key: Name) throws -> Entry {
      switch self {
      case .number: .number(try container.decode(Int.self, forKey: key))
      case .text: .text(try container.decode(String.self, forKey: key))
      case .flag: .flag(try container.decode(Bool.self, forKey: key))
      case .real: .real(try container.decode(Double.self, forKey: key))
      case .none: try container.decodeNil(forKey: key) ? .none : .text("not null")
      case .list: .list(try container.decode([Int].self, forKey: key))
      }
    }
  }

  /// What is drawn, and what did not come as it should.
  private final class Script: @unchecked Sendable {
    static let key = CodingUserInfoKey(rawValue: "script").unsafelyUnwrapped

    var random: SeededGenerator
    let maps: [[String: Entry]]
    var next = 0
    var kept: [(container: KeyedDecodingContainer<Name>, map: [String: Entry])] = []
    var differences: [String] = []

    init(_ maps: [[String: Entry]], _ random: SeededGenerator) {
      (self.maps, self.random) = (maps, random)
    }

    func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private func expect<Value: Equatable>(_ expected: Value, _ found: Value?) {
      if found != expected { differences.append("\(String(describing: found)) for \(expected)") }
    }

    func call(_ container: KeyedDecodingContainer<Name>, _ map: [String: Entry]) {
      let keys = map.keys.sorted()
      guard let text = keys.isEmpty ? nil : keys[draw(keys.count)], let entry = map[text] else {
        return expect(false, container.contains(Name(stringValue: "a")))
      }
      let key = Name(stringValue: text)
      switch draw(8) {
      case 0: expect(true, container.contains(key))
      case 1: expect(entry == .none, try? container.decodeNil(forKey: key))
      case 2:
        let other = Name(stringValue: "?")
        expect(true, try? container.decodeIfPresent(Int.self, forKey: other) == nil)
      case 3: expect(keys, container.allKeys.map(\.stringValue).sorted())
      case 4:
        guard case .text = entry else { return }
        expect(true, (try? container.decode([Int].self, forKey: key)) == nil)
      default: expect(entry, try? entry.read(container, key))
      }
    }

    func read(_ container: KeyedDecodingContainer<Name>) {
      let map = maps[next]
      next += 1
      if draw(3) == 0 {
        // In order, as most do.
        for text in container.allKeys.map(\.stringValue) {
          guard let entry = map[text] else { return expect("no other key", text) }
          expect(entry, try? entry.read(container, Name(stringValue: text)))
        }
      }
      for _ in 0..<draw(10) { call(container, map) }
      if draw(4) == 0 { kept.append((container, map)) }
    }
  }

  private struct Reader: Decodable {
    init(from decoder: any Decoder) throws {
      let script = decoder.userInfo[Script.key] as? Script
      script?.read(try decoder.container(keyedBy: Name.self))
    }
  }

  private func maps(_ random: inout SeededGenerator) -> [[String: Entry]] {
    func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    func entry(_ kinds: Int) -> Entry {
      switch draw(kinds) {
      case 0: .number(draw(1_000_000) - 500_000)
      case 1: .none
      case 2: .flag(draw(2) == 0)
      case 3: .text(String(repeating: "text ", count: draw(5)))
      case 4: .real(Double(draw(100)) / 8)
      default: .list((0..<draw(4)).map { $0 })
      }
    }
    let (kinds, names, isSame) = (1 + draw(6), 1 + draw(24), draw(2) == 0)
    return (0..<1 + draw(8)).map { _ in
      let count = isSame ? names : draw(names + 1)
      let long = draw(2) == 0 ? "a key of more than fifteen bytes " : "k"
      return Dictionary(uniqueKeysWithValues: (0..<count).map { ("\(long)\($0)", entry(kinds)) })
    }
  }

  private func check(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let maps = maps(&random)
    let archive: [UInt8] = try KeyedArchiver().encode(maps)
    for usesCells in [false, true] {
      let script = Script(maps, random)
      // What is kept has the script in its user info.
      defer { script.kept = [] }
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      unarchiver.userInfo[Script.key] = script
      _ = try unarchiver.decode([Reader].self, from: archive)
      for _ in 0..<8 { for (container, map) in script.kept { script.call(container, map) } }
      if let first = script.differences.first {
        Issue.record("seed \(seed), cells \(usesCells): \(first)")
      }
    }
  }

  @Test func `a thousand archives of maps`() throws {
    for seed in 0..<1_000 { try check(seed: UInt64(seed)) }
  }

  @Test(.long) func `fifty thousand archives of maps`() throws {
    let start = UInt64.random(in: 0...(.max >> 1))
    print("maps: seeds from \(start)")
    for seed in start..<start + 50_000 { try check(seed: seed) }
  }
}
