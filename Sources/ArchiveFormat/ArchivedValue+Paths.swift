extension ArchivedValue {
  /// The value at a path from here; nil if there is none.
  ///
  /// ```swift
  /// value[try ArchivePath(parsing: "users[3].name")]?.stringValue
  /// ```
  ///
  /// A path leads through objects, references, typed values and extensions to what is inside. A position in a map
  /// means its entry. O(steps × children).
  public subscript(path: ArchivePath) -> ArchivedValue? {
    var value = self
    for step in path.steps {
      guard let child = value.inside.child(step) else { return nil }
      value = child
    }
    return value
  }

  /// What is inside objects, references, typed values and extensions.
  /// Edges may lead back: one that was followed through every object is followed no further.
  package var inside: ArchivedValue {
    var value = self
    var left = document.objects.count
    while let next = value.body ?? value.target {
      if value.body == nil {
        if left == 0 { return value }
        left -= 1
      }
      value = next
    }
    return value
  }

  package func child(_ step: ArchivePath.Step) -> ArchivedValue? {
    switch step {
    case .root: nil
    case .key(let key): self[key]
    case .index(let index):
      if kind == .map {
        entryValue(at: index)
      } else if kind == .array || kind == .set {
        self[index]
      } else {
        nil
      }
    }
  }
}
