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

  /// Keys of another type for the same maps.
  private struct OtherName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private final class Thing: Codable, Equatable, Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (left: Thing, right: Thing) -> Bool { left.number == right.number }
  }

  private enum Entry: Encodable, Equatable {
    case number(Int)
    case text(String)
    case flag(Bool)
    case real(Double)
    case none
    case list([Int])
    case group([String: Int])
    case thing(Thing)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      case .flag(let value): try container.encode(value)
      case .real(let value): try container.encode(value)
      case .none: try container.encodeNil()
      case .list(let value): try container.encode(value)
      case .group(let value): try container.encode(value)
      case .thing(let value): try container.encode(value)
      }
    }

    /// Reads the entry as what it is.
    func read<Key: CodingKey>(
      _ container: KeyedDecodingContainer<Key>, _ key: Key, isNested: Bool
    ) throws -> Entry {
      switch self {
      case .number: .number(try container.decode(Int.self, forKey: key))
      case .text: .text(try container.decode(String.self, forKey: key))
      case .flag: .flag(try container.decode(Bool.self, forKey: key))
      case .real: .real(try container.decode(Double.self, forKey: key))
      case .none: try container.decodeNil(forKey: key) ? .none : .text("not null")
      case .thing: .thing(try container.decode(Thing.self, forKey: key))
      case .list where isNested: try Self.list(container.nestedUnkeyedContainer(forKey: key))
      case .group where isNested:
        try Self.group(container.nestedContainer(keyedBy: Name.self, forKey: key))
      case .list: .list(try container.decode([Int].self, forKey: key))
      case .group: .group(try container.decode([String: Int].self, forKey: key))
      }
    }

    private static func list(_ container: any UnkeyedDecodingContainer) throws -> Entry {
      var (container, found): (any UnkeyedDecodingContainer, [Int]) = (container, [])
      while !container.isAtEnd { found.append(try container.decode(Int.self)) }
      return .list(found)
    }

    private static func group(_ container: KeyedDecodingContainer<Name>) throws -> Entry {
      var found: [String: Int] = [:]
      for key in container.allKeys.reversed() {
        found[key.stringValue] = try container.decode(Int.self, forKey: key)
      }
      return .group(found)
    }
  }

  /// Draws calls, and notes the results that are not as they should be.
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
      default: expect(entry, try? entry.read(container, key, isNested: draw(2) == 0))
      }
    }

    /// Asks the decoder of a map for a further container, and that for a value.
    private func callFurther(_ decoder: any Decoder, _ map: [String: Entry]) throws {
      if draw(2) == 0 { return call(try decoder.container(keyedBy: Name.self), map) }
      guard let (text, entry) = map.min(by: { $0.key < $1.key }) else { return }
      let container = try decoder.container(keyedBy: OtherName.self)
      let key = OtherName(stringValue: text)
      expect(entry, try? entry.read(container, key, isNested: draw(2) == 0))
    }

    func read(_ decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      let map = maps[next]
      next += 1
      if draw(3) == 0 {
        // In order, as most do.
        for text in container.allKeys.map(\.stringValue) {
          guard let entry = map[text] else { return expect("no other key", text) }
          let key = Name(stringValue: text)
          expect(entry, try? entry.read(container, key, isNested: draw(2) == 0))
        }
      }
      for _ in 0..<draw(10) {
        call(container, map)
        if draw(6) == 0 { try callFurther(decoder, map) }
      }
      if draw(4) == 0 { kept.append((container, map)) }
    }
  }

  private struct Reader: Decodable {
    init(from decoder: any Decoder) throws {
      let script = decoder.userInfo[Script.key] as? Script
      try script?.read(decoder)
    }
  }

  private func maps(_ random: inout SeededGenerator) -> [[String: Entry]] {
    func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    let things = [Thing(draw(9)), Thing(7)]
    func entry(_ kinds: Int) -> Entry {
      switch draw(kinds) {
      case 0: .number(draw(1_000_000) - 500_000)
      case 1: .none
      case 2: .flag(draw(2) == 0)
      case 3: .text(String(repeating: "text ", count: draw(5)))
      case 4: .real(Double(draw(100)) / 8)
      case 5: .list((0..<draw(4)).map { $0 })
      case 6: .group(["a": 1, "b \(draw(3))": 300])
      default: .thing(things[draw(2)])
      }
    }
    let (kinds, names, isSame) = (1 + draw(8), 1 + draw(24), draw(2) == 0)
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
      // Kept containers have the script in their user info.
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

  /// Reads maps in maps by one decoder after another, and asks each for a container anew at each call.
  private struct Branch: Decodable, Equatable {
    var sum = 0
    var count = 0

    init(from decoder: any Decoder) throws {
      for key in try decoder.container(keyedBy: Name.self).allKeys {
        if let number = try? decoder.container(keyedBy: Name.self).decode(Int.self, forKey: key) {
          sum += number
        } else {
          let inner = try decoder.container(keyedBy: Name.self).superDecoder(forKey: key)
          let branch = try Branch(from: inner)
          sum += branch.sum
          count += branch.count
        }
        count += try decoder.container(keyedBy: Name.self).contains(key) ? 1 : 100
      }
    }
  }

  private indirect enum Node: Encodable {
    case leaf(Int)
    case branch([String: Node])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .leaf(let number): try container.encode(number)
      case .branch(let nodes): try container.encode(nodes)
      }
    }
  }

  @Test func `maps in maps by one decoder after another`() throws {
    func tree(_ depth: Int) -> Node {
      if depth == 0 { return .leaf(1) }
      return .branch(["a": tree(depth - 1), "b": .leaf(10), "c \(depth)": tree(depth - 1)])
    }
    let archive: [UInt8] = try KeyedArchiver().encode([tree(5), tree(4)])
    for usesCells in [false, true] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      let found = try unarchiver.decode([Branch].self, from: archive)
      // 2^n leaves of 1, and 2^n - 1 of 10; each key counts.
      #expect(found.map(\.sum) == [32 + 310, 16 + 150])
      #expect(found.map(\.count) == [93, 45])
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
