package import ArchiveFormat
package import FoundationArchiveFormat
package import PropertyListFormat

/// An archive of `NSKeyedArchiver`, or a property list, as one JSON text that people read.
///
/// Objects stand where they are mentioned first; later mentions, those of cycles among them, are references. Values that JSON lacks are objects
/// whose one key begins with `$`. Section 7 of Spec/foundation-archives.md has the table. Nothing recurses.
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
    let node = graph.node(of: entry)
    guard let objectClass = try graph.objectClass(of: entry) else {
      guard try list.value(of: node).isContainer else { return try value(node) }
      guard begin(number) else { return }
      return try value(node)
    }
    let name = list.string(objectClass.name)
    let fields = try ObjectFields(graph, node, charge)
    let kind = FoundationClass(name)
    do {
      if let kind, try leaf(kind, fields) { return }
      if let kind, let steps = try container(kind, fields) {
        guard begin(number) else { return }
        self.steps += steps
        return
      }
    } catch {
      // Fields that contradict each other are shown as they are.
      if let error = error as? ArchiveError { throw error }
    }
    guard !isWritten[number] else { return text.raw("{\"$ref\":\(number)}") }
    isWritten[number] = true
    var beginning = JSONText(isEscapedForTerminal: true)
    beginning.raw("{\"$class\":")
    beginning.string(utf8: list.utf8(objectClass.name))
    if mentionCounts[number] > 1 { beginning.raw(",\"$id\":\(number)") }
    let rest = fields.fields.filter { !list.isEqual($0.key, to: "$class") }
    if !rest.isEmpty { beginning.raw(",") }
    for field in rest { try charge.count(values: 1, textBytes: field.key.range.count) }
    push(
      rest.map { (list.utf8($0.key), $0.node) },
      before: String(decoding: beginning.bytes, as: UTF8.self), behind: "}")
  }

  /// Begins an object that has no place for a number of its own; writes a reference, and returns false, if it was written before.
  private mutating func begin(_ number: Int) -> Bool {
    guard !isWritten[number] else {
      text.raw("{\"$ref\":\(number)}")
      return false
    }
    isWritten[number] = true
    if mentionCounts[number] > 1 {
      text.raw("{\"$id\":\(number),\"$value\":")
      steps.append(.raw("}"))
    }
    return true
  }

  /// Writes an object that holds one value, and nothing that could lead back to it; returns false for other classes.
  private mutating func leaf(_ kind: FoundationClass, _ fields: ObjectFields) throws -> Bool {
    switch kind {
    case .string:
      let string: [UInt8]
      if let node = try fields.node("NS.string") {
        string = try fields.text(node)
      } else {
        string = Array(try fields.bytes(Self.needed(fields, "NS.bytes")))
        guard String(validating: string, as: UTF8.self) != nil else { return false }
      }
      text.string(utf8: string)
    case .data:
      let node = try fields.node("NS.data") ?? fields.node("NS.bytes")
      try data(try node.map { try fields.bytes($0) } ?? [])
    case .date: date(Double(bitPattern: try fields.number(Self.needed(fields, "NS.time"))))
    case .null: text.raw("{\"$null\":true}")
    case .uuid:
      let uuid = try fields.bytes(Self.needed(fields, "NS.uuidbytes"))
      guard uuid.count == 16 else { return false }
      mark("$uuid", Array(ByteText.uuid(Array(uuid)).utf8))
    case .decimal: mark("$decimal", Array(try GraphValues.decimal(fields).utf8))
    case .url:
      guard try fields.node("NS.base") == nil else { return false }
      mark("$url", try fields.text(Self.needed(fields, "NS.relative")))
    default: return false
    }
    return true
  }

  /// The steps that write an array, a set or a dictionary; nil for other classes.
  private func container(_ kind: FoundationClass, _ fields: ObjectFields) throws -> [Step]? {
    var part = ReadableGraph(list, graph)
    switch kind {
    case .array, .set, .orderedSet:
      var elements = kind == .orderedSet ? fields.numbered("NS.object.") : []
      if elements.isEmpty {
        elements =
          try fields.node("NS.objects").map { try fields.array($0) }
          ?? fields.numbered("NS.object.")
      }
      switch kind {
      case .array: part.push(elements, before: "[", behind: "]")
      case .set: part.push(elements, before: "{\"$set\":[", behind: "]}")
      default: part.push(elements, before: "{\"$orderedSet\":[", behind: "]}")
      }
    case .dictionary:
      let entries = try GraphValues.entries(fields)
      if let keys = try keys(entries.map(\.key), fields) {
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
  private func keys(_ nodes: [PropertyListNode], _ fields: ObjectFields) throws -> [[UInt8]]? {
    var keys: [[UInt8]] = []
    for node in nodes {
      do {
        keys.append(try fields.text(node))
      } catch is ObjectFields.Contradiction {
        return nil
      }
    }
    return Set(keys).count == keys.count ? keys : nil
  }

  private static func needed(_ fields: ObjectFields, _ name: String) throws -> PropertyListNode {
    guard let node = try fields.node(name) else { throw ObjectFields.Contradiction() }
    return node
  }
}
