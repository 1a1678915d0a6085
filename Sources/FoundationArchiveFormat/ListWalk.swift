internal import ArchiveFormat
internal import PropertyListFormat

/// Goes through a value of a property list and all values in it, in file order, without recursion.
///
/// Each container may be in itself no deeper than the limits say, keys are strings and stand once, and every value counts.
struct ListWalk {
  enum Event {
    /// A value that is no container.
    case leaf(PropertyListValue)
    case beginArray, beginSet, beginDictionary
    case key(PropertyListText)
    case end
  }

  private struct Level {
    let node: PropertyListNode
    let nodes: PropertyListNodes
    let isDictionary: Bool
    var place = PropertyListNodes.Place()
    var isValueNext = false
    /// The index of the first key of the dictionary among the keys of all levels.
    var firstKey: Int
    /// The keys of a dictionary that has many.
    var manyKeys: Set<[UInt8]> = []
  }

  private let list: PropertyList
  private var valueCount = 0
  private var textByteCount = 0
  private let maximumTextByteCount: Int
  private var levels: [Level] = []
  private var keys: [PropertyListText] = []

  init(_ list: PropertyList) {
    self.list = list
    maximumTextByteCount = list.limits.textByteCount(forFile: list.bytes.count)
  }

  /// Counts values, and bytes of text and data.
  mutating func count(
    values: Int, textBytes: Int, _ node: PropertyListNode
  ) throws(ArchiveError) {
    valueCount += values
    textByteCount += textBytes
    guard valueCount <= list.limits.maximumValueCount else {
      throw ArchiveError(
        .limitExceeded, "the file has more than \(list.limits.maximumValueCount) values",
        byteOffset: list.byteOffset(of: node))
    }
    guard textByteCount <= maximumTextByteCount else {
      throw ArchiveError(
        .limitExceeded, "the file has more than \(maximumTextByteCount) bytes of text and data",
        byteOffset: list.byteOffset(of: node))
    }
  }

  /// A key of a dictionary, which has to be a string, and not to be among those before.
  mutating func key(
    _ node: PropertyListNode, among known: inout Set<[UInt8]>
  ) throws(ArchiveError) -> PropertyListText {
    guard case .string(let key) = try list.value(of: node) else {
      throw malformed("a key is no string", node)
    }
    try count(values: 0, textBytes: key.range.count, node)
    try list.checkASCII(key)
    guard known.insert(list.utf8(key)).inserted else {
      throw malformed("a key stands twice in a dictionary", node)
    }
    return key
  }

  /// Calls a function with what stands in a node.
  ///
  /// - Throws: ``ArchiveError``, and what the function throws.
  mutating func forEachEvent(
    in node: PropertyListNode, _ body: (Event) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    levels.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    try begin(node, try list.value(of: node), body)
    while !levels.isEmpty {
      let last = levels.count - 1
      guard let next = try list.next(in: levels[last].nodes, &levels[last].place) else {
        keys.removeLast(keys.count - levels[last].firstKey)
        levels.removeLast()
        try body(.end)
        continue
      }
      let value = try list.value(of: next)
      if levels[last].isDictionary, !levels[last].isValueNext {
        guard case .string(let key) = value else {
          throw malformed("a key is no string", next)
        }
        guard isNew(key) else { throw malformed("a key stands twice in a dictionary", next) }
        try count(values: 0, textBytes: key.range.count, next)
        try list.checkASCII(key)
        levels[last].isValueNext = true
        try body(.key(key))
      } else {
        levels[last].isValueNext = false
        try begin(next, value, body)
      }
    }
  }

  private mutating func begin(
    _ node: PropertyListNode, _ value: PropertyListValue,
    _ body: (Event) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    switch value {
    case .string(let text):
      try count(values: 1, textBytes: text.range.count, node)
      try list.checkASCII(text)
    case .data(let data): try count(values: 1, textBytes: data.count, node)
    default: try count(values: 1, textBytes: 0, node)
    }
    switch value {
    case .array(let nodes):
      try body(.beginArray)
      try open(nodes, isDictionary: false, node)
    case .set(let nodes):
      try body(.beginSet)
      try open(nodes, isDictionary: false, node)
    case .dictionary(let nodes):
      try body(.beginDictionary)
      try open(nodes, isDictionary: true, node)
    default: try body(.leaf(value))
    }
  }

  private mutating func open(
    _ nodes: PropertyListNodes, isDictionary: Bool, _ node: PropertyListNode
  ) throws(ArchiveError) {
    guard !levels.contains(where: { $0.node == node }) else {
      throw malformed("a container stands in itself", node)
    }
    guard levels.count < list.limits.maximumDepth else {
      throw ArchiveError(
        .limitExceeded, "more than \(list.limits.maximumDepth) containers stand in each other",
        byteOffset: list.byteOffset(of: node))
    }
    levels.append(
      Level(node: node, nodes: nodes, isDictionary: isDictionary, firstKey: keys.count))
  }

  /// Takes note of a key of the innermost dictionary, and tells whether it stands there for the first time.
  private mutating func isNew(_ key: PropertyListText) -> Bool {
    let last = levels.count - 1
    let first = levels[last].firstKey
    if keys.count - first < 16 {
      for index in first..<keys.count where list.isEqual(key, keys[index]) { return false }
      keys.append(key)
      return true
    }
    if levels[last].manyKeys.isEmpty {
      levels[last].manyKeys = Set(keys[first...].map { list.utf8($0) })
    }
    return levels[last].manyKeys.insert(list.utf8(key)).inserted
  }

  private func malformed(_ message: String, _ node: PropertyListNode) -> ArchiveError {
    ArchiveError(.malformedPropertyList, message, byteOffset: list.byteOffset(of: node))
  }
}
