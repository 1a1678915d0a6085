package import ArchiveFormat
package import PropertyListFormat

/// The fields of an object, by the names that Foundation's classes give them.
package struct ObjectFields {
  /// The fields contradict each other, or one is of another kind.
  struct Contradiction: Error {}

  /// The most references that are followed from object to object to find bytes.
  private static let maximumHopCount = 16

  let graph: FoundationGraph
  private let charge: ReadingCharge
  /// The fields with their keys, in file order.
  private var fields: [(key: PropertyListText, node: PropertyListNode)] = []
  private var list: PropertyList { graph.list }

  /// The fields of what a node has; none for what is no dictionary.
  package init(
    _ graph: FoundationGraph, _ node: PropertyListNode, _ charge: ReadingCharge
  ) throws(ArchiveError) {
    self.graph = graph
    self.charge = charge
    guard case .dictionary(let nodes) = try graph.list.value(of: node) else { return }
    try charge.count(values: nodes.count / 2)
    var place = PropertyListNodes.Place()
    fields.reserveCapacity(nodes.count / 2)
    while let keyNode = try graph.list.next(in: nodes, &place),
      let valueNode = try graph.list.next(in: nodes, &place)
    {
      if case .string(let key) = try graph.list.value(of: keyNode) {
        try charge.count(values: 0, textBytes: key.range.count)
        fields.append((key, valueNode))
      }
    }
  }

  /// The node of a field; nil if there is none, or if it is nil. O(fields).
  package func node(_ name: String) throws(ArchiveError) -> PropertyListNode? {
    guard let node = fields.first(where: { list.isEqual($0.key, to: name) })?.node else {
      return nil
    }
    // Any number of references may lead to this object, and its field may be large text that is decoded to little.
    try charge.count(values: 0, textBytes: list.decodedByteCount(of: node))
    if case .reference(0) = try list.value(of: node) { return nil }
    return node
  }

  /// The nodes of `name0`, `name1` and so on, up to the first that is not there. O(fields).
  func numbered(_ name: String) -> [PropertyListNode] {
    let prefix = Array(name.utf8)
    var nodes: [Int: PropertyListNode] = [:]
    for field in fields {
      let key = list.utf8(field.key)
      guard key.starts(with: prefix) else { continue }
      let digits = String(decoding: key.dropFirst(prefix.count), as: UTF8.self)
      if let number = Int(digits), String(number) == digits { nodes[number] = field.node }
    }
    var found: [PropertyListNode] = []
    while let node = nodes[found.count] { found.append(node) }
    return found
  }

  /// Follows a reference to its entry of `$objects`; returns any other node as it is, and nil for a reference to nil.
  private func target(_ node: PropertyListNode) throws -> (node: PropertyListNode, isObject: Bool)?
  {
    guard case .reference(let number) = try list.value(of: node) else { return (node, false) }
    if number == 0 { return nil }
    let target = graph.node(of: Int(number))
    // Any number of references may lead to one large text that is decoded, and is of another kind than wanted.
    try charge.count(values: 1, textBytes: list.decodedByteCount(of: target))
    return (target, true)
  }

  private func utf8(_ text: PropertyListText) throws(ArchiveError) -> [UInt8] {
    try charge.count(values: 1, textBytes: text.range.count)
    return list.utf8(text)
  }

  /// A string, a reference to one, or to an object with `NS.string` or `NS.bytes`; in UTF-8.
  package func text(_ node: PropertyListNode) throws -> [UInt8] {
    guard let target = try target(node) else { throw Contradiction() }
    switch try list.value(of: target.node) {
    case .string(let text): return try utf8(text)
    case .dictionary where target.isObject:
      let fields = try ObjectFields(graph, target.node, charge)
      if let inner = try fields.node("NS.string") {
        guard case .string(let text) = try list.value(of: inner) else { throw Contradiction() }
        return try utf8(text)
      }
      guard let inner = try fields.node("NS.bytes") else { throw Contradiction() }
      let bytes = Array(try self.bytes(inner))
      guard String(validating: bytes, as: UTF8.self) != nil else { throw Contradiction() }
      return bytes
    default: throw Contradiction()
    }
  }

  /// Data, a reference to some, or to an object with `NS.data`.
  func bytes(_ node: PropertyListNode) throws -> ArraySlice<UInt8> {
    var node = node
    for _ in 0..<Self.maximumHopCount {
      guard let target = try target(node) else { throw Contradiction() }
      switch try list.value(of: target.node) {
      case .data(let data):
        try charge.count(values: 1, textBytes: data.count)
        return data
      case .dictionary where target.isObject:
        guard let inner = try ObjectFields(graph, target.node, charge).node("NS.data") else {
          throw Contradiction()
        }
        node = inner
      default: throw Contradiction()
      }
    }
    throw Contradiction()
  }

  /// An integer, or a reference to one.
  package func integer(_ node: PropertyListNode) throws -> Int128 {
    guard let target = try target(node), case .integer(let number) = try list.value(of: target.node)
    else { throw Contradiction() }
    return number
  }

  /// An integer or a truth value, or a reference to one.
  package func isTrue(_ node: PropertyListNode) throws -> Bool {
    guard let target = try target(node) else { throw Contradiction() }
    switch try list.value(of: target.node) {
    case .bool(let isTrue): return isTrue
    case .integer(let number): return number != 0
    default: throw Contradiction()
    }
  }

  /// The bits of a real, or of an integer as one.
  func number(_ node: PropertyListNode) throws -> UInt64 {
    switch try list.value(of: node) {
    case .real(let bits, _): return bits
    case .integer(let number): return Double(number).bitPattern
    default: throw Contradiction()
    }
  }

  /// The nodes of an array.
  func array(_ node: PropertyListNode) throws -> [PropertyListNode] {
    guard case .array(let nodes) = try list.value(of: node) else { throw Contradiction() }
    try charge.count(values: nodes.count)
    var elements: [PropertyListNode] = []
    elements.reserveCapacity(nodes.count)
    var place = PropertyListNodes.Place()
    while let node = try list.next(in: nodes, &place) { elements.append(node) }
    return elements
  }

  /// The fields of the object that a reference leads to.
  func object(_ node: PropertyListNode) throws -> ObjectFields {
    guard let target = try target(node), target.isObject else { throw Contradiction() }
    return try ObjectFields(graph, target.node, charge)
  }

  /// Numbers in LEB128, each below 2^64.
  static func numbers(_ bytes: ArraySlice<UInt8>) throws -> [UInt64] {
    var numbers: [UInt64] = []
    var (number, shift): (UInt64, UInt64) = (0, 0)
    for byte in bytes {
      let digits = UInt64(byte & 0x7F)
      guard shift < 64, (digits << shift) >> shift == digits else { throw Contradiction() }
      number |= digits << shift
      shift += 7
      if byte < 0x80 {
        numbers.append(number)
        (number, shift) = (0, 0)
      }
    }
    guard shift == 0 else { throw Contradiction() }
    return numbers
  }
}
