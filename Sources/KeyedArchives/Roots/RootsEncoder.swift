internal import ArchiveFormat

/// Takes the roots of one archive: see ``KeyedArchiver/encodeRoots(_:)``.
public struct RootsEncoder {
  let writer: RootsWriter

  init(_ writer: RootsWriter) { self.writer = writer }

  /// Adds a value as a root. Class instances that another root holds are stored once.
  ///
  /// - Parameters:
  ///   - value: The value. It may be encoded once more until all roots were added: instances inside of it are not to change until then.
  ///   - name: Different from those of the other roots; the empty one is that of the unnamed root, which
  ///     `decode(_:from:)` reads.
  /// - Throws: ``ArchiveError/Code/duplicateKey`` for a name that another root has, ``ArchiveError/Code/invalidValue`` inside
  ///   of the `encode(to:)` of another root; else as ``KeyedArchiver/encode(_:)->Data``. Nothing of the value is in the archive then.
  public mutating func encode<Value: Encodable>(_ value: Value, named name: String = "") throws {
    try writer.append(value, named: name)
  }
}

extension ArchiveError {
  /// This error with the name of its root, which no coding key tells.
  func inRoot(named name: String) -> ArchiveError {
    guard !name.isEmpty else { return self }
    if case .root? = path.steps.first { return self }
    var error = self
    error.path.steps.insert(.root(name), at: 0)
    return error
  }
}
