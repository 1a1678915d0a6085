/// Watches the values that a scanner reads, in the order in which they stand, where no list of them is made.
package protocol ScanObserver: AnyObject {
  /// True to be told of each bool of a long run.
  var wantsEachBool: Bool { get }

  /// Marks the offset where everything read so far ends. The name of a root, the end of the roots or an object of the tail follows.
  func beginTop(isRoot: Bool, at offset: Int)

  /// The value that begins next is an extension of this name.
  func nameExtension(_ name: String)

  /// A value begins. If it is a container, the values up to its ``end()`` stand inside.
  func begin(_ cell: ArchiveCell)

  /// Bools, and nulls among them, stand next in the innermost container.
  func skipBools(_ count: Int)

  /// The innermost container ends.
  func end()
}

extension ScanObserver {
  package var wantsEachBool: Bool { false }
  package func beginTop(isRoot: Bool, at offset: Int) {}
  package func nameExtension(_ name: String) {}
  package func skipBools(_ count: Int) {}
  package func end() {}
}
