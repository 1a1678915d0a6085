import Foundation
import Synchronization

/// Makes each write of the program a short one, as the system may.
enum PartialWrites {
  /// How many bytes a call writes at most.
  static let largest = Atomic<Int>(.max)

  fileprivate typealias Call = @convention(c) (Int32, UnsafeRawPointer?, Int, off_t) -> Int

  /// That of the C library.
  fileprivate static let systemCall: Call? = {
    let next = UnsafeMutableRawPointer(bitPattern: -1)
    return unsafe dlsym(next, "pwrite").map { unsafe unsafeBitCast($0, to: Call.self) }
  }()
}

/// Stands in the place of the C library's function, for all of this program.
@_cdecl("pwrite")
func partialWrite(
  _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ byteOffset: off_t
) -> Int {
  guard let call = unsafe PartialWrites.systemCall else {
    errno = ENOSYS
    return -1
  }
  let most = PartialWrites.largest.load(ordering: .relaxed)
  return unsafe call(descriptor, bytes, min(count, most), byteOffset)
}
