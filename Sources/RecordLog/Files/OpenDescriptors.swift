internal import PlatformC
internal import Synchronization

/// The descriptors of all open files of logs. A child that `fork` makes closes its copies at once: otherwise the child would keep the lock
/// of a log when its parent has ended.
///
/// Descriptors from 4,096 on are not closed by the child.
enum OpenDescriptors {
  private final class Word: Sendable { let bits = Atomic<UInt64>(0) }

  private static let words = (0..<64).map { _ in Word() }
  private static let isWatching = pthread_atfork(nil, nil, closeInChild) == 0

  static func insert(_ descriptor: Int32) {
    _ = isWatching
    guard let (word, bit) = place(descriptor) else { return }
    word.bits.bitwiseOr(bit, ordering: .relaxed)
  }

  static func remove(_ descriptor: Int32) {
    guard let (word, bit) = place(descriptor) else { return }
    word.bits.bitwiseAnd(~bit, ordering: .relaxed)
  }

  private static func place(_ descriptor: Int32) -> (Word, UInt64)? {
    let index = Int(descriptor) / 64
    guard words.indices.contains(index) else { return nil }
    return (words[index], 1 << UInt64(descriptor % 64))
  }

  /// Takes no lock and makes no object, since other threads of the parent may have been in the middle of either.
  static func closeAll() {
    for index in words.indices {
      var bits = words[index].bits.exchange(0, ordering: .relaxed)
      while bits != 0 {
        _ = close(Int32(index * 64 + bits.trailingZeroBitCount))
        bits &= bits - 1
      }
    }
  }
}

private func closeInChild() { OpenDescriptors.closeAll() }
