internal import ArchiveFormat

/// A key in a coding path.
struct ArchiveCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "Index \(intValue)"
    self.intValue = intValue
  }

  /// The key under which a superclass's values stand when it has a container of its own.
  static let `super` = ArchiveCodingKey(stringValue: "super")
}

extension ArchivePath {
  /// Coding keys as a path; those made from an index are steps by index.
  init(codingPath: [any CodingKey]) {
    self.init(
      codingPath.map { key in
        if let index = key.intValue, key.stringValue == "Index \(index)" { return .index(index) }
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
