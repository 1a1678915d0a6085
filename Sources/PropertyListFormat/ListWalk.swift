package import ArchiveFormat

/// Goes through a value of a property list and all values in it, in file order, without recursion.
///
/// Each container may be in itself no deeper than the limits say, keys are strings and stand once, and every value counts. A key of a binary
/// list is read once: from then on its object has a number.
package struct ListWalk {
  /// A step of a walk.
  package enum Event {
    /// A value that is neither a container nor a reference.
    case leaf(PropertyListValue)
    /// A reference, which most values of a keyed archive are.
    case reference(UInt64)
    case beginArray, beginSet, beginDictionary
    /// A key, and its number among all keys: ``soughtKeyNumber``, or a number from 1 in the order in which they are met.
    case key(PropertyListText, number: Int)
    case end
  }

  private struct Level {
    let node: PropertyListNode
    let nodes: PropertyListNodes
    /// The number of the dictionary; 0 for other containers.
    let dictionary: Int
    var place = PropertyListNodes.Place()
    var isValueNext = false
    /// The place of its first key among those that are kept.
    let firstKept: Int
  }

  /// The number of the key that is sought.
  package static var soughtKeyNumber: Int { KeyTable.soughtNumber }

  /// The list. Methods that are called for each value have it as a parameter, because they would copy it from here.
  private let list: PropertyList
  private let soughtKey: String
  private var valueCount = 0
  private var textByteCount = 0
  private let maximumValueCount: Int
  private let maximumTextByteCount: Int
  /// The containers around the innermost one.
  private var outerLevels: [Level] = []
  private var keys: KeyTable
  private var dictionaryCount = 0
  /// The keys of dictionaries that are in other containers, each with the dictionary in which the key was met before.
  private var kept: [(key: Int, dictionary: Int)] = []

  /// A walk with nothing counted.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - soughtKey: A key whose number is known before.
  package init(_ list: PropertyList, seeking soughtKey: String = "") {
    self.list = list
    self.soughtKey = soughtKey
    keys = KeyTable(list, seeking: soughtKey)
    maximumValueCount = list.limits.maximumValueCount
    maximumTextByteCount = list.limits.textByteCount(forFile: list.bytes.count)
  }

  /// Counts values, and bytes of text and data.
  package mutating func count(
    values: Int, textBytes: Int, _ node: PropertyListNode
  ) throws(ArchiveError) {
    valueCount += values
    textByteCount += textBytes
    guard valueCount <= maximumValueCount, textByteCount <= maximumTextByteCount else {
      throw limitError(node)
    }
  }

  @inline(never)
  private func limitError(_ node: PropertyListNode) -> ArchiveError {
    let limit =
      valueCount > maximumValueCount
      ? "\(maximumValueCount) values" : "\(maximumTextByteCount) bytes of text and data"
    return ArchiveError(
      .limitExceeded, "the file has more than \(limit)", byteOffset: list.byteOffset(of: node))
  }

  // MARK: Keys

  /// Begins a dictionary whose keys are read one by one, and returns its number.
  package mutating func beginKeys() -> Int {
    dictionaryCount += 1
    return dictionaryCount
  }

  /// A key of a dictionary, which has to be a string, and not to be among those before.
  ///
  /// - Parameter dictionary: The number of the dictionary, which ``beginKeys()`` gave.
  package mutating func key(
    _ node: PropertyListNode, of dictionary: Int
  ) throws(ArchiveError) -> PropertyListText {
    let (text, number) = try key(node, list)
    guard keys[dictionaryOf: number] != dictionary else { throw duplicate(node) }
    keys[dictionaryOf: number] = dictionary
    return text
  }

  /// The value of the key that is sought in a dictionary; nil if the dictionary does not have it. O(entries).
  package func soughtValue(
    in entries: PropertyListNodes
  ) throws(ArchiveError) -> PropertyListNode? {
    // Archivers that sort keys by their time write it as the last one.
    let list = list
    if let (keyNode, valueNode) = try list.lastEntry(entries), try isSought(keyNode, list) {
      return valueNode
    }
    var place = PropertyListNodes.Place()
    while let keyNode = try list.next(in: entries, &place),
      let valueNode = try list.next(in: entries, &place)
    {
      if try isSought(keyNode, list) { return valueNode }
    }
    return nil
  }

  private func isSought(
    _ node: PropertyListNode, _ list: PropertyList
  ) throws(ArchiveError) -> Bool {
    if let number = keys.number(of: node) { return number == KeyTable.soughtNumber }
    guard case .string(let text) = try list.value(of: node) else { return false }
    return list.isEqual(text, to: soughtKey)
  }

  private mutating func key(
    _ node: PropertyListNode, _ list: PropertyList
  ) throws(ArchiveError) -> (text: PropertyListText, number: Int) {
    if let known = keys.known(node) {
      try count(values: 0, textBytes: known.text.range.count, node)
      return known
    }
    guard case .string(let text) = try list.value(of: node) else {
      throw malformed("a key is no string", node)
    }
    try count(values: 0, textBytes: text.range.count, node)
    if let number = keys.number(of: node) { return (text, number) }
    try list.checkASCII(text)
    return (text, keys.addNode(node, text, list))
  }

  /// A key of a dictionary that is walked through.
  private mutating func key(
    _ node: PropertyListNode, in dictionary: Int, _ list: PropertyList
  ) throws(ArchiveError) -> Event {
    let (text, number) = try key(node, list)
    let before = keys[dictionaryOf: number]
    guard before != dictionary else { throw duplicate(node) }
    keys[dictionaryOf: number] = dictionary
    // Around the outermost container there is no dictionary that may have the key too.
    if !outerLevels.isEmpty { kept.append((number, before)) }
    return .key(text, number: number)
  }

  // MARK: Walking

  /// Calls a function with what stands in a node of the list.
  ///
  /// - Throws: ``ArchiveError``, and what the function throws, with the path from the node.
  package mutating func forEachEvent(
    in node: PropertyListNode, of list: PropertyList,
    _ body: (Event) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    outerLevels.removeAll(keepingCapacity: true)
    kept.removeAll(keepingCapacity: true)
    var current = node
    var level: Level
    do throws(ArchiveError) {
      guard let first = try begin(node, inside: nil, list, body) else { return }
      level = first
    } catch {
      throw located(error, at: node, in: [])
    }
    do throws(ArchiveError) {
      while true {
        guard let next = try list.next(in: level.nodes, &level.place) else {
          while kept.count > level.firstKept, let (key, dictionary) = kept.popLast() {
            keys[dictionaryOf: key] = dictionary
          }
          try body(.end)
          guard let outer = outerLevels.popLast() else { return }
          level = outer
          continue
        }
        current = next
        if level.dictionary > 0, !level.isValueNext {
          level.isValueNext = true
          try body(key(next, in: level.dictionary, list))
        } else {
          level.isValueNext = false
          if let inner = try begin(next, inside: level.node, list, body) {
            outerLevels.append(level)
            level = inner
          }
        }
      }
    } catch {
      throw located(error, at: current, in: outerLevels + [level])
    }
  }

  /// An error of a walk with the path from the value that is walked through to where the walk is, and the offset of the node there if the error
  /// has none.
  @inline(never)
  private func located(
    _ error: ArchiveError, at node: PropertyListNode, in levels: [Level]
  ) -> ArchiveError {
    var error = error
    error.byteOffset = error.byteOffset ?? list.byteOffset(of: node)
    error.path = list.path(levels.map { ($0.nodes, $0.place, $0.dictionary > 0) })
    return error
  }

  /// Begins a value, and returns the level of a container.
  private mutating func begin(
    _ node: PropertyListNode, inside outer: PropertyListNode?, _ list: PropertyList,
    _ body: (Event) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> Level? {
    let value = try list.value(of: node)
    let (event, nodes): (Event, PropertyListNodes)
    switch value {
    case .reference(let number):
      try count(values: 1, textBytes: 0, node)
      try body(.reference(number))
      return nil
    case .string(let text):
      try count(values: 1, textBytes: text.range.count, node)
      try list.checkASCII(text)
      try body(.leaf(value))
      return nil
    case .data(let data):
      try count(values: 1, textBytes: data.count, node)
      try body(.leaf(value))
      return nil
    case .array(let elements): (event, nodes) = (.beginArray, elements)
    case .set(let members): (event, nodes) = (.beginSet, members)
    case .dictionary(let entries): (event, nodes) = (.beginDictionary, entries)
    default:
      try count(values: 1, textBytes: 0, node)
      try body(.leaf(value))
      return nil
    }
    try count(values: 1, textBytes: 0, node)
    try body(event)
    guard outer != node, !outerLevels.contains(where: { $0.node == node }) else {
      throw malformed("a container stands in itself", node)
    }
    guard (outer == nil ? 0 : outerLevels.count + 1) < list.limits.maximumDepth else {
      throw ArchiveError(
        .limitExceeded, "more than \(list.limits.maximumDepth) containers stand in each other",
        byteOffset: list.byteOffset(of: node))
    }
    var dictionary = 0
    if case .beginDictionary = event { dictionary = beginKeys() }
    return Level(node: node, nodes: nodes, dictionary: dictionary, firstKept: kept.count)
  }

  // MARK: Errors

  private func duplicate(_ node: PropertyListNode) -> ArchiveError {
    malformed("a key stands twice in a dictionary", node)
  }

  private func malformed(_ message: String, _ node: PropertyListNode) -> ArchiveError {
    ArchiveError(.malformedPropertyList, message, byteOffset: list.byteOffset(of: node))
  }
}
