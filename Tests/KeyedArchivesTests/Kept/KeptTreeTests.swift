import KeyedArchives
import TestSupport
import TestTraits
import Testing

/// Decoders and containers of values inside of each other, which user code keeps: of maps, arrays and records of several shapes.
@Suite struct KeptTreeTests {
  private typealias Name = KeptTree.Name

  private final class Script: @unchecked Sendable {
    static let key = CodingUserInfoKey(rawValue: "script").unsafelyUnwrapped

    enum Kept {
      case decoder(any Decoder, KeptTree)
      case map(KeyedDecodingContainer<Name>, [String: KeptTree])
      case list(any UnkeyedDecodingContainer, ArraySlice<KeptTree>)
    }

    var random: SeededGenerator
    var next: [KeptTree]
    var kept: [Kept] = []
    var differences: [String] = []

    init(_ tree: KeptTree, _ random: SeededGenerator) { (next, self.random) = ([tree], random) }

    func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    func keep(_ value: Kept) {
      kept.append(value)
      if kept.count > 16 { kept.remove(at: draw(kept.count)) }
    }

    private func expect<Value: Equatable>(
      _ expected: Value, _ found: @autoclosure () throws -> Value, line: Int = #line
    ) {
      let result = Result { try found() }
      if (try? result.get()) != expected {
        differences.append("line \(line): \(result) in place of \(expected)")
      }
    }

    /// Lets a value be read by code that keeps something of it.
    private func inside(_ tree: KeptTree, _ read: () throws -> Void) {
      let others = next
      defer { next = others }
      next = [tree]
      expect(true, ((try? read()) != nil))
    }

    func read(_ decoder: any Decoder) throws {
      let tree = next.removeFirst()
      if draw(2) == 0 { keep(.decoder(decoder, tree)) }
      if draw(2) == 0 { call(decoder, tree) }
      if draw(3) == 0 { call() }
    }

    func call() {
      guard !kept.isEmpty else { return }
      let index = draw(kept.count)
      switch kept[index] {
      case .decoder(let decoder, let tree): call(decoder, tree)
      case .map(let map, let trees): call(map, trees)
      case .list(var list, var trees):
        call(&list, &trees)
        if index < kept.count { kept[index] = .list(list, trees) }
      }
    }

    private func call(_ decoder: any Decoder, _ tree: KeptTree) {
      if draw(3) == 0 { return expect(tree, try KeptTree(from: decoder)) }
      switch tree {
      case .map(let trees):
        guard let map = try? decoder.container(keyedBy: Name.self) else {
          return expect("a map", "none")
        }
        keep(.map(map, trees))
        call(map, trees)
      case .list(let trees):
        guard var list = try? decoder.unkeyedContainer() else { return expect("a list", "none") }
        var rest = trees[...]
        call(&list, &rest)
        keep(.list(list, rest))
      default:
        expect(true, (try? decoder.unkeyedContainer()) == nil)
      }
    }

    private func call(_ map: KeyedDecodingContainer<Name>, _ trees: [String: KeptTree]) {
      let keys = trees.keys.sorted()
      expect(keys, map.allKeys.map(\.stringValue).sorted())
      guard let text = keys.isEmpty ? nil : keys[draw(keys.count)], let tree = trees[text] else {
        return
      }
      let key = Name(text)
      if tree == .null { return expect(true, try map.decodeNil(forKey: key)) }
      switch draw(6) {
      case 0: expect(tree, try map.decode(KeptTree.self, forKey: key))
      case 1: inside(tree) { _ = try map.decode(Reader.self, forKey: key) }
      case 2: expect(nil, try map.decodeIfPresent(KeptTree.self, forKey: Name("no such key")))
      case 3: expect(true, (try? map.decode([String: [Int: Bool]].self, forKey: Name("?"))) == nil)
      default:
        if case .map(let trees) = tree {
          guard let inner = try? map.nestedContainer(keyedBy: Name.self, forKey: key) else {
            return expect("a map", "none")
          }
          keep(.map(inner, trees))
          if draw(2) == 0 { call(inner, trees) }
        } else if case .list(let trees) = tree {
          guard var list = try? map.nestedUnkeyedContainer(forKey: key) else {
            return expect("a list", "none")
          }
          var rest = trees[...]
          if draw(2) == 0 { call(&list, &rest) }
          keep(.list(list, rest))
        } else {
          expect(true, (try? map.nestedUnkeyedContainer(forKey: key)) == nil)
        }
      }
    }

    private func call(
      _ list: inout any UnkeyedDecodingContainer, _ trees: inout ArraySlice<KeptTree>
    ) {
      expect(trees.isEmpty, list.isAtEnd)
      guard let tree = trees.first else { return }
      if tree == .null {
        expect(true, try list.decodeNil())
        trees.removeFirst()
        return
      }
      switch draw(4) {
      case 0: expect(false, try list.decodeNil())
      case 1:
        expect(tree, try list.decode(KeptTree.self))
        trees.removeFirst()
      case 2:
        var copy = list
        inside(tree) { _ = try copy.decode(Reader.self) }
        list = copy
        trees.removeFirst()
      default:
        if case .map(let inner) = tree {
          guard let map = try? list.nestedContainer(keyedBy: Name.self) else {
            return expect("a map", "none")
          }
          trees.removeFirst()
          keep(.map(map, inner))
        } else if case .list(let inner) = tree {
          guard let found = try? list.nestedUnkeyedContainer() else {
            return expect("a list", "none")
          }
          trees.removeFirst()
          keep(.list(found, inner[...]))
        }
      }
    }
  }

  private struct Reader: Decodable {
    init(from decoder: any Decoder) throws {
      try (decoder.userInfo[Script.key] as? Script)?.read(decoder)
    }
  }

  private func check(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let tree = KeptTree.list((0..<6).map { _ in .make(&random, depth: 3) })
    let archive: [UInt8] = try KeyedArchiver().encode(tree)
    for usesCells in [false, true] {
      let script = Script(tree.plain, random)
      // Kept containers have the script in their user info.
      defer { script.kept = [] }
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      unarchiver.userInfo[Script.key] = script
      script.keep(.decoder(try decoder(unarchiver, archive), tree.plain))
      for _ in 0..<80 { script.call() }
      if let first = script.differences.first {
        Issue.record("seed \(seed), cells \(usesCells): \(first)")
      }
    }
  }

  private struct Root: Decodable {
    let decoder: any Decoder

    init(from decoder: any Decoder) throws {
      self.decoder = decoder
      try (decoder.userInfo[Script.key] as? Script)?.read(decoder)
    }
  }

  private func decoder(_ unarchiver: KeyedUnarchiver, _ archive: [UInt8]) throws -> any Decoder {
    try unarchiver.decode(Root.self, from: archive).decoder
  }

  @Test func `a hundred archives of trees`() throws {
    for seed in 0..<100 { try check(seed: UInt64(seed)) }
  }

  @Test(.long) func `twenty thousand archives of trees`() throws {
    let start = UInt64.random(in: 0...(.max >> 1))
    print("kept trees: seeds from \(start)")
    for seed in start..<start + 20_000 { try check(seed: seed) }
  }
}
