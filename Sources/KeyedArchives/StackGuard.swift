internal import ArchiveFormat
internal import CThreadStack

/// Keeps recursion through user code from running out of stack.
enum StackGuard {
  /// What must be left before going one level deeper: user code's frames between two checks have
  /// to fit into it.
  static let reservedByteCount = 128 << 10

  static func check() throws(ArchiveError) {
    guard cthreadstack_remaining_byte_count() >= reservedByteCount else {
      throw ArchiveError(
        .stackExhausted, "the stack that is left does not suffice to go deeper")
    }
  }
}
