import ArchiveInspection
import Foundation
import Testing

@testable import KeyedArchives

/// References that close cycles: what is stored, and what comes back.
@Suite struct ReferenceTests {
  typealias Node = ReferenceSamples.Node
  typealias Link = ReferenceSamples.Link
  typealias Person = ReferenceSamples.Person
  typealias Team = ReferenceSamples.Team

  /// There and back, in every layout, direct ways allowed and not.
  private func backs<Value: Codable>(
    _ value: Value, classes: TypeAllowList = []
  ) throws -> [Value] {
    try Layout.all.flatMap { layout in
      let bytes = try layout.bytes(value)
      #expect(ArchiveVerification(of: bytes).findings.isEmpty)
      // What is copied without types is written as it was.
      let copy = try #require(ArchiveInspector(bytes).roots.first).value.archived(
        as: ArchiveLayout(framing: layout.framing, packing: layout.compression))
      #expect(copy == bytes)
      return try [true, false].map { usesCells in
        var unarchiver = KeyedUnarchiver(allowedTypes: classes)
        unarchiver.usesCells = usesCells
        return try unarchiver.decode(Value.self, from: bytes)
      }
    }
  }

  @Test func `parents`() throws {
    let root = Node("root", [Node("a", [Node("b"), Node("c")]), Node("d")])
    for back in try backs(root) {
      #expect(back.parent == nil)
      #expect(back.children.map(\.name) == ["a", "d"])
      #expect(back.children.allSatisfy { $0.parent === back })
      #expect(back.children[0].children.allSatisfy { $0.parent === back.children[0] })
    }
  }

  @Test func `a parent that nothing else stores is nil, a strong one is stored`() throws {
    let child = Node("child")
    let root = Node("root", [child])
    for back in try backs(child) { #expect(back.parent == nil && back.name == "child") }
    withExtendedLifetime(root) {}

    final class Part: Codable {
      var name: String
      var parts: [Part] = []
      @BackReference var whole: Part?
      init(_ name: String) { self.name = name }
    }
    let part = Part("part")
    let whole = Part("whole")
    whole.parts = [Part("other"), part]
    whole.parts.forEach { $0.whole = whole }
    // The root is reached only through the back edge of its part.
    for back in try backs(part) {
      let found = try back.$whole.get()
      #expect(found.name == "whole" && found.parts[1] === back && found.parts[0].whole === found)
      found.parts = []
    }
  }

  @Test func `chains and rings that no ordinary edge holds`() throws {
    let links = (0..<5).map { Link($0) }
    for (link, next) in zip(links, links[1...] + [links[0]]) { link.next = next }
    for back in try backs(links[0]) {
      var seen: [Int] = []
      var link: Link? = back
      repeat {
        seen.append(link?.number ?? -1)
        link = link?.next
      } while link !== back && seen.count < 9
      #expect(seen == [0, 1, 2, 3, 4])
      #expect(link === back)
      back.next = nil
    }
    links[0].next = nil
  }

  @Test func `conditional references, in both orders, nested`() throws {
    struct Order: Codable {
      var before: Link
      var stored: [Link]
      var after: Link
    }
    let (kept, lost) = (Link(1), Link(2))
    let before = Link(3)
    let after = Link(4)
    (before.other, before.weak) = (kept, lost)
    (after.other, after.weak) = (kept, kept)
    let nested = Link(5, next: Link(6))
    nested.next?.other = lost
    for back in try backs(Order(before: before, stored: [kept, nested], after: after)) {
      #expect(back.before.other === back.stored[0] && back.after.other === back.stored[0])
      #expect(back.before.weak == nil && back.after.weak === back.stored[0])
      #expect(back.stored[1].next?.number == 6 && back.stored[1].next?.other == nil)
    }
    // Now something stores it: what stands in the tail counts too.
    nested.next?.next = lost
    for back in try backs(Order(before: before, stored: [kept, nested], after: after)) {
      #expect(back.stored[1].next?.other?.number == 2)
      #expect(back.before.weak === back.stored[1].next?.other)
    }
    withExtendedLifetime(lost) {}
  }

  @Test func `several references, and required ones`() throws {
    let team = Team()
    let people = ["a", "b", "c"].map { Person($0, team) }
    let stranger = Person("d", team)
    team.members = people
    people[0].friends = [people[1], people[0], people[1]]
    people[1].rivals = [people[2], stranger, people[0]]
    people[2].contacts = [stranger, people[1]]
    for back in try backs(people[1]) {
      let team = try back.$team.get()
      #expect(team.members.map(\.name) == ["a", "b", "c"] && team.members[1] === back)
      #expect(team.members[0].friends.map(\.name) == ["b", "a", "b"])
      #expect(team.members[0].friends[0] === back)
      #expect(back.rivals.map(\.name) == ["c", "a"])
      #expect(team.members[2].contacts.map(\.name) == ["b"])
      #expect(team.members[2].$contacts[0].wrappedValue == nil)
      team.members = []
    }
    let loner = Person("e", nil)
    #expect(throws: ArchiveError.self) { try KeyedArchiver().encode(loner) as [UInt8] }
    withExtendedLifetime(stranger) {}
  }

  @Test func `structs share what is pending, and are set apart`() throws {
    let link = Link(1)
    for var back in try backs(ReferenceSamples.Pair(first: link, second: link)) {
      let copy = back
      #expect(back.first === back.second && back.first?.number == 1)
      back.first = Link(2)
      #expect(copy.first?.number == 1 && back.first?.number == 2)
    }
  }

  @Test func `every place`() throws {
    let links = (0..<4).map { Link($0) }
    let value = ReferenceSamples.Places(
      choices: [
        .back(BackReference(wrappedValue: links[0])), .none,
        .both(
          first: BackReference(wrappedValue: links[1]),
          second: ConditionalReference(wrappedValue: links[2])),
        .back(BackReference()),
      ],
      optional: BackReference(wrappedValue: links[1]),
      map: [
        "a": WeakReference(wrappedValue: links[1]), "b": WeakReference(wrappedValue: links[3]),
      ],
      numbered: [1: [BackReference(wrappedValue: links[0])], 2: []], holder: [links[1]],
      pair: ReferenceSamples.Pair(first: links[0], second: nil))
    for back in try backs(value) {
      guard case .back(let first) = back.choices[0],
        case .both(let second, let third) = back.choices[2],
        case .back(let none) = back.choices[3]
      else {
        Issue.record("\(back.choices)")
        return
      }
      #expect(second.wrappedValue === back.holder[0] && third.wrappedValue == nil)
      #expect(none.wrappedValue == nil && first.wrappedValue?.number == 0)
      #expect(back.optional?.wrappedValue === back.holder[0])
      #expect(back.map["a"]?.wrappedValue === back.holder[0] && back.map["b"]?.wrappedValue == nil)
      #expect(back.numbered[1]?[0].wrappedValue === first.wrappedValue)
      #expect(back.pair.first === first.wrappedValue && back.pair.second == nil)
    }
  }

  @Test func `both levels of a hierarchy, with kept containers`() throws {
    let (one, two) = (ReferenceSamples.Derived(), ReferenceSamples.Derived())
    let link = Link(7)
    (one.owner, two.owner) = (link, link)
    (one.peer, two.peer) = (two, one)
    two.links = [link]
    for back in try backs([one, two]) {
      #expect(back[0].peer === back[1] && back[1].peer === back[0])
      #expect(back[0].owner === back[1].links[0] && back[1].owner === back[0].owner)
      back[0].peer = nil
    }
    one.peer = nil
  }

  @Test func `what is no reference yet, and what is one no more`() throws {
    final class Old: Codable {
      var number = 1
      var link: Link?
    }
    final class New: Codable {
      var number = 0
      @BackReference var link: Link?
      @WeakReference var missing: Link?
    }
    struct Olds: Codable { var all: [Old] }
    let old = Old()
    old.link = Link(5)
    var unarchiver = KeyedUnarchiver()
    unarchiver.allowedTypes.allow(New.self, names: ["ReferenceTests.Old"])
    let bytes: [UInt8] = try KeyedArchiver().encode([old])
    let new = try unarchiver.decode([New].self, from: bytes)
    #expect(new[0].number == 1 && new[0].link?.number == 5 && new[0].missing == nil)
    var second = KeyedUnarchiver()
    second.allowedTypes.allow(Old.self, names: ["ReferenceTests.New"])
    let back = try second.decode([Old].self, from: KeyedArchiver().encode(new) as [UInt8])
    #expect(back[0].link?.number == 5)
  }
}
