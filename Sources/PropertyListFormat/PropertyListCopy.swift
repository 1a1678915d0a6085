package import ArchiveFormat

/// Copies values of a property list into another, of either form.
///
/// A binary copy has each object of a binary list once, however often it is mentioned, so that it costs O(bytes). XML has it as often as it is met.
package struct PropertyListCopy {
  private struct Level {
    let node: PropertyListNode
    let nodes: PropertyListNodes
    let isDictionary: Bool
    var place = PropertyListNodes.Place()
    var key: PropertyListText?
    var count = 0
  }

  package var writer: PropertyListWriter
  private let list: PropertyList
  /// By node: its object in the copy, plus 1; 0 for none. Empty where the copy is XML.
  private var objects: [UInt32]
  private var levels: [Level] = []
  private var textByteCount = 0
  private let maximumTextByteCount: Int

  /// A copy without values.
  package init(_ list: PropertyList, _ form: PropertyList.Form) {
    self.list = list
    writer = PropertyListWriter(form)
    objects = form == .binary ? Array(repeating: 0, count: list.nodeCount) : []
    maximumTextByteCount = list.limits.textByteCount(forFile: list.bytes.count)
  }

  /// Adds a value, with all that is in it, where no container holds itself.
  ///
  /// - Parameters:
  ///   - node: The value.
  ///   - number: The number that a reference has in the copy.
  ///   - path: The way to the value, for errors.
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/malformedPropertyList``, ``ArchiveError/Code/invalidValue`` for what the form cannot hold, ``ArchiveError/Code/limitExceeded`` for text in XML.
  package mutating func add(
    _ node: PropertyListNode, numberOf number: (UInt64) -> UInt64, at path: ArchivePath
  ) throws(ArchiveError) {
    levels.removeAll(keepingCapacity: true)
    var current = node
    do throws(ArchiveError) {
      try begin(node, number)
      while let last = levels.last {
        current = last.node
        guard let next = try list.next(in: last.nodes, &levels[levels.count - 1].place) else {
          levels.removeLast()
          let object = try writer.endContainer()
          note(object, last.node)
          continue
        }
        current = next
        levels[levels.count - 1].count += 1
        if last.isDictionary, last.count % 2 == 0 {
          try addKey(next)
        } else {
          try begin(next, number)
        }
      }
    } catch {
      var error = error
      if error.code == .duplicateKey { error.code = .malformedPropertyList }
      error.byteOffset = error.byteOffset ?? list.byteOffset(of: current)
      if error.path.isEmpty {
        error.path = PropertyList.shortened(ArchivePath(path.steps + steps))
      }
      throw error
    }
  }

  private var steps: [ArchivePath.Step] {
    levels.compactMap { level in
      guard level.isDictionary else { return level.count > 0 ? .index(level.count - 1) : nil }
      return level.key.map { .key(list.string($0)) }
    }
  }

  private func known(_ node: PropertyListNode) -> Int? {
    guard !objects.isEmpty, objects[node.index] > 0 else { return nil }
    return Int(objects[node.index]) - 1
  }

  private mutating func note(_ object: Int, _ node: PropertyListNode) {
    if !objects.isEmpty { objects[node.index] = UInt32(truncatingIfNeeded: object + 1) }
  }

  private mutating func addKey(_ node: PropertyListNode) throws(ArchiveError) {
    guard case .string(let key) = try list.value(of: node) else {
      throw .malformedList("a key is no string", at: list.byteOffset(of: node))
    }
    levels[levels.count - 1].key = key
    if let object = known(node) { return try writer.key(object: object) }
    note(try writer.key(utf8: try utf8(key)), node)
  }

  private mutating func begin(
    _ node: PropertyListNode, _ number: (UInt64) -> UInt64
  ) throws(ArchiveError) {
    if let object = known(node) { return try writer.add(object: object) }
    switch try list.value(of: node) {
    case .null: note(try writer.add(.null), node)
    case .bool(let isTrue): note(try writer.add(.bool(isTrue)), node)
    case .integer(let integer): note(try writer.add(.integer(integer)), node)
    case .real(let bits, let isSingle):
      note(try writer.add(.real(bits: bits, isSingle: isSingle)), node)
    case .date(let bits): note(try writer.add(.date(bits: bits)), node)
    case .reference(let target): note(try writer.add(.reference(number(target))), node)
    case .string(let text): note(try writer.add(.string(utf8: try utf8(text))), node)
    case .data(let data):
      try count(data.count)
      note(try writer.add(.data(data)), node)
    case .array(let nodes):
      try writer.beginArray()
      levels.append(Level(node: node, nodes: nodes, isDictionary: false))
    case .set(let nodes):
      try writer.beginSet()
      levels.append(Level(node: node, nodes: nodes, isDictionary: false))
    case .dictionary(let nodes):
      try writer.beginDictionary()
      levels.append(Level(node: node, nodes: nodes, isDictionary: true))
    }
  }

  private mutating func utf8(_ text: PropertyListText) throws(ArchiveError) -> ArraySlice<UInt8> {
    try count(text.range.count)
    try list.checkASCII(text)
    return list.plainBytes(text) ?? list.utf8(text)[...]
  }

  /// Counts text and data, which XML has as often as they are mentioned.
  private mutating func count(_ byteCount: Int) throws(ArchiveError) {
    textByteCount += byteCount
    guard textByteCount <= maximumTextByteCount else {
      throw ArchiveError(
        .limitExceeded, "the file has more than \(maximumTextByteCount) bytes of text and data")
    }
  }
}
