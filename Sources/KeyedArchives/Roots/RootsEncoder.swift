internal import ArchiveFormat

/// Takes the roots of one archive: see ``KeyedArchiver/encodeRoots(_:)``.
public struct RootsEncoder {
  private let session: EncodingSession
  private(set) var roots: [(name: String, list: CellList)] = []

  init(_ session: EncodingSession) { self.session = session }

  /// Adds a value as a root. Class instances that another root holds are stored once.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: Different from those of the other roots; the empty one is that of the unnamed root, which
  ///     `decode(_:from:)` reads.
  /// - Throws: ``ArchiveError/Code/duplicateKey`` for a name that another root has; else as
  ///   ``KeyedArchiver/encode(_:)->Data``. Nothing of the value is in the archive then.
  public mutating func encode<Value: Encodable>(_ value: Value, named name: String = "") throws {
    guard !roots.contains(where: { $0.name.hasSameBytes(as: name) }) else {
      throw ArchiveError(.duplicateKey, "two roots have the name “\(name)”")
    }
    do {
      roots.append((name, try session.list(ofRoot: value)))
    } catch let error as ArchiveError {
      throw error.inRoot(named: name)
    }
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
