/// A coding path whose keys are put together when somebody asks for the path: values that user code keeps are many, and few are asked.
struct LazyPath {
  /// The kept value around, whose path comes first; nil if all is in `outer`.
  var around: KeptPiece?
  var outer: [any CodingKey] = []
  var last: ArchiveCodingKey?

  /// The path. O(length) unless it is `outer`.
  var keys: [any CodingKey] {
    guard around != nil else {
      guard let last else { return outer }
      var keys: [any CodingKey] = []
      keys.reserveCapacity(outer.count + 1)
      keys += outer
      keys.append(last)
      return keys
    }
    var steps: [ArchiveCodingKey] = []
    var path = self
    while let piece = path.around {
      if let last = path.last { steps.append(last) }
      path = piece.lazyPath
    }
    if let last = path.last { steps.append(last) }
    var keys: [any CodingKey] = []
    keys.reserveCapacity(path.outer.count + steps.count)
    keys += path.outer
    for step in steps.reversed() { keys.append(step) }
    return keys
  }
}
