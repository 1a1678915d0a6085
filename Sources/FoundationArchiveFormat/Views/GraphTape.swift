internal import ArchiveFormat
internal import PropertyListFormat

/// Writes a graph onto a tape as values for people, without recursion.
///
/// Objects of Foundation's classes are the values that they are, others are records under the names of their classes. An object that is
/// mentioned once stands where it is mentioned. One that is mentioned more often has a number and stands at the first mention, if it
/// holds other values; those without values inside stand at each mention.
struct GraphTape {
  /// An open container of the tape, whose values are nodes.
  struct Frame {
    enum Source {
      case nodes([PropertyListNode])
      case integers([Int128])
      case runs([(length: UInt64, attributes: PropertyListNode?)])
      /// Elements of an array or a set of the property list.
      case elements(PropertyListNodes)
      /// Entries of a dictionary of the property list, or of an object, whose class is passed over.
      case entries(PropertyListNodes, isObject: Bool)
    }

    var source: Source
    /// The keys of the values, where they are known before.
    var keys: [UInt32] = []
    /// The values of a map, which follow behind its keys.
    var column: Source?
    /// True for the keys of a map.
    var isKeys: Bool { column != nil }
    /// The containers that end with the last value.
    var endCount = 1
    var index = 0
    var place = PropertyListNodes.Place()
  }

  /// Containers in each other; objects deeper inside stand behind the roots.
  private static let maximumDepth = 256

  let graph: FoundationGraph
  var list: PropertyList { graph.list }
  let charge: ReadingCharge
  /// The cost of what is written, counted apart from the cost of reading.
  let written: ReadingCharge
  var tape = ListTape()
  var frames: [Frame] = []
  /// The numbers of the objects that have one, by their entries.
  private var numbers: [Int: UInt32] = [:]
  /// The entries of objects that stand behind the roots, in the order of their mention.
  private var awaited: [Int] = []
  /// The entries of the objects with fields whose cells are asked for.
  let sought: Set<Int>
  /// The cells of those that were written.
  var found: [Int: Int] = [:]
  /// The forms of objects without values inside that are mentioned more than once, by their entries.
  var bodies: [Int: Body] = [:]
  /// The entries of objects that were asked for as texts, and are none.
  var noTexts = Set<Int>()
  /// The bases of URLs, by their entries; nil for those that are no URLs. Any number of URLs may be relative to one.
  var bases: [Int: (next: PropertyListNode?, text: [UInt8])?] = [:]
  /// The types of classes, by their entries.
  var types: [Int: Int] = [:]

  init(_ graph: FoundationGraph, seeking sought: Set<Int> = []) {
    self.graph = graph
    self.sought = sought
    charge = ReadingCharge(graph.list)
    written = ReadingCharge(graph.list)
  }

  /// Writes all roots, and the objects behind them.
  mutating func document() throws(ArchiveError) -> ArchivedDocument {
    var roots: [ArchivedRoot] = []
    let isUnnamed = graph.roots.count == 1
    for root in graph.roots {
      let name = list.plainKey(root.key)
      roots.append(
        ArchivedRoot(
          name: isUnnamed && name == FoundationGraph.usualRootKey ? "" : name,
          cell: tape.tape.cells.count))
      try append(root.node)
      try finish()
    }
    var tail: [Int] = []
    while tail.count < awaited.count {
      let entry = awaited[tail.count]
      tail.append(tape.tape.cells.count)
      try place(entry)
      try finish()
    }
    return tape.document(roots, tail: tail)
  }

  // MARK: Frames

  private mutating func finish() throws(ArchiveError) {
    while !frames.isEmpty { try step(frames.count - 1) }
  }

