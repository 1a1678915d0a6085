package import ArchiveFormat
package import FoundationArchiveFormat
package import PropertyListFormat

/// An archive of `NSKeyedArchiver`, or a property list, as one JSON text that people read.
///
/// Objects stand where they are mentioned first; later mentions, those of cycles among them, are references. Values that JSON lacks are objects
/// whose one key begins with `$`. Section 8 of Spec/foundation-archives.md has the table. Nothing recurses.
package struct ReadableGraph {
  private enum Step {
    case raw(String)
    case string([UInt8])
    case node(PropertyListNode)
  }

  private let list: PropertyList
  private let graph: FoundationGraph?
  private let charge: ReadingCharge
  private var text = JSONText(isEscapedForTerminal: true)
  private var steps: [Step] = []
  /// By number of an object: how often it is mentioned.
  private var mentionCounts: [Int32] = []
  private var isWritten: [Bool] = []

  /// The values of an archive: that of its root `root`, or an object of its roots.
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/limitExceeded`` if many objects refer to large texts or data.
  package static func json(_ graph: FoundationGraph) throws(ArchiveError) -> [UInt8] {
    var readable = ReadableGraph(graph.list, graph)
    try readable.countMentions(graph)
    if graph.roots.count == 1, graph.list.isEqual(graph.roots[0].key, to: "root") {
      readable.steps = [.node(graph.roots[0].node)]
    } else {
      readable.push(
        graph.roots.map { (graph.list.utf8($0.key), $0.node) }, before: "{", behind: "}")
    }
    try readable.write()
    return readable.text.bytes
  }

  /// The values of a property list.
  ///
  /// - Throws: ``ArchiveError`` for what breaks its form, and with the code ``ArchiveError/Code/limitExceeded``.
  package static func json(_ list: PropertyList) throws(ArchiveError) -> [UInt8] {
    var check = ListCheck(list)
    try check.check()
    var readable = ReadableGraph(list, nil)
    readable.steps = [.node(list.root)]
    try readable.write()
    return readable.text.bytes
  }

  private init(_ list: PropertyList, _ graph: FoundationGraph?) {
    self.list = list
    self.graph = graph
    charge = ReadingCharge(list)
  }

  private mutating func countMentions(_ graph: FoundationGraph) throws(ArchiveError) {
    mentionCounts = Array(repeating: 0, count: graph.objects.count + 1)
    isWritten = Array(repeating: false, count: graph.objects.count + 1)
    // The graph was walked when it was made, within its limits.
    var open = graph.roots.map(\.node) + graph.objects.map { graph.node(of: $0) }
    while let node = open.popLast() {
      switch try list.value(of: node) {
      case .reference(let reference):
        if let number = graph.number(of: reference) { mentionCounts[number] &+= 1 }
      case .array(let nodes), .set(let nodes), .dictionary(let nodes):
        open += try elements(nodes)
      default: break
      }
    }
  }

  private func elements(_ nodes: PropertyListNodes) throws(ArchiveError) -> [PropertyListNode] {
    var elements: [PropertyListNode] = []
    var place = PropertyListNodes.Place()
    while let node = try list.next(in: nodes, &place) { elements.append(node) }
    return elements
  }

  private mutating func write() throws(ArchiveError) {
    while let step = steps.popLast() {
      switch step {
      case .raw(let raw): text.raw(raw)
      case .string(let utf8): text.string(utf8: utf8)
      case .node(let node): try value(node)
      }
    }
  }

  // MARK: Steps, which are taken from the end

  private mutating func push(_ elements: [PropertyListNode], before: String, behind: String) {
    steps.append(.raw(behind))
    for (index, element) in elements.enumerated().reversed() {
      steps.append(.node(element))
      if index > 0 { steps.append(.raw(",")) }
    }
    steps.append(.raw(before))
  }

  private mutating func push(
    _ entries: [(key: [UInt8], value: PropertyListNode)], before: String, behind: String
  ) {
    steps.append(.raw(behind))
    for (index, entry) in entries.enumerated().reversed() {
      steps.append(.node(entry.value))
      steps.append(.raw(":"))
      steps.append(.string(Self.escaped(entry.key)))
      if index > 0 { steps.append(.raw(",")) }
    }
    steps.append(.raw(before))
  }

  /// A key of the file that begins with `$` gets one more, so that none is taken for a mark.
  private static func escaped(_ key: [UInt8]) -> [UInt8] {
    key.first == UInt8(ascii: "$") ? [UInt8(ascii: "$")] + key : key
  }

  private mutating func mark(_ name: String, _ string: [UInt8]) {
    text.raw("{\"\(name)\":")
    text.string(utf8: string)
    text.raw("}")
  }

  // MARK: Values

  private mutating func value(_ node: PropertyListNode) throws(ArchiveError) {
    let value = try list.value(of: node)
    try charge.count(values: 1)
    switch value {
    case .null: text.raw("null")
    case .bool(let isTrue): text.raw(isTrue ? "true" : "false")
    case .integer(let number): text.raw("\(number)")
    case .real(let bits, let isSingle): real(Double(bitPattern: bits), isSingle)
    case .date(let bits): date(Double(bitPattern: bits))
    case .reference(let reference):
      guard let graph else { return text.raw("{\"$uid\":\(reference)}") }
      guard let number = graph.number(of: reference), let entry = Int(exactly: reference) else {
        return text.raw("null")
      }
      try object(entry, number, graph)
    case .string(let string):
      try charge.count(values: 0, textBytes: string.range.count)
      text.string(utf8: list.utf8(string))
    case .data(let data): try self.data(data)
    case .array(let nodes): push(try elements(nodes), before: "[", behind: "]")
    case .set(let nodes): push(try elements(nodes), before: "{\"$set\":[", behind: "]}")
    case .dictionary(let nodes): try dictionary(nodes)
    }
  }

  private mutating func real(_ number: Double, _ isSingle: Bool) {
    guard number.isFinite else { return text.raw("{\"$real\":\"\(number)\"}") }
    text.raw(isSingle ? "\(Float(number))" : "\(number)")
  }

  private mutating func date(_ seconds: Double) {
    if let date = DateText.iso8601(secondsSince2001: seconds) {
      mark("$date", Array(date.utf8))
    } else {
      text.raw("{\"$date\":")
      real(seconds, false)
      text.raw("}")
    }
  }

  private mutating func data(_ data: ArraySlice<UInt8>) throws(ArchiveError) {
    try charge.count(values: 0, textBytes: data.count)
    mark("$base64", Array(ByteText.base64(Array(data)).utf8))
  }

  private mutating func dictionary(_ nodes: PropertyListNodes) throws(ArchiveError) {
    let elements = try elements(nodes)
    var entries: [([UInt8], PropertyListNode)] = []
    for index in stride(from: 0, to: elements.count - 1, by: 2) {
      guard case .string(let key) = try list.value(of: elements[index]) else { continue }
      try charge.count(values: 1, textBytes: key.range.count)
      entries.append((list.utf8(key), elements[index + 1]))
    }
    push(entries, before: "{", behind: "}")
  }

  // MARK: Objects

  private mutating func object(
    _ entry: Int, _ number: Int, _ graph: FoundationGraph
  ) throws(ArchiveError) {
    guard !isWritten[number] else { return text.raw("{\"$ref\":\(number)}") }
    let node = graph.node(of: entry)
    guard let objectClass = graph.objectClass(of: entry) else {
      guard try list.value(of: node).isContainer else { return try value(node) }
      begin(number)
      return try value(node)
    }
    // Fields that contradict each other are shown as they are.
    if let content = try content(of: entry, graph) {
      if try leaf(content) { return }
      if let steps = try container(content) {
        begin(number)
        self.steps += steps
        return
      }
    }
    isWritten[number] = true
    var beginning = JSONText(isEscapedForTerminal: true)
    beginning.raw("{\"$class\":")
    beginning.string(utf8: list.utf8(objectClass.name))
    if mentionCounts[number] > 1 { beginning.raw(",\"$id\":\(number)") }
    let fields = try fields(of: node)
    if !fields.isEmpty { beginning.raw(",") }
    push(fields, before: String(decoding: beginning.bytes, as: UTF8.self), behind: "}")
  }

  /// The value of an object of a class of Foundation's; nil for others, and for fields that contradict each other.
  private func content(
    of entry: Int, _ graph: FoundationGraph
  ) throws(ArchiveError) -> FoundationContent? {
    do throws(ContentError) {
      return try graph.content(of: entry, charge)
    } catch {
      if case .archive(let error) = error { throw error }
      return nil
    }
  }

  /// The fields of an object without its class, in file order.
  private func fields(
    of node: PropertyListNode
  ) throws(ArchiveError) -> [(key: [UInt8], value: PropertyListNode)] {
    guard case .dictionary(let nodes) = try list.value(of: node) else { return [] }
    var fields: [(key: [UInt8], value: PropertyListNode)] = []
    var place = PropertyListNodes.Place()
    while let keyNode = try list.next(in: nodes, &place),
      let valueNode = try list.next(in: nodes, &place)
    {
      guard case .string(let key) = try list.value(of: keyNode),
        !list.isEqual(key, to: "$class")
      else { continue }
      try charge.count(values: 1, textBytes: key.range.count)
      fields.append((list.utf8(key), valueNode))
    }
    return fields
  }

  /// Begins an object that has no place for a number of its own.
  private mutating func begin(_ number: Int) {
    isWritten[number] = true
    if mentionCounts[number] > 1 {
      text.raw("{\"$id\":\(number),\"$value\":")
      steps.append(.raw("}"))
    }
  }

  /// Writes a value with nothing in it that could lead back; returns false for others.
  private mutating func leaf(_ content: FoundationContent) throws(ArchiveError) -> Bool {
    switch content {
    case .string(let string): text.string(utf8: string)
    case .data(let data): try self.data(data)
    case .date(let bits): date(Double(bitPattern: bits))
    case .null: text.raw("{\"$null\":true}")
    case .uuid(let uuid): mark("$uuid", Array(ByteText.uuid(uuid).utf8))
    case .decimal(let isNegative, let mantissa, let exponent):
      mark("$decimal", Array("\(isNegative ? "-" : "")\(mantissa)e\(exponent)".utf8))
    case .notANumber: mark("$decimal", Array("nan".utf8))
    case .url(nil, let relative): mark("$url", relative)
    default: return false
    }
    return true
  }

  /// The steps that write an array, a set or a dictionary; nil for other values.
  private func container(_ content: FoundationContent) throws(ArchiveError) -> [Step]? {
    var part = ReadableGraph(list, graph)
    switch content {
    case .array(let elements): part.push(elements, before: "[", behind: "]")
    case .set(let members): part.push(members, before: "{\"$set\":[", behind: "]}")
    case .orderedSet(let members): part.push(members, before: "{\"$orderedSet\":[", behind: "]}")
    case .map(let entries):
      if let keys = try keys(entries.map(\.key)) {
        part.push(
          zip(keys, entries).map { (key: $0, value: $1.value) }, before: "{", behind: "}")
      } else {
        part.steps.append(.raw("]}"))
        for (index, entry) in entries.enumerated().reversed() {
          part.push([entry.key, entry.value], before: index == 0 ? "[" : ",[", behind: "]")
        }
        part.steps.append(.raw("{\"$map\":["))
      }
    default: return nil
    }
    return part.steps
  }

  /// The keys of a dictionary if each is a string, and no two are alike; else nil.
  private func keys(_ nodes: [PropertyListNode]) throws(ArchiveError) -> [[UInt8]]? {
    var keys: [[UInt8]] = []
    for node in nodes {
      guard let key = try string(node) else { return nil }
      keys.append(key)
    }
    return Set(keys).count == keys.count ? keys : nil
  }

  /// A string, or the one that a reference leads to; nil for anything else.
  private func string(_ node: PropertyListNode) throws(ArchiveError) -> [UInt8]? {
    var (node, entry): (PropertyListNode, Int?) = (node, nil)
    if case .reference(let reference) = try list.value(of: node), reference > 0, let graph {
      entry = Int(truncatingIfNeeded: reference)
      node = entry.map { graph.node(of: $0) } ?? node
    }
    if case .string(let string) = try list.value(of: node) {
      try charge.count(values: 1, textBytes: string.range.count)
      return list.utf8(string)
    }
    if let graph, let entry, case .string(let string)? = try content(of: entry, graph) {
      return string
    }
    return nil
  }
}
