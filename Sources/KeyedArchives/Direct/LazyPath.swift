/// A coding path whose last key is added when somebody asks for the path: values that user code keeps are many, and few are asked.
struct LazyPath {
  var outer: [any CodingKey]
  var last: ArchiveCodingKey?

  /// The path. O(length) if there is a last key.
  var keys: [any CodingKey] {
    guard let last else { return outer }
    var path: [any CodingKey] = []
    path.reserveCapacity(outer.count + 1)
    path += outer
    path.append(last)
    return path
  }
}
