import Foundation

/// What watches the memory of this process.
package enum Sanitizer {
  /// Whether the address sanitizer does: freed memory is kept back then, and frames on the stack are several times as large.
  package static let isAddress = unsafe dlsym(dlopen(nil, RTLD_NOW), "__asan_init") != nil
}
