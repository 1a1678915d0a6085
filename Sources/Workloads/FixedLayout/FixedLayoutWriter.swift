#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import PlatformC

/// Appends blocks and strings to bytes that grow.
@safe package struct FixedLayoutWriter: ~Copyable {
  private var start: UnsafeMutableRawPointer?
  private var byteCount = 0
  private var capacity = 0

  init() { unsafe start = nil }

  deinit { unsafe free(start) }

  /// What was written so far.
  var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: start, count: byteCount)
  }

  /// The address after what was written, with room for more bytes, which then count as written.
  @inline(__always)
  private mutating func room(_ count: Int) -> UnsafeMutableRawPointer {
    if capacity - byteCount < count { grow(count) }
    defer { byteCount += count }
    return unsafe start.unsafelyUnwrapped + byteCount
  }

  @inline(never)
  private mutating func grow(_ count: Int) {
    capacity = max(256, capacity * 2, byteCount + count)
    guard let larger = unsafe realloc(start, capacity) else { abort() }
    unsafe start = unsafe larger
  }

  /// Appends one block.
  @inline(__always)
  mutating func write<Block: BitwiseCopyable>(_ block: Block) {
    unsafe room(MemoryLayout<Block>.size).storeBytes(of: block, as: Block.self)
  }

  /// Appends blocks in a row.
  mutating func write<Block: BitwiseCopyable>(_ blocks: [Block]) {
    unsafe blocks.withUnsafeBytes { source in
      guard let address = source.baseAddress else { return }
      unsafe room(source.count).copyMemory(from: address, byteCount: source.count)
    }
  }

  /// Appends a count and the UTF-8 bytes of a string.
  @inline(__always)
  mutating func write(_ string: String) {
    var string = string
    string.withUTF8 { text in
      let target = unsafe room(4 + text.count)
      unsafe target.storeBytes(of: UInt32(truncatingIfNeeded: text.count), as: UInt32.self)
      guard let address = text.baseAddress else { return }
      unsafe (target + 4).copyMemory(from: address, byteCount: text.count)
    }
  }

  /// What was written, which is handed over and not copied.
  consuming func finish() -> Data {
    let start = unsafe start
    let byteCount = byteCount
    discard self
    guard let start = unsafe start else { return Data() }
    return unsafe Data(bytesNoCopy: start, count: byteCount, deallocator: .free)
  }
}
