import KeyedArchives
import TestSupport

/// A graph whose objects decode themselves by chance: alike in each call with one seed.
class ScriptedNode: Codable {
  private enum Keys: String, CodingKey, CaseIterable {
    case id, kids, named, only, weak, back, conditional, inside, row, mixed, either, maybe, maybes
  }

  private struct TextKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Things that an object may do beside decoding its fields.
  enum Oddity: CaseIterable {
    case nothing, readsEarly, triesKids, readsBackwards, leavesKids, leavesAll, edgeAsObject,
      otherRule, untypedKids,
      throwsWhenComplete, throwsAtEnd, asksByText, triesByText, asksForNull, keepsContainer,
      triesInside, readsTwice, triesItself,
      untypedEdge
  }

  let id: Int
  var kids: [ScriptedNode] = []
  var named: [String: ScriptedNode] = [:]
  var only: ScriptedNode?
  var weak = WeakReference<ScriptedNode>()
  var back = BackReference<ScriptedNode>()
  var conditional = ConditionalReference<ScriptedNode>()
  var inside = ConditionalReference<ScriptedNode>()
  var row: [WeakReference<ScriptedNode>] = []
  /// Objects among numbers and edges, in places of any kind.
  var mixed: [ScriptedNode] = []
  var either: ScriptedNode?
  /// Edges that are nil where nobody stored the object.
  var maybe: ConditionalReference<ScriptedNode>?
  var maybes: [WeakReference<ScriptedNode>?] = []
  /// A container that was kept, to be read when `decode` returned.
  var kept: (any UnkeyedDecodingContainer)?

