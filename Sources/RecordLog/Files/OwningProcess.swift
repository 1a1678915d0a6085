internal import PlatformC

/// The process that opened a handle. A child that `fork` makes has copies of all handles of its parent, and may use none of them.
package struct OwningProcess: Sendable {
  private let number: Int32

  /// The calling process.
  package init() { number = Int32(getpid()) }

  /// True in the process that opened the handle. One cheap system call.
  package var isCurrent: Bool { Int32(getpid()) == number }

  /// - Throws: ``LogError/Code/forked`` in any other process.
  package func check() throws(LogError) {
    guard isCurrent else {
      throw LogError(
        .forked, "another process opened this handle; open the file anew after fork()")
    }
  }
}
