import Foundation
import KeyedArchives

/// Graphs with back edges.
enum ReferenceSamples {
  /// A tree whose nodes know their parents.
  final class Node: Codable {
    var name: String
    var children: [Node] = []
    @WeakReference var parent: Node?

    init(_ name: String, _ children: [Node] = []) {
      (self.name, self.children) = (name, children)
      for child in children { child.parent = self }
    }
  }

  /// A chain that no ordinary edge holds.
  final class Link: Codable {
    var number: Int
    @BackReference var next: Link?
    @ConditionalReference var other: Link?
    @WeakReference var weak: Link?

    init(_ number: Int, next: Link? = nil) {
      self.number = number
      self.next = next
    }
  }

  final class Team: Codable {
    var name = "team"
    var members: [Person] = []
  }

  final class Person: Codable {
    var name: String
    @RequiredReference var team: Team?
    @BackReferences var friends: [Person]
    @WeakReferences var rivals: [Person]
    @ConditionalReferences var contacts: [Person]

    init(_ name: String, _ team: Team?) {
      self.name = name
      self.team = team
    }
  }

  /// A struct with references, which copies share.
  struct Pair: Codable {
    @BackReference var first: Link? = nil
    @BackReference var second: Link? = nil
  }

  enum Choice: Codable {
    case none
    case back(BackReference<Link>)
    case both(first: BackReference<Link>, second: ConditionalReference<Link>)
  }

  /// One of several kinds, told by what can be decoded.
  enum Mixed: Codable {
    case number(Int), text(String), weak(WeakReference<Node>), back(BackReference<Node>), node(Node)
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      case .weak(let value): try container.encode(value)
      case .back(let value): try container.encode(value)
      case .node(let value): try container.encode(value)
      }
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Int.self) {
        self = .number(value)
      } else if let value = try? container.decode(String.self) {
        self = .text(value)
      } else {
        self = .weak(try container.decode(WeakReference<Node>.self))
      }
    }
  }

  /// All places where an edge can stand.
  struct Places: Codable {
    var choices: [Choice]
    var optional: BackReference<Link>?
    var map: [String: WeakReference<Link>]
    var numbered: [Int: [BackReference<Link>]]
    var holder: [Link]
    var pair: Pair
  }

  class Base: Codable {
    @BackReference var owner: Link?

    init() {}
  }

  /// Edges on both levels of a hierarchy.
  final class Derived: Base {
    @ConditionalReference var peer: Derived?
    var links: [Link] = []

    private enum Keys: CodingKey { case peer, links }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      _peer = try container.decode(ConditionalReference<Derived>.self, forKey: .peer)
      links = try container.decode([Link].self, forKey: .links)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try super.encode(to: container.superEncoder())
      try container.encode(_peer, forKey: .peer)
      try container.encode(links, forKey: .links)
    }
  }
}
