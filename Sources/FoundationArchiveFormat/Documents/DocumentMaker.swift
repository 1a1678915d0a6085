internal import ArchiveFormat
internal import PropertyListFormat

/// Puts a graph on a tape of our own archives: a root for each root, an object for each object, edges where there are cycles.
///
/// It keeps a list of what is left to do and does not recurse. An object that would stand too deep, or in itself, is mentioned by a back
/// reference; if no other reference stores it, it comes behind the roots.
struct DocumentMaker {
  /// One thing that is left to do.
  private enum Task {
    /// Values of a container, one after another: all, or every second one from a first one on.
    case values(PropertyListNodes, PropertyListNodes.Place, Selection, DocumentPlace)
    case list([PropertyListNode], next: Int)
    /// Fields of a record, each with its key.
    case fields([NativeForm.Field], keys: [UInt32], next: Int)
    /// Fields in an array, each key before its value.
    case pairs([NativeForm.Field], next: Int)
    /// An array around values that come next.
    case column(PropertyListNodes, Selection, DocumentPlace, count: Int)
    /// An array of numbers.
    case places([Int])
    /// Completes a container.
    case close(Int, length: Int?)
    /// An object whose body is complete.
    case placed(Int)
  }

  private enum Selection {
    case all, keys, values
  }

  /// An object that follows the roots if nothing stores it before.
  private enum Awaited {
    case entry(Int)
    case inline(PropertyListNode, number: UInt32)
  }

  /// Containers in each other; each is at most two levels to a reader, whose limit is 512.
  private static let maximumDepth = 160

  private let graph: FoundationGraph
  private let leaves: PlainLeaves
  private var classes = DocumentClasses()
  private(set) var tape = ArchiveTape()
  private var tasks: [Task] = []
  private var depth = 0
  private var objectCount: UInt32 = 0
  /// By entry: the number of its object, plus 1; 0 for none.
  private var objectNumbers: [UInt32]
  /// By entry: whether its object was begun, and whether it is complete.
  private var isBegun: [Bool]
  private var isComplete: [Bool]
  private var awaited: [Awaited] = []
  private var nameNumbers: [String: UInt32] = [:]
  private var list: PropertyList { graph.list }

  init(_ graph: FoundationGraph) throws(ArchiveError) {
    self.graph = graph
    leaves = try PlainLeaves(graph)
    objectNumbers = Array(repeating: 0, count: graph.entryCount)
    isBegun = Array(repeating: false, count: graph.entryCount)
    isComplete = isBegun
  }

  /// Puts all of the graph on the tape.
  mutating func make() throws(ArchiveError) {
    tape.roots = []
    for root in graph.roots {
      beginRoot(DocumentRoots.name(ofKey: list.utf8(root.key)))
      try add(root.node, .element)
      try work()
    }
    if !list.isEqual(graph.archiver, to: DocumentLabel.usualArchiver) {
      beginRoot(DocumentLabel.archiverRoot)
      text(graph.archiver)
      try work()
    }
    if tape.roots.isEmpty {
      beginRoot(DocumentLabel.noRoot)
      tape.leaf(.null)
    }
    var next = 0
    while next < awaited.count {
      let cell = tape.cells.count
      switch awaited[next] {
      case .entry(let entry):
        if !isBegun[entry] { try place(entry) }
      case .inline(let node, let number):
        beginObject(number, tape.rowOfClass([DocumentLabel.inlineClass]))
        try container(node, try list.value(of: node))
      }
      if tape.cells.count > cell { tape.tail.append(cell) }
      try work()
      next += 1
    }
  }

  private mutating func beginRoot(_ name: String) {
    tape.roots.append(ArchivedRoot(name: name, cell: tape.cells.count))
  }

  // MARK: Tasks

  private mutating func work() throws(ArchiveError) {
    while let task = tasks.popLast() {
      switch task {
      case .values(let nodes, var place, let selection, let context):
        if selection == .values { _ = try list.next(in: nodes, &place) }
        guard let node = try list.next(in: nodes, &place) else { continue }
        if selection == .keys { _ = try list.next(in: nodes, &place) }
        tasks.append(.values(nodes, place, selection, context))
        try add(node, context)
      case .list(let nodes, let next):
        guard next < nodes.count else { continue }
        tasks.append(.list(nodes, next: next + 1))
        try add(nodes[next], .element)
      case .fields(let fields, let keys, let next):
        guard next < fields.count else { continue }
        tasks.append(.fields(fields, keys: keys, next: next + 1))
        let cell = tape.cells.count
        try add(fields[next].node, .field)
        tape.cells[cell].key = keys[next]
      case .pairs(let fields, let next):
        guard next < fields.count else { continue }
        tasks.append(.pairs(fields, next: next + 1))
        text(fields[next].key)
        try add(fields[next].node, .field)
      case .column(let nodes, let selection, let context, let count):
        begin(.array, length: count)
        tasks.append(.values(nodes, PropertyListNodes.Place(), selection, context))
      case .places(let places):
        let cell = tape.cells.count
        tape.leaf(.array)
        for place in places { tape.integer(Int128(place)) }
        tape.close(cell, length: places.count)
      case .close(let cell, let length):
        tape.close(cell, length: length ?? tape.cells[cell].length)
        depth -= 1
      case .placed(let entry): isComplete[entry] = true
      }
    }
  }

