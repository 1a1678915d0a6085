/// Encoders that wait for the next call of an archiver, with what they learned, which is bounded for each.
enum DirectEncoderPool {
  private static let encoders = ObjectPool<DirectEncoder>(limit: 7)
  /// Those that know no generated code.
  private static let encodersWithout = ObjectPool<DirectEncoder>(limit: 7)

  @inline(__always)
  static func take(usesGeneratedCode: Bool) -> DirectEncoder {
    let waiting = usesGeneratedCode ? encoders.take() : encodersWithout.take()
    return waiting ?? DirectEncoder(usesGeneratedCode: usesGeneratedCode)
  }

  @inline(__always)
  static func giveBack(_ encoder: DirectEncoder) {
    encoder.end()
    if encoder.isFull { return encoder.dispose() }
    let isKept =
      encoder.usesGeneratedCode ? encoders.put(encoder) : encodersWithout.put(encoder)
    if !isKept { encoder.dispose() }
  }
}
