internal import ArchiveFormat

extension PropertyList {
  /// Longer keys, and more steps, would fill the screen of who reads the error.
  private static var maximumKeyByteCount: Int { 128 }
  private static var maximumStepCount: Int { 32 }

  /// The path through containers to the node that a walk came to; to one of the containers if the node is deeper than 32 steps, or behind a
  /// key of more than 128 bytes. O(nodes in front of it).
  ///
  /// - Parameter levels: The containers, the outermost first, each with the place behind the node that the path goes through.
  func path(
    _ levels: [(nodes: PropertyListNodes, place: PropertyListNodes.Place, isDictionary: Bool)]
  ) -> ArchivePath {
    var steps: [ArchivePath.Step] = []
    for (nodes, place, isDictionary) in levels.prefix(Self.maximumStepCount) where place.index > 0 {
      if isDictionary {
        guard let key = key(in: nodes, place) else { break }
        steps.append(.key(key))
      } else {
        steps.append(.index(place.index - 1))
      }
    }
    return ArchivePath(steps)
  }

  /// The last key in front of a place in a dictionary; nil for one that is no string, or is long.
  private func key(in nodes: PropertyListNodes, _ end: PropertyListNodes.Place) -> String? {
    var place = PropertyListNodes.Place()
    var last: PropertyListNode?
    while place.index < end.index, let node = try? next(in: nodes, &place) {
      if place.index % 2 == 1 { last = node }
    }
    guard let last, case .string(let text)? = try? value(of: last),
      text.range.count <= Self.maximumKeyByteCount
    else { return nil }
    return string(text)
  }
}
