import Foundation
import KeyedArchives
import TestSupport
import Testing

/// Coding paths of errors that user code catches while it finds out what stands somewhere: each is the way to the value that was asked for.
@Suite struct AttemptPathTests {
  /// A value that is asked for as much that it is not, and keeps the paths of the errors.
  private struct Node: Codable {
    indirect enum Content {
      case text(String)
      case list([Node])
      case table([String: Node])
      case pair(Node, inner: [Node])
      case chip(Chip)
    }

    var content: Content
    /// The paths of the errors that were caught, each with that of the decoder after it.
    var paths: [[String]] = []

    enum PairKeys: CodingKey { case first, inner }
    enum InnerKeys: CodingKey { case nodes }

    init(_ content: Content) { self.content = content }

    func encode(to encoder: any Encoder) throws {
      switch content {
      case .text(let text):
        var container = encoder.singleValueContainer()
        try container.encode(text)
      case .list(let nodes):
        var container = encoder.unkeyedContainer()
        for node in nodes { try container.encode(node) }
      case .table(let nodes):
        var container = encoder.singleValueContainer()
        try container.encode(nodes)
      case .pair(let first, let inner):
        var container = encoder.container(keyedBy: PairKeys.self)
        try container.encode(first, forKey: .first)
        var nested = container.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
        try nested.encode(inner, forKey: .nodes)
      case .chip(let chip):
        var container = encoder.singleValueContainer()
        try container.encode(chip)
      }
    }

    init(from decoder: any Decoder) throws {
      var paths: [[String]] = []
      func attempt(_ body: () throws -> some Any) {
        do {
          _ = try body()
          paths.append(["a value of a wrong type"])
        } catch {
          paths.append(Self.path(of: error))
          paths.append(Self.texts(decoder.codingPath))
        }
      }
      let single = try decoder.singleValueContainer()
      attempt { try single.decode(Int.self) }
      attempt { try single.decode(Date.self) }
      if let text = try? single.decode(String.self) {
        content = .text(text)
        attempt { try decoder.unkeyedContainer() }
        attempt { try decoder.container(keyedBy: PairKeys.self) }
        attempt { try single.decode([Int].self) }
        self.paths = paths
        return
      }
      attempt { try single.decode(Bool.self) }
      if var list = try? decoder.unkeyedContainer() {
        var nodes: [Node] = []
        while !list.isAtEnd {
          do {
            _ = try list.decode(Int8.self)
            paths.append(["a value of a wrong type"])
          } catch {
            // The path of an element, without its number.
            paths.append(Self.path(of: error).dropLast())
          }
          nodes.append(try list.decode(Node.self))
        }
        content = .list(nodes)
      } else if let pair = try? decoder.container(keyedBy: PairKeys.self), pair.contains(.inner) {
        do {
          _ = try pair.decode(UInt.self, forKey: .first)
        } catch {
          paths.append(Self.path(of: error).dropLast())
        }
        let first = try pair.decode(Node.self, forKey: .first)
        let nested = try pair.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
        content = .pair(first, inner: try nested.decode([Node].self, forKey: .nodes))
      } else if let table = try? single.decode([String: Node].self) {
        content = .table(table)
      } else {
        content = .chip(try single.decode(Chip.self))
      }
      self.paths = paths
    }

    private static func path(of error: any Error) -> [String] {
      switch error {
      case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
        DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
        texts(context.codingPath)
      default: ["\(error)"]
      }
    }

    private static func texts(_ path: [any CodingKey]) -> [String] {
      path.map { $0.intValue.map(String.init) ?? $0.stringValue }
    }

