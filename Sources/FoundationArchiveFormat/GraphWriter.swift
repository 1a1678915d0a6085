internal import ArchiveFormat
internal import PropertyListFormat

/// Writes a graph as a keyed archive: what is reached, and the classes of it, in the order of the entries in the file that was read.
struct GraphWriter {
  /// The parts by which two classes are the same.
  private struct ClassIdentity: Hashable {
    var name: [UInt8]
    var chain: [[UInt8]]
    var hints: [[UInt8]]?
  }

  private let graph: FoundationGraph
  private var copy: PropertyListCopy
  /// By entry: its number in the new archive; 0 for those that are left out.
  private var numbers: [UInt32]
  /// The entries that are written, in their order.
  private var entries: [Int] = []
  /// The way to what is being written, in the file that was read.
  private var path: [ArchivePath.Step] = []

  init(_ graph: FoundationGraph, _ form: PropertyList.Form) {
    self.graph = graph
    copy = PropertyListCopy(graph.list, form)
    numbers = Array(repeating: 0, count: graph.entryCount)
    number()
  }

  /// Numbers the entries. A class that nothing but `$class` refers to stands for all that are like it.
  private mutating func number() {
    for entry in graph.objects { numbers[entry] = 1 }
    var known: [ClassIdentity: Int] = [:]
    var others: [(entry: Int, first: Int)] = []
    let classes = graph.classes.rows.sorted { $0.entry < $1.entry }
    for (entry, objectClass) in classes.map({ ($0.entry, $0.objectClass) })
    where numbers[entry] == 0 {
      let identity = ClassIdentity(
        name: graph.list.utf8(objectClass.name),
        chain: objectClass.chain.map { graph.list.utf8($0) },
        hints: objectClass.hints?.map { graph.list.utf8($0) })
      if let first = known[identity] {
        others.append((entry, first))
      } else {
        known[identity] = entry
        numbers[entry] = 1
      }
    }
    for entry in numbers.indices where numbers[entry] > 0 {
      entries.append(entry)
      numbers[entry] = UInt32(truncatingIfNeeded: entries.count)
    }
    for (entry, first) in others { numbers[entry] = numbers[first] }
  }

  /// The bytes of the archive. Errors have the path of what cannot be written.
  mutating func write() throws(ArchiveError) -> [UInt8] {
    do throws(ArchiveError) {
      return try writeArchive()
    } catch {
      var error = error
      if error.path.isEmpty { error.path = PropertyList.shortened(ArchivePath(path)) }
      throw error
    }
  }

  private mutating func writeArchive() throws(ArchiveError) -> [UInt8] {
    try copy.writer.beginDictionary()
    try copy.writer.key("$version")
    try copy.writer.integer(100_000)
    try copy.writer.key("$archiver")
    path = [.key("$archiver")]
    try add(graph.archiver)
    try copy.writer.key("$top")
    try copy.writer.beginDictionary()
    for root in graph.roots {
      path = [.key("$top"), .key(graph.list.string(root.key))]
      try copy.writer.key(utf8: graph.list.utf8(root.key)[...])
      try add(root.node)
    }
    try copy.writer.end()
    try copy.writer.key("$objects")
    try copy.writer.beginArray()
    try copy.writer.string("$null")
    for entry in entries {
      path = [.key("$objects"), .index(entry)]
      if graph.isReached(entry) {
        try add(graph.node(of: entry))
      } else if let objectClass = graph.classes[entry] {
        try add(objectClass)
      }
    }
    try copy.writer.end()
    try copy.writer.end()
    return try copy.writer.finish()
  }

  private mutating func add(_ node: PropertyListNode) throws(ArchiveError) {
    let numbers = numbers
    try copy.add(
      node, numberOf: { $0 < UInt64(numbers.count) ? UInt64(numbers[Int($0)]) : $0 },
      at: ArchivePath(path))
  }

  private mutating func add(_ text: PropertyListText) throws(ArchiveError) {
    try copy.writer.add(.string(utf8: graph.list.utf8(text)[...]))
  }

  private mutating func add(_ objectClass: FoundationGraph.ObjectClass) throws(ArchiveError) {
    try copy.writer.beginDictionary()
    try copy.writer.key("$classname")
    try add(objectClass.name)
    if !objectClass.chain.isEmpty {
      try copy.writer.key("$classes")
      try add(objectClass.chain)
    }
    if let hints = objectClass.hints {
      try copy.writer.key("$classhints")
      try add(hints)
    }
    try copy.writer.end()
  }

  private mutating func add(_ texts: [PropertyListText]) throws(ArchiveError) {
    try copy.writer.beginArray()
    for text in texts { try add(text) }
    try copy.writer.end()
  }
}
