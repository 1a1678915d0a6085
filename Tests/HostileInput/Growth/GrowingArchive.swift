/// An adversarial archive that can be made of any size.
package struct GrowingArchive: Sendable {
  package let name: String
  /// A size that takes every reader a while.
  package let size: Int
  /// The archive of a size; twice the size is about twice the bytes.
  package let bytes: @Sendable (_ size: Int) -> [UInt8]

  /// An archive of several parts.
  init(parts name: String, _ size: Int, _ bytes: @escaping @Sendable (_ size: Int) -> [UInt8]) {
    (self.name, self.size, self.bytes) = (name, size, bytes)
  }

  /// A single part whose definitions and content a closure writes.
  init(
    _ name: String, _ size: Int, hasRootList: Bool = false,
    script: @escaping @Sendable (_ script: inout ArchiveScript, _ size: Int) -> Void
  ) {
    self.init(parts: name, size) { size in
      var made = ArchiveScript()
      script(&made, size)
      return made.singlePart(hasRootList: hasRootList)
    }
  }

  package static let all = definitions + values + objects + parts
}