    /// Compares the paths that were kept with those that the place tells.
    func check(at path: [String], _ comment: Comment) -> Int {
      #expect(paths.allSatisfy { $0 == path }, comment)
      switch content {
      case .text, .chip: return 1
      case .list(let nodes):
        return nodes.enumerated().reduce(1) { $0 + $1.1.check(at: path + ["\($1.0)"], comment) }
      case .table(let nodes):
        return nodes.reduce(1) { $0 + $1.value.check(at: path + [$1.key], comment) }
      case .pair(let first, let inner):
        let count = first.check(at: path + ["first"], comment)
        return inner.enumerated().reduce(1 + count) {
          $0 + $1.1.check(at: path + ["inner", "nodes", "\($1.0)"], comment)
        }
      }
    }
  }

  private final class Chip: Codable {
    var chipNumber = 4
  }

  private struct Shelf: Codable {
    var name = "shelf"
    var nodes: [Node]
    var rest: [String: Node]
  }

  /// A tree whose nodes nest as deep as said.
  private static func node(_ depth: Int, _ random: inout SeededGenerator, hasChips: Bool) -> Node {
    func inner() -> [Node] {
      (0..<Int.random(in: 0...3, using: &random)).map { _ in
        node(depth - 1, &random, hasChips: hasChips)
      }
    }
    switch depth == 0 ? 0 : Int.random(in: 0...7, using: &random) {
    case 0, 1: return Node(.text("text \(depth)"))
    case 2, 3: return Node(.list(inner()))
    case 4, 5:
      let nodes = inner()
      return Node(
        .table(Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ("key \($0.0)", $0.1) })))
    case 6 where hasChips: return Node(.chip(Chip()))
    default:
      return Node(.pair(node(depth - 1, &random, hasChips: hasChips), inner: inner()))
    }
  }

  @Test(arguments: [false, true])
  func `each error that is caught has the path of its value`(hasChips: Bool) throws {
    var random = SeededGenerator(seed: 11)
    var count = 0
    for round in 0..<80 {
      let node = Self.node(round % 6, &random, hasChips: hasChips)
      let data: Data = try KeyedArchiver().encode(node)
      count += try KeyedUnarchiver().decode(Node.self, from: data).check(at: [], "round \(round)")
    }
    #expect(count > 300)
  }

  @Test func `so it has at paths, in roots, and behind many levels`() throws {
    var random = SeededGenerator(seed: 12)
    let nodes = (0..<12).map { Self.node($0 % 6, &random, hasChips: false) }
    let shelf = Shelf(nodes: nodes, rest: ["some": nodes[5], "more": nodes[11]])
    let data: Data = try KeyedArchiver().encode(shelf)
    let unarchiver = KeyedUnarchiver()
    for index in nodes.indices {
      let path = ArchivePath([.key("nodes"), .index(index)])
      let node = try unarchiver.decode(Node.self, at: path, from: data)
      _ = node.check(at: ["nodes", "\(index)"], "at \(path)")
    }
    for key in ["some", "more"] {
      let path = ArchivePath([.key("rest"), .key(key)])
      _ = try unarchiver.decode(Node.self, at: path, from: data).check(
        at: ["rest", key], "at \(path)")
    }
    let roots: Data = try KeyedArchiver().encodeRoots { roots in
      for (index, node) in nodes.enumerated() { try roots.encode(node, named: "root \(index)") }
    }
    let archived = try unarchiver.roots(of: roots)
    for index in nodes.indices {
      _ = try archived.decode(Node.self, named: "root \(index)").check(at: [], "root \(index)")
    }
    // Paths that are longer than those that are kept.
    var deep = Node(.text("at the end"))
    for level in 0..<60 {
      switch level % 3 {
      case 0: deep = Node(.list([Node(.text("before")), deep, Node(.text("behind"))]))
      case 1: deep = Node(.table(["deep": deep, "flat": Node(.text("beside"))]))
      default: deep = Node(.pair(Node(.text("first")), inner: [Node(.text("one")), deep]))
      }
    }
    let long: Data = try KeyedArchiver().encode(deep)
    for _ in 0..<2 {
      #expect(try unarchiver.decode(Node.self, from: long).check(at: [], "deep") == 161)
    }
  }
}
