internal import ArchiveFormat

extension DocumentInspector {
  /// The value at a path, as ``ArchiveInspector/value(at:)-(ValuePath)`` finds it.
  ///
  /// - Throws: ``ArchiveError/Code/keyNotFound`` with the path as far as it went.
  package func value(at path: ValuePath) throws(ArchiveError) -> ArchivedValue {
    if let scope = path.scope, !documents.indices.contains(scope) {
      throw ArchiveError(
        .keyNotFound, "there is no scope \(scope), but \(documents.count.counted("scope"))")
    }
    var steps = path.path.steps[...]
    var taken = ArchivePath()
    var value =
      if let object = path.object {
        try self.object(object, ofScope: path.scope ?? 0)
      } else {
        try root(&steps, &taken, path.scope)
      }
    while let step = steps.popFirst() {
      value = value.inside
      guard let child = value.child(step) else {
        throw ArchiveError(.keyNotFound, Self.explanation(of: step, in: value), path: taken)
      }
      value = child
      taken.steps.append(step)
    }
    return value
  }

  private func object(_ number: Int, ofScope scope: Int) throws(ArchiveError) -> ArchivedValue {
    guard let cell = documents[scope].cell(ofObject: number) else {
      throw ArchiveError(.keyNotFound, "there is no object \(number) in scope \(scope)")
    }
    return ArchivedValue(documents[scope], at: cell)
  }

  /// - Parameter scope: The one that is meant; nil for any.
  private func root(
    _ steps: inout ArraySlice<ArchivePath.Step>, _ taken: inout ArchivePath, _ scope: Int?
  ) throws(ArchiveError) -> ArchivedValue {
    let roots = roots.filter { scope == nil || $0.scope == scope }
    let unnamed = roots.first { $0.name.isEmpty }
    var name = ""
    switch steps.first {
    case .root(let given): name = given
    case .key(let key) where unnamed == nil: name = key
    default: break
    }
    if name.isEmpty {
      if let unnamed { return unnamed.value }
      let names = roots.prefix(10).map { "\(ArchivePath([.root($0.name)]))" }
      throw ArchiveError(
        .keyNotFound,
        roots.isEmpty
          ? "there is no root" : "no root is unnamed; there are \(names.joined(separator: ", "))")
    }
    let named = roots.first { $0.name.utf8.elementsEqual(name.utf8) }
    guard let root = named ?? (name == unnamedRootKey ? unnamed : nil) else {
      let message = "there is no root “\(name)”"
      throw ArchiveError(
        .keyNotFound, message + NearMiss.suggestion(for: name, among: roots.map { $0.name }))
    }
    steps.removeFirst()
    taken.steps.append(.root(name))
    return root.value
  }

  private static func explanation(of step: ArchivePath.Step, in value: ArchivedValue) -> String {
    switch step {
    case .root(let name): return "a root “\(name)” stands within a path"
    case .index(let index):
      let count = value.count
      return value.kind == .array || value.kind == .set || value.kind == .map
        ? "there is no position \(index), but \(count.counted("value"))"
        : "a value of kind \(value.kind.rawValue) has no positions"
    case .key(let key):
      guard value.kind == .record || value.kind == .map else {
        return "a value of kind \(value.kind.rawValue) has no keys"
      }
      return "there is no key “\(key)”"
        + NearMiss.suggestion(for: key, among: value.keyTexts)
    }
  }
}

extension ArchivedValue {
  /// Keys of a map among which one is looked for that comes near: a few bytes can hold very many.
  private static var maximumKeyCount: Int { 10_000 }

  fileprivate var keyTexts: [String] {
    kind == .map
      ? entries(atMost: Self.maximumKeyCount).compactMap { $0.key.keyText }
      : fields.filter { $0.value.kind != .absent }.map { $0.key }
  }
}
