internal import ArchiveFormat
package import PropertyListFormat

/// The values of objects of Foundation's classes: a line of JSON for each.
package struct GraphValues {
  private let graph: FoundationGraph
  private var json = GraphJSON()
  private var walk: ListWalk
  private let charge: ReadingCharge

  init(_ graph: FoundationGraph) {
    self.graph = graph
    walk = ListWalk(graph.list)
    charge = ReadingCharge(graph.list)
  }

  /// The lines so far.
  var bytes: [UInt8] { json.bytes }

  mutating func write() throws(ArchiveError) {
    for (index, entry) in graph.objects.enumerated() {
      guard let objectClass = try graph.objectClass(of: entry) else { continue }
      let name = graph.list.string(objectClass.name)
      guard let kind = FoundationClass(name) else { continue }
      let start = json.bytes.count
      append("{\"n\":\(index + 1),\"value\":{")
      let content = json.bytes.count
      do {
        let fields = try ObjectFields(graph, graph.node(of: entry), charge)
        guard try write(kind, fields) else {
          json.remove(from: start)
          continue
        }
      } catch let error as ArchiveError {
        throw error
      } catch {
        json.remove(from: content)
        append("\"bad\":true")
      }
      append("}}\n")
    }
  }

  /// Writes a key and its value.
  ///
  /// - Returns: False for a value of which no line is written.
  private mutating func write(_ kind: FoundationClass, _ fields: ObjectFields) throws -> Bool {
    switch kind {
    case .array, .set:
      append(kind == .set ? "\"set\":" : "\"array\":")
      if let objects = try fields.node("NS.objects") {
        try values(fields.array(objects))
      } else {
        try values(fields.numbered("NS.object."))
      }
    case .orderedSet:
      var elements = fields.numbered("NS.object.")
      if elements.isEmpty, let objects = try fields.node("NS.objects") {
        elements = try fields.array(objects)
      }
      append("\"orderedSet\":")
      try values(elements)
    case .dictionary:
      let entries = try Self.entries(fields)
      append("\"map\":[")
      for (index, entry) in entries.enumerated() {
        append(index == 0 ? "[" : ",[")
        try value(entry.key)
        append(",")
        try value(entry.value)
        append("]")
      }
      append("]")
    case .countedSet: try countedSet(fields)
    case .date:
      append("\"date\":\"")
      json.append(bits: try fields.number(Self.needed(fields, "NS.time")))
      append("\"")
    case .null: append("\"null\":true")
    case .string:
      let text: [UInt8]
      if let node = try fields.node("NS.string") {
        text = try fields.text(node)
      } else {
        text = Array(try fields.bytes(Self.needed(fields, "NS.bytes")))
        guard String(validating: text, as: UTF8.self) != nil else {
          throw ObjectFields.Contradiction()
        }
      }
      append("\"string\":")
      string(text)
    case .data:
      let node = try fields.node("NS.data") ?? fields.node("NS.bytes")
      append("\"data\":\"")
      json.append(hex: try node.map { try fields.bytes($0) } ?? [])
      append("\"")
    case .uuid: try uuid(fields)
    case .url:
      let text = try fields.text(Self.needed(fields, "NS.relative"))
      append("\"url\":[")
      if let base = try fields.node("NS.base") { try value(base) } else { append("null") }
      append(",")
      string(text)
      append("]")
    case .decimal: append("\"decimal\":\"\(try Self.decimal(fields))\"")
    case .indexSet: try indexSet(fields)
    case .indexPath: try indexPath(fields)
    case .attributedString: try attributedString(fields)
    case .value: return try special(fields)
    case .timeZone:
      let text = try fields.text(Self.needed(fields, "NS.name"))
      append("\"timeZone\":")
      string(text)
    case .locale:
      let text = try fields.text(Self.needed(fields, "NS.identifier"))
      append("\"locale\":")
      string(text)
    }
    return true
  }

  private static func needed(
    _ fields: ObjectFields, _ name: String
  ) throws -> PropertyListNode {
    guard let node = try fields.node(name) else { throw ObjectFields.Contradiction() }
    return node
  }

  /// The keys of a dictionary with their values.
  package static func entries(
    _ fields: ObjectFields
  ) throws -> [(key: PropertyListNode, value: PropertyListNode)] {
    let (keys, objects) = (try fields.node("NS.keys"), try fields.node("NS.objects"))
    let lists: (keys: [PropertyListNode], objects: [PropertyListNode])
    if let keys, let objects {
      lists = (try fields.array(keys), try fields.array(objects))
    } else {
      guard keys == nil, objects == nil else { throw ObjectFields.Contradiction() }
      let keys = fields.numbered("NS.key.")
      lists = (keys, Array(fields.numbered("NS.object.").prefix(keys.count)))
    }
    guard lists.keys.count == lists.objects.count else { throw ObjectFields.Contradiction() }
    return Array(zip(lists.keys, lists.objects)).map { (key: $0, value: $1) }
  }

  private mutating func countedSet(_ fields: ObjectFields) throws {
    let count = try fields.integer(Self.needed(fields, "NS.count"))
    let (objects, counts) = (fields.numbered("NS.object"), fields.numbered("NS.count"))
    guard count >= 0, count <= objects.count, count <= counts.count else {
      throw ObjectFields.Contradiction()
    }
    append("\"countedSet\":[")
    for index in 0..<Int(count) {
      append(index == 0 ? "[" : ",[")
      try value(objects[index])
      append(",\"\(try fields.integer(counts[index]))\"]")
    }
    append("]")
  }

  private mutating func uuid(_ fields: ObjectFields) throws {
    let uuid = try fields.bytes(Self.needed(fields, "NS.uuidbytes"))
    guard uuid.count == 16 else { throw ObjectFields.Contradiction() }
    var text = ""
    for (index, byte) in uuid.enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    append("\"uuid\":\"\(text)\"")
  }

  /// A decimal number as its mantissa and its exponent: `-125e-2`.
  package static func decimal(_ fields: ObjectFields) throws -> String {
    let length = try fields.integer(needed(fields, "NS.length"))
    let isNegative = try fields.node("NS.negative").map { try fields.isTrue($0) } ?? false
    guard 0...8 ~= length else { throw ObjectFields.Contradiction() }
    if length == 0 { return isNegative ? "nan" : "0e0" }
    let units = Array(try fields.bytes(needed(fields, "NS.mantissa")))
    guard units.count >= 2 * Int(length) else { throw ObjectFields.Contradiction() }
    let order = try fields.node("NS.mantissa.bo").map { try fields.integer($0) } ?? 1
    var mantissa: UInt128 = 0
    for index in (0..<Int(length)).reversed() {
      let (first, second) = (UInt128(units[2 * index]), UInt128(units[2 * index + 1]))
      mantissa = mantissa << 16 | (order == 1 ? second << 8 | first : first << 8 | second)
    }
    let exponent = try fields.node("NS.exponent").map { try fields.integer($0) } ?? 0
    return "\(isNegative ? "-" : "")\(mantissa)e\(exponent)"
  }

  private mutating func indexSet(_ fields: ObjectFields) throws {
    let count = try fields.node("NSRangeCount").map { try fields.integer($0) } ?? 0
    var pairs: [(String, String)] = []
    switch count {
    case 0: break
    case 1:
      let length = try fields.node("NSLength").map { try fields.integer($0) } ?? 1
      pairs = [("\(try fields.integer(Self.needed(fields, "NSLocation")))", "\(length)")]
    default:
      let numbers = try ObjectFields.numbers(fields.bytes(Self.needed(fields, "NSRangeData")))
      guard numbers.count % 2 == 0, count == numbers.count / 2 else {
        throw ObjectFields.Contradiction()
      }
      pairs = stride(from: 0, to: numbers.count, by: 2).map {
        ("\(numbers[$0])", "\(numbers[$0 + 1])")
      }
    }
    append("\"indexSet\":[")
    for (index, pair) in pairs.enumerated() {
      append("\(index == 0 ? "" : ",")[\"\(pair.0)\",\"\(pair.1)\"]")
    }
    append("]")
  }

  private mutating func indexPath(_ fields: ObjectFields) throws {
    let count = try fields.integer(Self.needed(fields, "NSIndexPathLength"))
    var numbers: [String] = []
    switch count {
    case 0: break
    case 1: numbers = ["\(try fields.integer(Self.needed(fields, "NSIndexPathValue")))"]
    default:
      numbers = try ObjectFields.numbers(fields.bytes(Self.needed(fields, "NSIndexPathData")))
        .map { "\($0)" }
      guard count == numbers.count else { throw ObjectFields.Contradiction() }
    }
    append("\"indexPath\":[")
    for (index, number) in numbers.enumerated() { append("\(index == 0 ? "" : ",")\"\(number)\"") }
    append("]")
  }

  private mutating func attributedString(_ fields: ObjectFields) throws {
    let text = try fields.node("NSString").map { try fields.text($0) } ?? []
    // Characters beyond U+FFFF take two units.
    let length = text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 2 : 1) }
    let attributes = try fields.node("NSAttributes")
    var runs: [(length: String, value: PropertyListNode?)] = []
    if let info = try fields.node("NSAttributeInfo") {
      guard let attributes, let objects = try fields.object(attributes).node("NS.objects") else {
        throw ObjectFields.Contradiction()
      }
      let values = try fields.array(objects)
      let numbers = try ObjectFields.numbers(fields.bytes(info))
      guard numbers.count % 2 == 0 else { throw ObjectFields.Contradiction() }
      var rest = UInt64(length)
      for index in stride(from: 0, to: numbers.count, by: 2) {
        guard numbers[index] <= rest, numbers[index + 1] < UInt64(values.count) else {
          throw ObjectFields.Contradiction()
        }
        rest -= numbers[index]
        runs.append(("\(numbers[index])", values[Int(numbers[index + 1])]))
      }
      guard rest == 0 else { throw ObjectFields.Contradiction() }
    } else if length > 0 || attributes != nil {
      runs = [("\(length)", attributes)]
    }
    append("\"attributed\":[")
    string(text)
    append(",[")
    for (index, run) in runs.enumerated() {
      append("\(index == 0 ? "" : ",")[\"\(run.length)\",")
      if let node = run.value { try value(node) } else { append("null") }
      append("]")
    }
    append("]]")
  }

  /// A range, point, size or rectangle in an `NSValue`.
  private mutating func special(_ fields: ObjectFields) throws -> Bool {
    guard let node = try fields.node("NS.special") else { return false }
    let kind: Int128
    do {
      kind = try fields.integer(node)
    } catch is ObjectFields.Contradiction {
      return false
    }
    switch kind {
    case 4:
      let location = try fields.integer(Self.needed(fields, "NS.rangeval.location"))
      let length = try fields.integer(Self.needed(fields, "NS.rangeval.length"))
      append("\"range\":[\"\(location)\",\"\(length)\"]")
    case 1: try text("point", fields, "NS.pointval")
    case 2: try text("size", fields, "NS.sizeval")
    case 3: try text("rect", fields, "NS.rectval")
    default: return false
    }
    return true
  }

  private mutating func text(
    _ key: String, _ fields: ObjectFields, _ name: String
  ) throws {
    let text = try fields.text(Self.needed(fields, name))
    append("\"\(key)\":")
    string(text)
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
    try walk.forEachEvent(in: node) { event throws(ArchiveError) in
      var number: Int?
      if case .leaf(.reference(let reference)) = event { number = graph.number(of: reference) }
      json.write(event, number, graph.list)
    }
  }

  private mutating func string(_ utf8: [UInt8]) { json.append(utf8: utf8[...]) }

  private mutating func append(_ text: String) { json.append(text) }
}
