import Foundation
import TestSupport

/// Pages between two that must not be read: whoever goes one byte too far ends the process.
final class GuardedPages {
  let bytes: UnsafeRawBufferPointer
  private let mapping: UnsafeMutableRawPointer
  private let byteCount: Int

  init() throws {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    byteCount = 3 * page
    guard
      let mapping = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0),
      mapping != MAP_FAILED
    else { throw POSIXError(.ENOMEM) }
    self.mapping = mapping
    bytes = UnsafeRawBufferPointer(start: mapping + page, count: page)
    (mapping + page).copyMemory(from: SeededGenerator(seed: 4).bytes(page), byteCount: page)
    guard mprotect(mapping, page, PROT_NONE) == 0,
      mprotect(mapping + 2 * page, page, PROT_NONE) == 0
    else { throw POSIXError(.ENOMEM) }
  }

  deinit { munmap(mapping, byteCount) }
}
