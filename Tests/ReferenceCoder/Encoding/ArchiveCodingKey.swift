internal import struct ArchiveFormat.ArchivePath

/// A key in a coding path.
///
/// It fits into `any CodingKey` without a box: errors that user code swallows have paths as long as values are deep.
struct ArchiveCodingKey: CodingKey {
  private enum Name {
    case key(String)
    case index(Int)
  }

  private let name: Name

  init(stringValue: String) { name = .key(stringValue) }

  init(intValue: Int) { name = .index(intValue) }

  var stringValue: String {
    switch name {
    case .key(let key): key
    case .index(let index): "Index \(index)"
    }
  }

  var intValue: Int? {
    switch name {
    case .key: nil
    case .index(let index): index
    }
  }

  /// The key under which a superclass's values stand when it has a container of its own.
  static let `super` = ArchiveCodingKey(stringValue: "super")
}

extension ArchivePath {
  /// Coding keys as a path; those made from an index are steps by index.
  init(codingPath: [any CodingKey]) {
    self.init(
      codingPath.map { key in
        guard let index = key.intValue else { return .key(key.stringValue) }
        if key is ArchiveCodingKey || key.stringValue == "Index \(index)" { return .index(index) }
        return .key(key.stringValue)
      })
  }

  /// This path as coding keys; the name of a root is none.
  var codingPath: [any CodingKey] {
    steps.compactMap { step in
      switch step {
      case .key(let key): ArchiveCodingKey(stringValue: key)
      case .index(let index): ArchiveCodingKey(intValue: index)
      case .root: nil
      }
    }
  }
}
