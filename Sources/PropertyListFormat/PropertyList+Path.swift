package import ArchiveFormat

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
    for (nodes, place, isDictionary) in levels where place.index > 0 {
      if isDictionary {
        guard let key = key(in: nodes, place), key.range.count <= Self.maximumKeyByteCount else {
          break
        }
        steps.append(.key(string(key)))
      } else {
        steps.append(.index(place.index - 1))
      }
      if steps.count == Self.maximumStepCount { break }
    }
    return ArchivePath(steps)
  }

  /// A path up to the first key of more than 128 bytes, of two steps to an object and 32 in it at most.
  package static func shortened(_ path: ArchivePath) -> ArchivePath {
    let steps = path.steps.prefix(2 + maximumStepCount).prefix { step in
      if case .key(let key) = step { key.utf8.count <= maximumKeyByteCount } else { true }
    }
    return ArchivePath(Array(steps))
  }

  /// The last key in front of a place in a dictionary; nil for one that is no string, or is not there.
  private func key(
    in nodes: PropertyListNodes, _ end: PropertyListNodes.Place
  ) -> PropertyListText? {
    var place = PropertyListNodes.Place()
    var last: PropertyListNode?
    while place.index < end.index {
      let isKey = place.index % 2 == 0
      let node = (try? next(in: nodes, &place)) ?? nil
      if isKey { last = node }
      if node == nil { break }
    }
    guard let last, case .string(let text)? = try? value(of: last) else { return nil }
    return text
  }
}
