/// What was in a ``MemoryFolder`` at one moment: what is certain to outlive the power, and what may be lost.
package struct MemorySnapshot: Sendable {
  /// What becomes of all that is not durable, when the power goes: the image of a crash.
  package struct Fate: Hashable, Sendable, CustomStringConvertible {
    /// For each change of a name, in their order, whether it is there.
    package var names: [Bool]
    /// For each file, what is there of its changes that are not durable.
    package var changes: [[MemoryChange.Fate]]

    package var description: String {
      let names = names.map { $0 ? "kept" : "lost" }.joined(separator: ", ")
      let files = changes.filter { !$0.isEmpty }.map { "\($0.map(\.description))" }
      return "names: \(names); writes of files: \(files.joined(separator: ", "))"
    }
  }

  private let durable: [String: Int]
  private let nameChanges: [MemoryNameChange]
  private let contents: [MemoryContent]
  private let histories: [MemoryContent.History]
  /// The changes of each file that are not durable.
  package let changes: [[MemoryChange]]
  /// Which file was written to last, if that was the last operation.
  package let lastWritten: Int?

  init(
    _ durable: [String: MemoryContent], _ changes: [MemoryNameChange],
    lastWritten: MemoryContent?
  ) {
    var contents: [MemoryContent] = []
    func index(_ content: MemoryContent) -> Int {
      if let known = contents.firstIndex(where: { $0 === content }) { return known }
      contents.append(content)
      return contents.count - 1
    }
    var indices: [String: Int] = [:]
    for (name, content) in durable.sorted(by: { $0.key < $1.key }) {
      indices[name] = index(content)
    }
    for change in changes {
      switch change {
      case .created(_, let content), .renamed(_, _, let content): _ = index(content)
      case .removed: break
      }
    }
    self.durable = indices
    nameChanges = changes
    self.contents = contents
    histories = contents.map(\.history)
    self.changes = histories.map { $0.steps.filter { !$0.isDurable }.map(\.change) }
    self.lastWritten = contents.firstIndex { $0 === lastWritten }
  }

  /// How many changes of names may be lost.
  package var nameChangeCount: Int { nameChanges.count }

  /// That all is there, or nothing but what is durable.
  package func fate(names: Bool, changes fate: MemoryChange.Fate) -> Fate {
    Fate(
      names: nameChanges.map { _ in names },
      changes: changes.map { changes in changes.map { _ in fate } })
  }

  /// The bytes of each file that is there after a crash.
  package func files(after fate: Fate) -> [String: [UInt8]] {
    names(after: fate.names).mapValues { histories[$0].bytes(fate.changes[$0]) }
  }

  private func names(after isThere: [Bool]) -> [String: Int] {
    var files = durable.mapValues { contents[$0] }
    for (change, isThere) in zip(nameChanges, isThere) where isThere { change.apply(to: &files) }
    return files.compactMapValues { content in contents.firstIndex { $0 === content } }
  }

  /// The folder after the process was killed: all is there, and what is not durable may still be lost.
  ///
  /// - Parameter byteCount: How many bytes of the last write were taken; nil for all.
  package func folder(killedAfter byteCount: Int?) -> MemoryFolder {
    let copies = histories.enumerated().map { index, history in
      guard let byteCount, index == lastWritten,
        case .write(let bytes, let byteOffset)? = history.steps.last?.change
      else { return MemoryContent(history) }
      var history = history
      history.steps[history.steps.count - 1] = MemoryContent.Step(
        change: .write(Array(bytes.prefix(byteCount)), byteOffset: byteOffset))
      history.bytes = history.base
      for step in history.steps { step.change.apply(to: &history.bytes) }
      return MemoryContent(history)
    }
    func copy(_ content: MemoryContent) -> MemoryContent {
      contents.firstIndex { $0 === content }.map { copies[$0] } ?? content
    }
    let changes: [MemoryNameChange] = nameChanges.map {
      switch $0 {
      case .created(let name, let content): .created(name, copy(content))
      case .renamed(let name, let other, let content): .renamed(name, to: other, copy(content))
      case .removed: $0
      }
    }
    let names = durable.mapValues { copies[$0] }
    var files = names
    for change in changes { change.apply(to: &files) }
    return MemoryFolder(files: files, durable: names, changes)
  }
}
