/// Reads blocks and strings from bytes that outlive it, none of them beyond the end.
@safe package struct FixedLayoutReader {
  private var start: UnsafeRawPointer?
  /// How many bytes are left.
  private(set) var byteCount: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    unsafe start = bytes.baseAddress
    byteCount = bytes.count
  }

  /// The address of the next bytes, which then count as read.
  @inline(__always)
  private mutating func next(_ count: Int) throws(FixedLayoutError) -> UnsafeRawPointer {
    guard count <= byteCount, let address = unsafe start else { throw .cutOff }
    unsafe start = unsafe address + count
    byteCount -= count
    return unsafe address
  }

  /// Reads one block.
  @inline(__always)
  mutating func block<Block: BitwiseCopyable>() throws(FixedLayoutError) -> Block {
    unsafe try next(MemoryLayout<Block>.size).loadUnaligned(as: Block.self)
  }

  /// Reads blocks in a row.
  mutating func blocks<Block: BitwiseCopyable>(
    _ count: Int
  ) throws(FixedLayoutError) -> [Block] {
    let (size, overflows) = count.multipliedReportingOverflow(by: MemoryLayout<Block>.stride)
    guard !overflows else { throw .cutOff }
    let source = unsafe try next(size)
    // All empty arrays share their storage, which is written to by whoever fills one.
    if count == 0 { return [] }
    return unsafe [Block](unsafeUninitializedCapacity: count) { target, filled in
      unsafe UnsafeMutableRawBufferPointer(target)
        .copyMemory(from: UnsafeRawBufferPointer(start: source, count: size))
      filled = count
    }
  }

  /// Reads a count and as many bytes of UTF-8; what is none is repaired, as `String` does it.
  @inline(__always)
  mutating func string() throws(FixedLayoutError) -> String {
    let count = Int(try block() as UInt32)
    let text = unsafe UnsafeRawBufferPointer(start: try next(count), count: count)
    return unsafe String(decoding: text, as: UTF8.self)
  }

  /// Reads a value of the type that is wanted.
  @inline(__always)
  mutating func value<Value: FixedLayoutCodable>() throws(FixedLayoutError) -> Value {
    try Value(from: &self)
  }
}