  /// Begins a container, which ends once all tasks that are added now are done.
  private mutating func begin(_ kind: CellKind, length: Int? = nil, detail: UInt32 = 0) {
    tasks.append(.close(tape.cells.count, length: length))
    depth += 1
    tape.leaf(kind, detail: detail)
  }

  private mutating func number(ofLabel name: String) -> UInt32 {
    let number = nameNumbers[name] ?? tape.number(ofExtension: name)
    nameNumbers[name] = number
    return number
  }

  private mutating func beginLabel(_ name: String) {
    begin(.extension, detail: number(ofLabel: name))
  }

  /// Begins an object: its body follows.
  private mutating func beginObject(_ number: UInt32, _ row: Int) {
    begin(.object, length: row, detail: number)
    tape.cells[tape.cells.count - 1].length = row
  }

  // MARK: Values

  /// Adds a value of the graph.
  private mutating func add(
    _ node: PropertyListNode, _ context: DocumentPlace
  ) throws(ArchiveError) {
    let value = try list.value(of: node)
    switch value {
    case .reference(0):
      if context == .element { beginLabel(DocumentLabel.inline) }
      tape.leaf(.null)
    case .reference(let number): try mention(Int(number), context)
    case .bool, .integer, .real:
      if context == .element { beginLabel(DocumentLabel.inline) }
      plain(value)
    case _ where value.isContainer && depth >= Self.maximumDepth:
      // It stands behind the roots.
      awaited.append(.inline(node, number: objectCount))
      tape.leaf(.backReference, detail: objectCount)
      objectCount += 1
    case .null, .set: try container(node, value)
    default:
      if context != .inside { beginLabel(DocumentLabel.inline) }
      try container(node, value)
    }
  }

  /// Adds a value that stands where it is mentioned.
  private mutating func container(
    _ node: PropertyListNode, _ value: PropertyListValue
  ) throws(ArchiveError) {
    switch value {
    case .null:
      beginLabel(DocumentLabel.null)
      tape.leaf(.null)
    case .set(let nodes):
      beginLabel(DocumentLabel.set)
      begin(.array, length: nodes.count)
      tasks.append(.values(nodes, PropertyListNodes.Place(), .all, .inside))
    case .array(let nodes):
      begin(.array, length: nodes.count)
      tasks.append(.values(nodes, PropertyListNodes.Place(), .all, .inside))
    case .dictionary(let nodes):
      let count = nodes.count / 2
      begin(.map, length: count)
      tasks.append(.column(nodes, .values, .inside, count: count))
      tasks.append(.column(nodes, .keys, .inside, count: count))
    default: plain(value)
    }
  }

  /// Adds a leaf as it is.
  private mutating func plain(_ value: PropertyListValue) {
    switch value {
    case .bool(let isTrue): tape.leaf(.bool, payload: isTrue ? 1 : 0)
    case .integer(let number): tape.integer(number)
    case .real(let bits, isSingle: false): tape.leaf(.float64, payload: bits)
    case .real(let bits, isSingle: true):
      tape.leaf(.float32, payload: UInt64(PropertyList.narrowed(bits)))
    case .date(let bits): tape.leaf(.date, payload: bits)
    case .string(let text): self.text(text)
    case .data(let data): tape.leaf(.data, bytes: data)
    default: tape.leaf(.null)
    }
  }

  /// Adds a text: as it is, or the units of one that no string can be.
  private mutating func text(_ text: PropertyListText) {
    let utf8 = list.plainBytes(text) ?? list.utf8(text)[...]
    if String(validating: utf8, as: UTF8.self) != nil { return tape.leaf(.string, bytes: utf8) }
    let label = tape.cells.count
    tape.leaf(.extension, detail: number(ofLabel: DocumentLabel.utf16))
    tape.leaf(.data, bytes: PropertyList.utf16Bytes(ofUTF8: utf8))
    tape.close(label, length: 0)
  }

  // MARK: Entries

  /// Adds an entry of `$objects`: as a value, as an object, or as an edge to one.
  private mutating func mention(_ entry: Int, _ context: DocumentPlace) throws(ArchiveError) {
    if leaves.contains(entry) { return try plainEntry(entry, context) }
    if isComplete[entry] { return tape.leaf(.reference, detail: objectNumbers[entry] - 1) }
    if isBegun[entry] { return tape.leaf(.backReference, detail: objectNumbers[entry] - 1) }
    guard depth < Self.maximumDepth else {
      tape.leaf(.backReference, detail: number(of: entry))
      return awaited.append(.entry(entry))
    }
    try place(entry)
  }

