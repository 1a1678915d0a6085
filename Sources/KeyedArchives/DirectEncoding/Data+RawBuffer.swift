internal import ArchiveCompression
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Data {
  /// The bytes of a buffer, without a copy.
  init(owning buffer: consuming RawBuffer) {
    let (bytes, drop) = unsafe buffer.release()
    guard let start = bytes.baseAddress else {
      drop()
      self.init()
      return
    }
    unsafe self.init(
      bytesNoCopy: start, count: bytes.count, deallocator: .custom { _, _ in drop() })
  }
}
