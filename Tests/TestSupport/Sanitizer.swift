import Foundation

/// What watches the memory of this process.
package enum Sanitizer {
  /// Whether the address sanitizer does: freed memory is kept back then, and frames on the stack are several times as large.
  package static let isAddress = unsafe dlsym(dlopen(nil, RTLD_NOW), "__asan_init") != nil

  /// Whether the thread sanitizer does: it ends a process with more than 65,536 calls in each other.
  package static let isThread = unsafe dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil

  /// Bytes that are allocated and not freed, as a sanitizer counts them; nil without one.
  package static var allocatedByteCount: Int? {
    guard isAddress || isThread else { return nil }
    typealias Count = @convention(c) () -> Int
    let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "__sanitizer_get_current_allocated_bytes")
    return unsafe symbol.map { unsafe unsafeBitCast($0, to: Count.self)() }
  }
}
