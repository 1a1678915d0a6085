internal import ArchiveFormat
internal import PropertyListFormat

/// The values of objects of Foundation's classes: a line of JSON for each.
struct GraphValues {
  private let graph: FoundationGraph
  private var json = GraphJSON()
  private var walk: ListWalk
  private let charge: ReadingCharge

  init(_ graph: FoundationGraph) {
    self.graph = graph
    walk = ListWalk(graph.list)
    charge = ReadingCharge(graph.list)
  }

  /// Returns the lines.
  mutating func lines() throws(ArchiveError) -> [UInt8] {
    for (index, entry) in graph.objects.enumerated() {
      do throws(ArchiveError) {
        try addLine(index + 1, entry)
      } catch {
        throw graph.located(error, at: entry)
      }
    }
    return json.take()
  }

  private mutating func addLine(_ number: Int, _ entry: Int) throws(ArchiveError) {
    let content: FoundationContent?
    do throws(ContentError) {
      content = try graph.content(of: entry, charge)
    } catch {
      if case .archive(let error) = error { throw error }
      return append("{\"n\":\(number),\"value\":{\"bad\":true}}\n")
    }
    guard let content else { return }
    append("{\"n\":\(number),\"value\":{")
    try write(content)
    append("}}\n")
  }

  /// Writes a key and its value.
  private mutating func write(_ content: FoundationContent) throws(ArchiveError) {
    switch content {
    case .array(let elements):
      append("\"array\":")
      try values(elements)
    case .set(let members):
      append("\"set\":")
      try values(members)
    case .orderedSet(let members):
      append("\"orderedSet\":")
      try values(members)
    case .map(let entries):
      append("\"map\":[")
      for (index, entry) in entries.enumerated() {
        append(index == 0 ? "[" : ",[")
        try value(entry.key)
        append(",")
        try value(entry.value)
        append("]")
      }
      append("]")
    case .countedSet(let members):
      append("\"countedSet\":[")
      for (index, member) in members.enumerated() {
        append(index == 0 ? "[" : ",[")
        try value(member.member)
        append(",\"\(member.count)\"]")
      }
      append("]")
    case .date(let bits):
      append("\"date\":\"")
      json.append(bits: bits)
      append("\"")
    case .null: append("\"null\":true")
    case .string(let text): append("string", text)
    case .data(let data):
      append("\"data\":\"")
      json.append(hex: data)
      append("\"")
    case .uuid(let bytes): append("\"uuid\":\"\(UUIDText.text(of: bytes))\"")
    case .url(let base, let relative):
      append("\"url\":[")
      if let base { try value(base) } else { append("null") }
      append(",")
      json.append(utf8: relative[...])
      append("]")
    case .decimal(let isNegative, let mantissa, let exponent):
      append("\"decimal\":\"\(isNegative ? "-" : "")\(mantissa)e\(exponent)\"")
    case .notANumber: append("\"decimal\":\"nan\"")
    case .indexSet(let ranges):
      append("\"indexSet\":[")
      for (index, range) in ranges.enumerated() {
        append("\(index == 0 ? "" : ",")[\"\(range.location)\",\"\(range.length)\"]")
      }
      append("]")
    case .indexPath(let indices):
      append("\"indexPath\":[\(indices.map { "\"\($0)\"" }.joined(separator: ","))]")
    case .attributed(let text, let runs):
      append("\"attributed\":[")
      json.append(utf8: text[...])
      append(",[")
      for (index, run) in runs.enumerated() {
        append("\(index == 0 ? "" : ",")[\"\(run.length)\",")
        if let attributes = run.attributes { try value(attributes) } else { append("null") }
        append("]")
      }
      append("]]")
    case .range(let location, let length): append("\"range\":[\"\(location)\",\"\(length)\"]")
    case .point(let text): append("point", text)
    case .size(let text): append("size", text)
    case .rectangle(let text): append("rect", text)
    case .timeZone(let text): append("timeZone", text)
    case .locale(let text): append("locale", text)
    }
  }

  private mutating func append(_ key: String, _ text: [UInt8]) {
    append("\"\(key)\":")
    json.append(utf8: text[...])
  }

  private mutating func values(_ nodes: [PropertyListNode]) throws(ArchiveError) {
    append("[")
    for (index, node) in nodes.enumerated() {
      if index > 0 { append(",") }
      try value(node)
    }
    append("]")
  }

  private mutating func value(_ node: PropertyListNode) throws(ArchiveError) {
    try walk.forEachEvent(in: node, of: graph.list) { event throws(ArchiveError) in
      if case .reference(let reference) = event {
        json.reference(graph.number(of: reference))
      } else {
        json.write(event, graph.list)
      }
    }
  }

  private mutating func append(_ text: String) { json.append(text) }
}
