/// An adversarial archive that can be made of any size.
///
/// Numbers that need not differ fit into a byte, however large it is: readers that try small types first would find more that do not fit.
package struct GrowingArchive: Sendable {
  package let name: String
  /// A size that takes every reader a while.
  package let size: Int
  /// Whether a larger one is deeper, too.
  package let isDeep: Bool
  /// The archive of a size; twice the size is about twice the bytes.
  package let bytes: @Sendable (_ size: Int) -> [UInt8]

  /// An archive of several parts.
  init(parts name: String, _ size: Int, _ bytes: @escaping @Sendable (_ size: Int) -> [UInt8]) {
    self.init(name, size, isDeep: false, bytes: bytes)
  }

  /// A single part whose definitions and content a closure writes.
  init(
    _ name: String, _ size: Int, hasRootList: Bool = false, isDeep: Bool = false,
    script: @escaping @Sendable (_ script: inout ArchiveScript, _ size: Int) -> Void
  ) {
    self.init(name, size, isDeep: isDeep) { size in
      var made = ArchiveScript()
      script(&made, size)
      return made.singlePart(hasRootList: hasRootList)
    }
  }

  private init(
    _ name: String, _ size: Int, isDeep: Bool, bytes: @escaping @Sendable (_ size: Int) -> [UInt8]
  ) {
    (self.name, self.size, self.isDeep, self.bytes) = (name, size, isDeep, bytes)
  }

  package static let all = definitions + values + objects + parts
}
