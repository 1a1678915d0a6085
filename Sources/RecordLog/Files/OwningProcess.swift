internal import PlatformC
internal import Synchronization

/// The process that opened a handle. A child that `fork` makes has copies of all handles of its parent, and may use none of them. Other calls
/// that make children, such as `_Fork`, run no handlers and are not noticed.
package struct OwningProcess: Sendable {
  private let number = ForkCount.now

  /// The calling process.
  package init() {}

  /// True in the process that opened the handle. No system call.
  package var isCurrent: Bool { ForkCount.now == number }

  /// - Throws: ``LogError/Code/forked`` in any other process.
  package func check() throws(LogError) {
    guard isCurrent else {
      throw LogError(
        .forked, "another process opened this handle; open the file anew after fork()")
    }
  }
}

/// Tells the process from its parents: `fork` counts in the child. To ask for the number of the process instead would be a system call for each
/// record that is read.
private enum ForkCount {
  private static let forks = Atomic<Int>(0)
  // The counter is there before a child counts: nothing is made in a child.
  private static let isWatching =
    forks.load(ordering: .relaxed) == 0 && pthread_atfork(nil, nil, countInChild) == 0

  /// The number of forks, or that of the process if the system lacks the memory to count them.
  static var now: Int { isWatching ? forks.load(ordering: .relaxed) : Int(getpid()) }

  static func count() { forks.add(1, ordering: .relaxed) }
}

private func countInChild() { ForkCount.count() }