  init(_ id: Int) { self.id = id }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(id, forKey: .id)
    let keys = Keys.allCases.dropFirst()
    for key in id % 3 == 0 ? Array(keys.reversed()) : Array(keys) {
      switch key {
      case .id: break
      case .kids: try container.encode(kids, forKey: key)
      case .named: try container.encode(named, forKey: key)
      case .only: try container.encodeIfPresent(only, forKey: key)
      case .weak: try container.encode(weak, forKey: key)
      case .back: try container.encode(back, forKey: key)
      case .conditional: try container.encode(conditional, forKey: key)
      case .inside:
        var nested = container.nestedContainer(keyedBy: Keys.self, forKey: key)
        try nested.encode(inside, forKey: .weak)
        try nested.encode(id, forKey: .id)
      case .row:
        var nested = container.nestedUnkeyedContainer(forKey: key)
        for reference in row { try nested.encode(reference) }
      case .mixed:
        var nested = container.nestedUnkeyedContainer(forKey: key)
        for node in mixed {
          try nested.encode(node.id)
          try nested.encode(node)
          try nested.encode(WeakReference(wrappedValue: node))
        }
      case .maybe: try container.encodeIfPresent(maybe, forKey: key)
      case .maybes: try container.encode(maybes, forKey: key)
      case .either:
        if let either {
          try container.encode(either, forKey: key)
        } else {
          try container.encode(id, forKey: key)
        }
      }
    }
  }

  required init(from decoder: any Decoder) throws {
    var container = try decoder.container(keyedBy: Keys.self)
    id = try container.decode(Int.self, forKey: .id)
    let script = DecodingScript.of(decoder)
    script.note("begin \(id)")
    let oddity = script.oddity(of: id)
    if oddity == .leavesAll { return }
    if oddity == .triesKids {
      let found = try? container.decode([ThrowingNode].self, forKey: .kids)
      script.note("kids \(found == nil)")
    }
    if oddity == .triesItself {
      let found = try? container.decode(ThrowingNode.self, forKey: .only)
      script.note("only \(found == nil)")
    }
    if oddity == .edgeAsObject {
      do {
        let found = try container.decode(ScriptedNode?.self, forKey: .weak)
        script.note("weak is \(found?.id ?? -1)")
      } catch { script.note("weak \(Self.text(error))") }
    }
    if oddity == .untypedEdge {
      do {
        let found = try container.decode(ArchivedValue.self, forKey: .back)
        script.note("back is \(found.kind)")
      } catch { script.note("back \(Self.text(error))") }
    }
    if oddity == .asksByText || oddity == .triesByText {
      let texts = try decoder.container(keyedBy: TextKey.self)
      weak = try texts.decode(WeakReference<ScriptedNode>.self, forKey: TextKey("weak"))
      if oddity == .triesByText {
        let found = try? texts.decode([ThrowingNode].self, forKey: TextKey("kids"))
        script.note("texts \(found == nil)")
      }
      kids = try texts.decode([ScriptedNode].self, forKey: TextKey("kids"))
    }
    let keys = Keys.allCases.dropFirst()
    let isBackwards = oddity == .readsBackwards
    for _ in 0..<(oddity == .readsTwice ? 2 : 1) {
      for key in isBackwards ? Array(keys.reversed()) : Array(keys) {
        try read(key, &container, oddity, script)
      }
    }
    if oddity == .readsEarly { script.note("early \(weak.wrappedValue?.id ?? -1)") }
    if oddity == .throwsWhenComplete {
      try weak.whenComplete { [id] in
        script.note("complete \(id) \($0?.id ?? -1)")
        if id % 2 == 0, $0 != nil { throw ScriptError() }
      }
    }
    if oddity == .throwsAtEnd { throw ScriptError() }
    script.note("end \(id)")
  }

  private func read(
    _ key: Keys, _ container: inout KeyedDecodingContainer<Keys>, _ oddity: Oddity,
    _ script: DecodingScript
  ) throws {
    switch key {
    case .id: break
    case .kids:
      if oddity == .leavesKids { return }
      if oddity == .untypedKids {
        let values = try container.decode([ArchivedValue].self, forKey: .kids)
        script.note("untyped \(values.count)")
      }
      guard oddity == .asksForNull else {
        kids = try container.decode([ScriptedNode].self, forKey: .kids)
        return
      }
      var nested = try container.nestedUnkeyedContainer(forKey: .kids)
      kids = []
      while !nested.isAtEnd {
        if try nested.decodeNil() { script.note("null") }
        kids.append(try nested.decode(ScriptedNode.self))
      }
    case .named: named = try container.decode([String: ScriptedNode].self, forKey: .named)
    case .only: only = try container.decodeIfPresent(ScriptedNode.self, forKey: .only)
    case .weak: weak = try container.decode(WeakReference<ScriptedNode>.self, forKey: .weak)
    case .back:
      if oddity == .otherRule {
        weak = try container.decode(WeakReference<ScriptedNode>.self, forKey: .back)
      } else {
        back = try container.decode(BackReference<ScriptedNode>.self, forKey: .back)
      }
    case .conditional:
      if oddity == .otherRule {
        let found = try? container.decode(
          RequiredReference<ScriptedNode>.self, forKey: .conditional)
        script.note("required \(found == nil)")
      } else {
        conditional = try container.decode(
          ConditionalReference<ScriptedNode>.self, forKey: .conditional)
      }
    case .inside:
      let nested = try container.nestedContainer(keyedBy: Keys.self, forKey: .inside)
      if oddity == .triesInside { _ = try? nested.decode(Bool.self, forKey: .weak) }
      inside = try nested.decode(ConditionalReference<ScriptedNode>.self, forKey: .weak)
    case .mixed:
      var nested = try container.nestedUnkeyedContainer(forKey: .mixed)
      mixed = []
      while !nested.isAtEnd {
        if oddity == .asksForNull { script.note("null \(try nested.decodeNil())") }
        script.note("mixed \(try nested.decode(Int.self))")
        if oddity == .asksForNull { script.note("null \(try nested.decodeNil())") }
        if oddity == .triesInside { _ = try? nested.decode(String.self) }
        mixed.append(try nested.decode(ScriptedNode.self))
        let link = try nested.decode(WeakReference<ScriptedNode>.self)
        if row.isEmpty { row.append(link) }
      }
    case .maybe:
      if oddity == .asksForNull {
        script.note("null \((try? container.decodeNil(forKey: .maybe)) ?? false)")
      }
      maybe = try container.decodeIfPresent(ConditionalReference<ScriptedNode>.self, forKey: .maybe)
      script.note("maybe \(maybe != nil)")
    case .maybes:
      maybes = try container.decode([WeakReference<ScriptedNode>?].self, forKey: .maybes)
      script.note("maybes \(maybes.map { $0 != nil })")
    case .either:
      if let number = try? container.decode(Int.self, forKey: .either) {
        script.note("either \(number)")
      } else {
        either = try container.decode(ScriptedNode.self, forKey: .either)
      }
    case .row:
      var nested = try container.nestedUnkeyedContainer(forKey: .row)
      if oddity == .keepsContainer {
        kept = nested
        return
      }
      row = []
      while !nested.isAtEnd {
        if oddity == .asksForNull, try nested.decodeNil() {
          script.note("null")
          continue
        }
        if oddity == .triesInside { _ = try? nested.decode(ThrowingNode.self) }
        row.append(try nested.decode(WeakReference<ScriptedNode>.self))
      }
    }
  }

  static func text(_ error: any Error) -> String {
    if let error = error as? ArchiveError {
      return "\(error.code) \(error.byteOffset ?? -1) \(error.path) \(error.message)"
    }
    if let error = error as? DecodingError {
      let context: DecodingError.Context
      let kind: String
      switch error {
      case .typeMismatch(let type, let found): (kind, context) = ("mismatch \(type)", found)
      case .valueNotFound(let type, let found): (kind, context) = ("value \(type)", found)
      case .keyNotFound(let key, let found): (kind, context) = ("key \(key.stringValue)", found)
      case .dataCorrupted(let found): (kind, context) = ("corrupted", found)
      @unknown default: return "\(error)"
      }
      let path = context.codingPath.map(\.stringValue).joined(separator: "/")
      let inner = (context.underlyingError as? ArchiveError).map { text($0) } ?? "-"
      return "\(kind) \(path) \(context.debugDescription) [\(inner)]"
    }
    return "\(error)"
  }

  /// The graph as text: each object once.
  var description: String {
    var numbers: [ObjectIdentifier: Int] = [:]
    var text = ""
    var queue: [ScriptedNode] = [self]
    func name(_ node: ScriptedNode?) -> String {
      guard let node else { return "-" }
      if let known = numbers[ObjectIdentifier(node)] { return "\(known)" }
      let number = numbers.count
      numbers[ObjectIdentifier(node)] = number
      queue.append(node)
      return "\(number)=\(type(of: node)) \(node.id)"
    }
    queue = []
    text += name(self)
    while !queue.isEmpty {
      let node = queue.removeFirst()
      text += "\n\(name(node)): kids \(node.kids.map(name)) "
      text +=
        "named \(node.named.sorted { $0.key < $1.key }.map { $0.key + name($0.value) }) only \(name(node.only)) "
      text += "weak \(name(node.weak.wrappedValue)) back \(name(node.back.wrappedValue)) "
      text +=
        "cond \(name(node.conditional.wrappedValue)) inside \(name(node.inside.wrappedValue)) "
      text += "row \(node.row.map { name($0.wrappedValue) }) "
      text += "mixed \(node.mixed.map(name)) either \(name(node.either)) "
      text += "maybe \(node.maybe != nil) \(name(node.maybe?.wrappedValue)) "
      text +=
        "maybes \(node.maybes.map { $0 != nil }) \(node.maybes.map { name($0?.wrappedValue) })"
    }
    return text
  }
}

