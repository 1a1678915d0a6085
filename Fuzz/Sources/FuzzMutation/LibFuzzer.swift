/// libFuzzer's own mutations of bytes, in the memory where they stand.
@_silgen_name("LLVMFuzzerMutate")
private func libFuzzerMutate(
  _ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ maximumCount: Int
) -> Int

enum LibFuzzer {
  /// What libFuzzer makes of bytes.
  static func mutated(_ bytes: [UInt8], maximumCount: Int) -> [UInt8] {
    let capacity = max(maximumCount, bytes.count, 1)
    return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      start.initialize(repeating: 0, count: capacity)
      bytes.withUnsafeBufferPointer { source in
        if let first = source.baseAddress { start.update(from: first, count: bytes.count) }
      }
      count = libFuzzerMutate(start, bytes.count, capacity)
    }
  }
}
