import ArchiveInspection
import Foundation
import TestSupport
import Testing

@testable import KeyedArchives

/// Graphs of any form, compared with what they are to become.
@Suite struct ReferenceGraphTests {
  /// A vertex with edges of every kind.
  final class Vertex: Codable {
    var id: Int
    var held: [Vertex] = []
    @BackReferences var strong: [Vertex]
    @WeakReferences var weak: [Vertex]
    @ConditionalReference var conditional: Vertex?
    var last: Vertex?

    init(_ id: Int) { self.id = id }
  }

  /// What an archive with these edges has to bring back, by the rules alone.
  private struct Model {
    /// The vertices that are stored.
    var stored: Set<Int> = []

    init(roots: [Vertex]) {
      var waiting: [Vertex] = []
      func store(_ vertex: Vertex) {
        guard stored.insert(vertex.id).inserted else { return }
        vertex.held.forEach(store)
        waiting += vertex.strong
        if let last = vertex.last { store(last) }
      }
      roots.forEach(store)
      while let next = waiting.popLast() { store(next) }
    }
  }

  /// A graph whose ordinary edges lead to vertices with smaller numbers, others anywhere.
  private func vertices(_ count: Int, _ generator: inout SeededGenerator) -> [Vertex] {
    let all = (0..<count).map { Vertex($0) }
    func some(_ range: Range<Int>) -> [Vertex] {
      guard !range.isEmpty else { return [] }
      return (0..<Int.random(in: 0...2, using: &generator)).map { _ in
        all[Int.random(in: range, using: &generator)]
      }
    }
    for vertex in all {
      vertex.held = some(0..<vertex.id)
      vertex.strong = some(0..<count)
      vertex.weak = some(0..<count)
      vertex.conditional = some(0..<count).first
      vertex.last = some(0..<vertex.id).first
    }
    return all
  }

  /// Vertices that are reached, by identity, with the edges of each by number.
  private func text(_ roots: [Vertex], _ stored: Set<Int>?) -> [String] {
    var seen: [ObjectIdentifier: Vertex] = [:]
    var queue = roots
    while let vertex = queue.popLast() {
      guard seen.updateValue(vertex, forKey: ObjectIdentifier(vertex)) == nil else { continue }
      queue += vertex.held + vertex.strong
      if let last = vertex.last { queue.append(last) }
    }
    // Two instances of one vertex would be two lines.
    return seen.values.map { vertex in
      func ids(_ vertices: [Vertex]) -> [Int] {
        vertices.map(\.id).filter { stored?.contains($0) ?? true }
      }
      return """
        \(vertex.id) \(ids(vertex.held)) \(ids(vertex.strong)) \(ids(vertex.weak)) \
        \(ids([vertex.conditional].compactMap { $0 })) \(vertex.last?.id ?? -1)
        """
    }.sorted()
  }

  private func release(_ vertices: [Vertex]) {
    for vertex in vertices {
      (vertex.strong, vertex.conditional, vertex.held, vertex.last) = ([], nil, [], nil)
    }
  }