  private mutating func plainEntry(_ entry: Int, _ context: DocumentPlace) throws(ArchiveError) {
    let value = try list.value(of: graph.node(of: entry))
    var needsLabel = context == .inside
    if context == .field {
      switch value {
      case .bool, .integer, .real: needsLabel = true
      case .dictionary: needsLabel = try isNull(entry)
      default: break
      }
    }
    if needsLabel { beginLabel(DocumentLabel.entry) }
    guard case .dictionary = value else { return plain(value) }
    if let name = graph.objectClass(of: entry)?.name,
      let found = try NativeForm.found(entry, list.string(name), graph)
    {
      body(entry, found.form)
    }
  }

  private func isNull(_ entry: Int) throws(ArchiveError) -> Bool {
    guard let name = graph.objectClass(of: entry)?.name else { return false }
    return list.isEqual(name, to: "NSNull")
  }

  private mutating func number(of entry: Int) -> UInt32 {
    if objectNumbers[entry] == 0 {
      objectCount += 1
      objectNumbers[entry] = objectCount
    }
    return objectNumbers[entry] - 1
  }

  /// Stores the object of an entry.
  private mutating func place(_ entry: Int) throws(ArchiveError) {
    isBegun[entry] = true
    let number = number(of: entry)
    tasks.append(.placed(entry))
    let node = graph.node(of: entry)
    guard let objectClass = graph.objectClass(of: entry) else {
      let value = try list.value(of: node)
      if case .reference = value {
        beginObject(number, tape.rowOfClass([DocumentLabel.referenceClass]))
        begin(.array, length: 1)
        return try add(node, .field)
      }
      beginObject(number, tape.rowOfClass([DocumentLabel.valueClass]))
      return try container(node, value)
    }
    let fields = try NativeForm.fields(of: entry, graph)
    if let row = classes.row(of: objectClass, list, &tape) {
      let name = list.string(objectClass.name)
      if NativeForm.isNative(name) {
        if let found = try NativeForm.found(entry, name, graph), hasBody(entry, found.form) {
          beginObject(number, row)
          if !found.order.isSorted {
            beginLabel(DocumentLabel.order)
            tasks.append(.places(found.order))
          }
          return body(entry, found.form)
        }
      } else if let keys = classes.keys(of: fields, row: row, list, &tape) {
        beginObject(number, row)
        begin(.record, length: fields.count, detail: UInt32(truncatingIfNeeded: row + 1))
        return tasks.append(.fields(fields, keys: keys, next: 0))
      }
    }
    beginObject(number, tape.rowOfClass([DocumentLabel.objectClass]))
    general(objectClass, fields)
  }

  private func hasBody(_ entry: Int, _ form: NativeForm) -> Bool {
    if case .url = form { return leaves.urlParts(of: entry) != nil }
    return true
  }

  /// Adds the value of an object of a class of Foundation.
  private mutating func body(_ entry: Int, _ form: NativeForm) {
    switch form {
    case .array(let nodes):
      begin(.array, length: nodes.count)
      tasks.append(.values(nodes, PropertyListNodes.Place(), .all, .element))
    case .orderedSet(let nodes):
      begin(.array, length: nodes.count)
      tasks.append(.list(nodes, next: 0))
    case .set(let nodes):
      begin(.set, length: nodes.count)
      tasks.append(.values(nodes, PropertyListNodes.Place(), .all, .element))
    case .map(let keys, let values):
      begin(.map, length: keys.count)
      tasks.append(.column(values, .all, .element, count: values.count))
      tasks.append(.column(keys, .all, .element, count: keys.count))
    case .string(let text): self.text(text)
    case .data(let data): tape.leaf(.data, bytes: data)
    case .date(let bits): tape.leaf(.date, payload: bits)
    case .uuid(let bytes): tape.leaf(.uuid, bytes: bytes)
    case .url:
      var sink = ByteSink()
      let parts = leaves.urlParts(of: entry) ?? []
      sink.varint(parts.count)
      for part in parts { sink.countedBytes(part) }
      tape.leaf(.url, bytes: sink.bytes)
    case .decimal(let parts): tape.leaf(.decimal, bytes: parts.bytes)
    case .null: tape.leaf(.null)
    }
  }

  /// Adds an object as its class, superclasses and hints, and its fields as they are.
  private mutating func general(
    _ objectClass: FoundationGraph.ObjectClass, _ fields: [NativeForm.Field]
  ) {
    begin(.array, length: 4)
    text(objectClass.name)
    texts(objectClass.chain)
    if let hints = objectClass.hints { texts(hints) } else { tape.leaf(.null) }
    begin(.array, length: 2 * fields.count)
    tasks.append(.pairs(fields, next: 0))
  }

  private mutating func texts(_ texts: [PropertyListText]) {
    let cell = tape.cells.count
    tape.leaf(.array)
    for text in texts { self.text(text) }
    tape.close(cell, length: texts.count)
  }
}
