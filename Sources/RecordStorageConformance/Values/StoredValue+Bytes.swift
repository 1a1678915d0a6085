internal import StorageTransforms

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension StoredValue {
  /// A blob of some bytes.
  static func bytes(_ bytes: UInt8...) -> StoredValue { .blob(Data(bytes)) }
}

extension Data {
  /// Bytes without an order, which repeat after 4,099 of them: the same for the same count.
  init(noise count: Int) {
    var generator = SplitMix(seed: UInt64(count))
    let period = (0..<Swift.min(count, 4_099)).map { _ in
      UInt8(truncatingIfNeeded: generator.next() >> 56)
    }
    self.init(capacity: count)
    while self.count + period.count < count { append(contentsOf: period) }
    append(contentsOf: period.prefix(count - self.count))
  }
}