  /// Writes the next value of the innermost container, or ends the container.
  private mutating func step(_ top: Int) throws(ArchiveError) {
    let index = frames[top].index
    frames[top].index += 1
    if index < frames[top].keys.count { tape.setKey(frames[top].keys[index]) }
    switch frames[top].source {
    case .nodes(let nodes):
      if index < nodes.count {
        return frames[top].isKeys ? try append(key: nodes[index]) : try append(nodes[index])
      }
    case .integers(let numbers):
      if index < numbers.count {
        try written.count(values: 1)
        return tape.add(integer: numbers[index])
      }
    case .runs(let runs):
      if index < runs.count { return try append(runs[index].length, runs[index].attributes) }
    case .elements(let nodes):
      if let node = try list.next(in: nodes, &frames[top].place) { return try append(node) }
    case .entries(let nodes, let isObject):
      if let keyNode = try list.next(in: nodes, &frames[top].place),
        let node = try list.next(in: nodes, &frames[top].place)
      {
        guard case .string(let key) = try list.value(of: keyNode) else { return }
        if isObject, list.isEqual(key, to: "$class") { return }
        try written.count(values: 0, textBytes: key.range.count)
        tape.setKey(tape.number(ofKey: list.plainKey(key)))
        return try append(node)
      }
    }
    if let column = frames[top].column {
      tape.end()
      tape.begin(.array)
      let endCount = frames[top].endCount
      frames[top] = Frame(source: column, endCount: endCount)
      return
    }
    for _ in 0..<frames[top].endCount { tape.end() }
    frames.removeLast()
  }

  /// Writes a run of attributed text.
  private mutating func append(
    _ length: UInt64, _ attributes: PropertyListNode?
  ) throws(ArchiveError) {
    try written.count(values: 2)
    let keys = [tape.number(ofKey: "length"), tape.number(ofKey: "attributes")]
    tape.begin(.record)
    tape.setKey(keys[0])
    tape.add(integer: Int128(length))
    frames.append(Frame(source: .nodes(attributes.map { [$0] } ?? []), keys: [keys[1]]))
  }

  // MARK: Values

  /// Writes a node: a value of the property list, or the object that it refers to.
  private mutating func append(_ node: PropertyListNode) throws(ArchiveError) {
    let entry: Int
    do throws(ArchiveError) {
      try written.count(values: 1)
      let value = try list.value(of: node)
      guard case .reference(let reference) = value else { return try append(value) }
      entry = Int(reference)
    } catch {
      var error = error
      error.byteOffset = error.byteOffset ?? list.byteOffset(of: node)
      throw error
    }
    if entry == 0 {
      tape.add(.null)
    } else if let number = numbers[entry] {
      tape.add(.reference, detail: number)
    } else {
      try append(entry: entry)
    }
  }

  /// Writes a key of a map: text as in other maps, all else as any value.
  private mutating func append(key node: PropertyListNode) throws(ArchiveError) {
    guard let text = try text(node) else { return try append(node) }
    tape.add(.string, bytes: PlainKey.text(text).utf8)
  }

  /// Writes a value of the property list.
  mutating func append(_ value: PropertyListValue) throws(ArchiveError) {
    switch value {
    case .array(let nodes), .set(let nodes), .dictionary(let nodes): begin(value, nodes)
    case .string(let text):
      try written.count(values: 0, textBytes: text.range.count)
      tape.add(value, list)
    case .data(let data):
      try written.count(values: 0, textBytes: data.count)
      tape.add(value, list)
    default: tape.add(value, list)
    }
  }

  private mutating func begin(_ value: PropertyListValue, _ nodes: PropertyListNodes) {
    switch value {
    case .array: tape.begin(.array)
    case .set: tape.begin(.set)
    default:
      tape.begin(.keyedMap)
      return frames.append(Frame(source: .entries(nodes, isObject: false)))
    }
    frames.append(Frame(source: .elements(nodes)))
  }

  /// Writes an object at its first mention, or wherever it is mentioned if it holds no values.
  private mutating func append(entry: Int) throws(ArchiveError) {
    do throws(ArchiveError) {
      let body = try body(of: entry)
      if try appendLeaf(body, entry) { return keep(body, entry) }
      let isDeep = tape.depth >= Self.maximumDepth
      guard isDeep || graph.isShared[entry] else { return try begin(body, entry) }
      let number = UInt32(truncatingIfNeeded: numbers.count)
      numbers[entry] = number
      guard isDeep else { return try begin(body, entry, number: number) }
      awaited.append(entry)
      tape.add(.backReference, detail: number)
    } catch {
      throw graph.located(error, at: entry)
    }
  }

  /// Writes an object that has a number.
  private mutating func place(_ entry: Int) throws(ArchiveError) {
    do throws(ArchiveError) {
      try begin(body(of: entry), entry, number: numbers[entry])
    } catch {
      throw graph.located(error, at: entry)
    }
  }
}
