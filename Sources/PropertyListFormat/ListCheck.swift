package import ArchiveFormat

/// Finds what is wrong with a property list as a whole, each object looked at once: a container in itself, too many values, too deep.
///
/// An object of a binary file may be mentioned any number of times, so the values that come of it are counted and not visited.
package struct ListCheck {
  private struct Level {
    var node: PropertyListNode
    let nodes: PropertyListNodes
    var place = PropertyListNodes.Place()
    var isKeyNext: Bool?
    var valueCount = 1
    var height = 0
  }

  private let list: PropertyList
  /// By node: how many values come of it, negative while it is open; 0 if it was not met.
  private var valueCounts: [Int]
  private var heights: [Int32]

  package init(_ list: PropertyList) {
    self.list = list
    valueCounts = Array(repeating: 0, count: list.nodeCount)
    heights = Array(repeating: 0, count: list.nodeCount)
  }

  /// O(bytes).
  ///
  /// - Throws: ``ArchiveError`` with the codes ``ArchiveError/Code/malformedPropertyList`` and ``ArchiveError/Code/limitExceeded``, and a path.
  package mutating func check() throws(ArchiveError) {
    var levels: [Level] = []
    do throws(ArchiveError) {
      try check(&levels)
    } catch {
      var error = error
      error.path = list.path(levels.map { ($0.nodes, $0.place, $0.isKeyNext != nil) })
      throw error
    }
  }

  private mutating func check(_ levels: inout [Level]) throws(ArchiveError) {
    try visit(list.root, &levels)
    while !levels.isEmpty {
      let last = levels.count - 1
      guard let node = try list.next(in: levels[last].nodes, &levels[last].place) else {
        let level = levels.removeLast()
        try close(level, &levels)
        continue
      }
      if let isKeyNext = levels[last].isKeyNext {
        levels[last].isKeyNext = !isKeyNext
        if isKeyNext {
          guard case .string = try list.value(of: node) else {
            throw ArchiveError(
              .malformedPropertyList, "a key is no string", byteOffset: list.byteOffset(of: node))
          }
          continue
        }
      }
      try visit(node, &levels)
    }
  }

  private mutating func visit(
    _ node: PropertyListNode, _ levels: inout [Level]
  ) throws(ArchiveError) {
    let known = valueCounts[node.index]
    guard known >= 0 else {
      throw ArchiveError(
        .malformedPropertyList, "a container stands in itself",
        byteOffset: list.byteOffset(of: node))
    }
    if known > 0 { return try add(known, Int(heights[node.index]), node, &levels) }
    switch try list.value(of: node) {
    case .array(let nodes), .set(let nodes):
      levels.append(Level(node: node, nodes: nodes, isKeyNext: nil))
    case .dictionary(let nodes):
      levels.append(Level(node: node, nodes: nodes, isKeyNext: true))
    default:
      valueCounts[node.index] = 1
      return try add(1, 0, node, &levels)
    }
    guard levels.count <= list.limits.maximumDepth else { throw tooDeep(node) }
    valueCounts[node.index] = -1
  }

  private mutating func close(_ level: Level, _ levels: inout [Level]) throws(ArchiveError) {
    valueCounts[level.node.index] = level.valueCount
    heights[level.node.index] = Int32(level.height + 1)
    try add(level.valueCount, level.height + 1, level.node, &levels)
  }

  private func add(
    _ valueCount: Int, _ height: Int, _ node: PropertyListNode, _ levels: inout [Level]
  ) throws(ArchiveError) {
    guard height <= list.limits.maximumDepth else { throw tooDeep(node) }
    guard !levels.isEmpty else { return }
    let (sum, overflows) = levels[levels.count - 1].valueCount.addingReportingOverflow(valueCount)
    levels[levels.count - 1].valueCount = overflows ? .max : sum
    levels[levels.count - 1].height = max(levels[levels.count - 1].height, height)
    guard levels[levels.count - 1].valueCount <= list.limits.maximumValueCount else {
      throw ArchiveError(
        .limitExceeded, "the file has more than \(list.limits.maximumValueCount) values",
        byteOffset: list.byteOffset(of: node))
    }
  }

  private func tooDeep(_ node: PropertyListNode) -> ArchiveError {
    ArchiveError(
      .limitExceeded, "more than \(list.limits.maximumDepth) containers stand in each other",
      byteOffset: list.byteOffset(of: node))
  }
}
