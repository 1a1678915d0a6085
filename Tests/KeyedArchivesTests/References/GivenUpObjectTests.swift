import Foundation
import Synchronization
import TestSupport
import Testing

@testable import KeyedArchives

/// Values that user code gives up or puts aside take nothing from those that it keeps, and leave nothing behind.
@Suite struct GivenUpObjectTests {
  /// Keeps a container between two objects of one call.
  private final class Shelf: @unchecked Sendable {
    static let key = CodingUserInfoKey(rawValue: "shelf")
    var container: (any UnkeyedDecodingContainer)?
  }

  /// Puts the container of its edges aside; the next one reads them, and gives up an object.
  private final class Item: Codable {
    enum CodingKeys: CodingKey { case targets, edges, other }

    var targets: [ScriptedNode] = []
    var edges: [BackReference<ScriptedNode>] = []
    var other: ScriptedNode?

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let shelf = Shelf.key.flatMap { decoder.userInfo[$0] as? Shelf }
      if var waiting = shelf?.container {
        while !waiting.isAtEnd {
          edges.append(try waiting.decode(BackReference<ScriptedNode>.self))
        }
        _ = try? container.decode(ThrowingNode.self, forKey: .other)
      } else {
        targets = try container.decode([ScriptedNode].self, forKey: .targets)
        shelf?.container = try container.nestedUnkeyedContainer(forKey: .edges)
      }
    }
  }

  @Test func `references of a container that was put aside outlive an object that was given up`()
    throws
  {
    let targets = (1..<4).map { ScriptedNode($0) }
    let (first, second) = (Item(), Item())
    first.targets = targets
    first.edges = targets.map { BackReference(wrappedValue: $0) }
    let other = ScriptedNode(5)
    other.back = BackReference(wrappedValue: targets[0])
    second.other = other
    let archive = try KeyedArchiver().encode([first, second])
    for usesCells in [false, true] {
      var unarchiver = KeyedUnarchiver()
      unarchiver.userInfo[try #require(Shelf.key)] = Shelf()
      unarchiver.userInfo[try #require(DecodingScript.key)] = DecodingScript()
      unarchiver.usesCells = usesCells
      let back = try unarchiver.decode([Item].self, from: archive)
      #expect(back[1].edges.map { $0.wrappedValue?.id } == [1, 2, 3])
    }
  }

  // MARK: Hooks

  private final class Kid: Codable {
    let id: Int
    var peer: ConditionalReference<Kid>
    var next: Kid?

    init(_ id: Int) { (self.id, peer) = (id, .init()) }
  }

  /// Decodes an object, gives it up, and decodes the object again.
  private struct Trier: Codable {
    var kid: Kid

    enum CodingKeys: CodingKey { case kid }

    init(_ kid: Kid) { self.kid = kid }

    init(from decoder: any Decoder) throws {
      struct Thrower: Decodable {
        init(from decoder: any Decoder) throws {
          _ = try decoder.singleValueContainer().decode(Kid.self)
          throw ScriptError()
        }
      }
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _ = try? container.decode(Thrower.self, forKey: .kid)
      kid = try container.decode(Kid.self, forKey: .kid)
    }
  }

  @Test func `an object that is decoded again after it was given up is validated`() throws {
    let archive = try KeyedArchiver().encode(Trier(Kid(1)))
    for usesCells in [false, true] {
      let count = Mutex(0)
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      unarchiver.hooks.validate(Kid.self) { _ in count.withLock { $0 += 1 } }
      #expect(try unarchiver.decode(Trier.self, from: archive).kid.id == 1)
      #expect(count.withLock { $0 } == 1)
    }
  }

  /// Goes on without an object whose hook throws.
  private struct Skipper: Codable {
    var kid: Kid?

    enum CodingKeys: CodingKey { case kid }

    init(_ kid: Kid) { self.kid = kid }

    init(from decoder: any Decoder) throws {
      kid = try? decoder.container(keyedBy: CodingKeys.self).decode(Kid.self, forKey: .kid)
    }
  }

  @Test func `an object whose hook throws waits for nothing`() throws {
    let kid = Kid(1)
    kid.next = Kid(2)
    kid.next?.peer = ConditionalReference(wrappedValue: kid)
    let archive = try KeyedArchiver().encode(Skipper(kid))
    for usesCells in [false, true] {
      let made = Mutex<[Int]>([])
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      unarchiver.hooks.replace(Kid.self) { kid in
        made.withLock { $0.append(kid.id) }
        if kid.id == 1 { throw ScriptError() }
        return kid
      }
      #expect(try unarchiver.decode(Skipper.self, from: archive).kid == nil)
      #expect(made.withLock { $0 } == [2, 1])
    }
  }

  @Test func `a graph that a validation refuses goes`() throws {
    for usesCells in [false, true] {
      let (first, second) = (Kid(1), Kid(2))
      first.next = second
      second.peer = ConditionalReference(wrappedValue: first)
      let archive = try KeyedArchiver().encode(first)
      second.peer = .init()
      let watched = Mutex<[WeakBox]>([])
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = usesCells
      unarchiver.hooks.validate(Kid.self) { kid in
        watched.withLock { $0.append(WeakBox(kid)) }
        if kid.id == 1 { throw ScriptError() }
      }
      #expect(throws: ScriptError.self) { try unarchiver.decode(Kid.self, from: archive) }
      #expect(watched.withLock { $0.count } == 2)
      #expect(watched.withLock { $0.allSatisfy { $0.object == nil } })
    }
  }

  private struct WeakBox: @unchecked Sendable {
    weak var object: Kid?
    init(_ object: Kid) { self.object = object }
  }

  // MARK: Edges to nobody

  private final class Holder: Codable {
    var maybe: ConditionalReference<ScriptedNode>?
    var maybes: [ConditionalReference<ScriptedNode>?] = []
    var node: ScriptedNode?
    var later: [ScriptedNode] = []
  }

  @Test func `an optional edge is nil if nobody stored the object, and only then`() throws {
    let node = ScriptedNode(1)
    for (stored, isStored) in [(ScriptedNode(9), false), (node, true)] {
      let holder = Holder()
      holder.maybe = ConditionalReference(wrappedValue: stored)
      holder.maybes = [ConditionalReference(wrappedValue: stored), nil]
      holder.later = [node]
      let archive = try KeyedArchiver().encode(holder)
      for usesCells in [false, true] {
        let script = DecodingScript()
        var unarchiver = KeyedUnarchiver()
        unarchiver.usesCells = usesCells
        unarchiver.userInfo[try #require(DecodingScript.key)] = script
        let back = try unarchiver.decode(Holder.self, from: archive)
        #expect((back.maybe != nil) == isStored)
        #expect(back.maybes.map { $0 != nil } == [isStored, false])
        #expect(back.maybe?.wrappedValue === (isStored ? back.later[0] : nil))
        #expect(script.log.filter { $0 == "begin 1" }.count == 1)
      }
    }
  }

  // MARK: Records without payloads

  private enum Choice: Codable { case none, number(Int) }

  /// Keeps the container of a case and asks it for a key that is not there.
  private final class Chooser: Codable {
    private enum CodingKeys: CodingKey { case choice }
    private enum Cases: CodingKey { case none, number }
    private enum NoKeys: CodingKey { case absent }

    let choice: Choice
    private var kept: KeyedDecodingContainer<NoKeys>?

    init(_ choice: Choice) { self.choice = choice }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let cases = try container.nestedContainer(keyedBy: Cases.self, forKey: .choice)
      let key = try #require(cases.allKeys.first)
      kept = try cases.nestedContainer(keyedBy: NoKeys.self, forKey: key)
      choice = try container.decode(Choice.self, forKey: .choice)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(choice, forKey: .choice)
    }

    var asksKept: (any Error)? {
      do {
        _ = try kept?.nestedContainer(keyedBy: NoKeys.self, forKey: .absent)
        return nil
      } catch {
        return error
      }
    }
  }

  @Test func `a container of a record without a payload may be kept`() throws {
    let archive = try KeyedArchiver().encode([Chooser(.none), Chooser(.number(1)), Chooser(.none)])
    let back = try KeyedUnarchiver().decode([Chooser].self, from: archive)
    for chooser in back {
      guard case .keyNotFound? = chooser.asksKept as? DecodingError else {
        Issue.record("\(String(describing: chooser.asksKept))")
        continue
      }
    }
  }
}