  @Test(arguments: 0..<40) func `random graphs`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let all = vertices(Int.random(in: 1...40, using: &generator), &generator)
    let roots = all.filter { _ in Bool.random(using: &generator) }
    let expected = text(roots, Model(roots: roots).stored)
    for layout in Layout.all {
      let bytes = try layout.bytes(roots)
      #expect(ArchiveVerification(of: bytes).findings.isEmpty)
      let back = try KeyedUnarchiver().decode([Vertex].self, from: bytes)
      #expect(text(back, nil) == expected)
      #expect(back.map(\.id) == roots.map(\.id))
      release(back)
    }
    release(all)
  }

  @Test func `a tail of several blocks`() throws {
    final class Link: Codable {
      var text: String
      @BackReference var next: Link?
      init(_ text: String) { self.text = text }
    }
    let links = (0..<900).map { Link(String(repeating: "\($0 % 10)", count: 4_000)) }
    for (link, next) in zip(links, links[1...]) { link.next = next }
    for layout in Layout.all[2...] {
      let bytes = try layout.bytes(links[0])
      #expect(ArchiveVerification(of: bytes).findings.isEmpty)
      #expect(try ArchiveInspector(bytes).summary.partCount > 6)
      var link: Link? = try KeyedUnarchiver().decode(Link.self, from: bytes)
      var count = 0
      while let here = link {
        #expect(here.text == links[count].text)
        count += 1
        link = here.next
        here.next = nil
      }
      #expect(count == 900)
    }
    links.forEach { $0.next = nil }
  }

  @Test func `a chain of back references does not nest`() throws {
    final class Link: Codable {
      var number: Int
      @BackReference var next: Link?
      init(_ number: Int) { self.number = number }
    }
    let links = (0..<20_000).map { Link($0) }
    for (link, next) in zip(links, links[1...]) { link.next = next }
    var archiver = KeyedArchiver()
    archiver.maximumDepth = 16
    let bytes: [UInt8] = try archiver.encode(links[0])
    var unarchiver = KeyedUnarchiver()
    unarchiver.limits.maximumDepth = 8
    var link: Link? = try unarchiver.decode(Link.self, from: bytes)
    var count = 0
    while let here = link {
      count += here.number == count ? 1 : 0
      link = here.next
      here.next = nil
    }
    #expect(count == 20_000)
    links.forEach { $0.next = nil }
  }

  @Test func `records against a dictionary, streams and parts`() throws {
    typealias Link = ReferenceSamples.Link
    let link = Link(1, next: Link(2, next: Link(3)))
    link.next?.next?.other = link
    let dictionary = ShapeDictionary()
    let encoding = try KeyedArchiver().encode(link, against: dictionary)
    let grown = try dictionary.adding(encoding.additions)
    let back = try KeyedUnarchiver().decode(Link.self, from: encoding.bytes, dictionary: grown)
    #expect(back.next?.next?.other === back && back.next?.next?.number == 3)
    let alone = try grown.selfContained(encoding.bytes)
    #expect(try KeyedArchiver().encode(link) == alone)
  }

  @Test func `a stream has references in its batches`() throws {
    typealias Link = ReferenceSamples.Link
    let links = (0..<60).map { Link($0, next: Link(100 + $0)) }
    for link in links { link.next?.other = link }
    let bytes = try stream(links, batchCount: 7)
    #expect(ArchiveVerification(of: bytes).findings.isEmpty)
    let back = try elements(Link.self, of: bytes)
    #expect(back.map(\.number) == links.map(\.number))
    for (link, number) in zip(back, 0...) {
      #expect(link.next?.number == 100 + number && link.next?.other === link)
    }
  }

  @Test func `a part of an archive has the references inside of it`() throws {
    typealias Node = ReferenceSamples.Node
    struct Forest: Codable { var trees: [Node] }
    let trees = (0..<30).map { Node("\($0)", [Node("\($0) a"), Node("\($0) b")]) }
    let forest = Forest(trees: trees)
    for layout in Layout.all {
      let data = Data(try layout.bytes(forest))
      let path = ArchivePath([.key("trees"), .index(12)])
      let tree = try KeyedUnarchiver().decode(Node.self, at: path, from: data)
      #expect(tree.name == "12" && tree.children.allSatisfy { $0.parent === tree })
      // The parent is not in this part.
      let child = try KeyedUnarchiver().decode(
        Node.self, at: ArchivePath(path.steps + [.key("children"), .index(1)]), from: data)
      #expect(child.name == "12 b" && child.parent == nil)
    }
    let link = ReferenceSamples.Link(1, next: ReferenceSamples.Link(2))
    let data: Data = try KeyedArchiver().encode(["a": link])
    do {
      _ = try KeyedUnarchiver().decode(
        ReferenceSamples.Link.self, at: ArchivePath([.key("a")]), from: data)
      Issue.record("a strong reference to an object elsewhere was resolved")
    } catch let error as ArchiveError {
      #expect(error.code == .objectElsewhere)
      #expect("\(error.path)" == "$.a.next")
    }
  }
}
