internal import ArchiveCompression
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Data {
  /// The bytes of a buffer, without a copy.
  init(owning buffer: consuming RawBuffer) {
    let bytes = unsafe buffer.release()
    guard let start = bytes.baseAddress else {
      self.init()
      return
    }
    unsafe self.init(bytesNoCopy: start, count: bytes.count, deallocator: .free)
  }
}