final class ScriptedLeafNode: ScriptedNode {}
final class ScriptedOtherNode: ScriptedNode {}

/// Decodes an object, and throws now and then.
struct ThrowingNode: Decodable {
  init(from decoder: any Decoder) throws {
    _ = try decoder.singleValueContainer().decode(ScriptedNode.self)
    if DecodingScript.of(decoder).throwsNow() { throw ScriptError() }
  }
}

/// Stored by hooks in the place of an object.
struct ScriptedStandIn: Codable {
  var id: Int
  var weak: WeakReference<ScriptedNode>
  var kid: ScriptedNode?
}

extension ScriptedNode {
  /// Graphs by chance.
  static func graph(_ generator: inout SeededGenerator) -> [ScriptedNode] {
    func next(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    let count = next(14) + 1
    let hasSubclasses = next(2) == 0
    let nodes: [ScriptedNode] = (0..<count).map { id in
      guard hasSubclasses else { return ScriptedNode(id) }
      switch next(8) {
      case 0: return ScriptedLeafNode(id)
      case 1: return ScriptedOtherNode(id)
      default: return ScriptedNode(id)
      }
    }
    // Ordinary references lead forward: they make no cycles.
    func later(_ id: Int) -> ScriptedNode? {
      id + 1 < count ? nodes[id + 1 + next(count - id - 1)] : nil
    }
    for node in nodes {
      for _ in 0..<next(4) { if let kid = later(node.id) { node.kids.append(kid) } }
      if next(3) == 0, let kid = later(node.id) { node.named["k"] = kid }
      if next(3) == 0 { node.only = later(node.id) }
      if next(4) == 0, let kid = later(node.id) { node.mixed.append(kid) }
      if next(3) == 0 { node.either = later(node.id) }
      if next(2) == 0 { node.maybe = ConditionalReference(wrappedValue: nodes[next(count)]) }
      node.maybes = (0..<next(3)).map { _ in
        next(3) == 0 ? nil : WeakReference(wrappedValue: nodes[next(count)])
      }
      if next(2) == 0 { node.weak = WeakReference(wrappedValue: nodes[next(count)]) }
      if next(3) == 0 { node.back = BackReference(wrappedValue: nodes[next(count)]) }
      if next(3) == 0 { node.conditional = ConditionalReference(wrappedValue: nodes[next(count)]) }
      if next(4) == 0 { node.inside = ConditionalReference(wrappedValue: nodes[next(count)]) }
      for _ in 0..<next(3) { node.row.append(WeakReference(wrappedValue: nodes[next(count)])) }
    }
    return nodes
  }

  /// Takes the graph apart, so that no cycle stays.
  func clear() {
    var queue = [self]
    while let node = queue.popLast() {
      queue +=
        node.kids + node.mixed + Array(node.named.values)
        + [node.only, node.either, node.back.wrappedValue].compactMap { $0 }
      queue += [node.conditional.wrappedValue, node.inside.wrappedValue, node.maybe?.wrappedValue]
        .compactMap { $0 }
      (node.kids, node.named, node.only, node.kept) = ([], [:], nil, nil)
      (node.mixed, node.either, node.maybe) = ([], nil, nil)
      (node.back, node.conditional, node.inside) = (.init(), .init(), .init())
    }
  }
}
