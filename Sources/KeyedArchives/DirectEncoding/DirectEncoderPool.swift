/// Encoders that wait for the next call of an archiver, with what they learned, which is bounded for each.
enum DirectEncoderPool {
  private static let encoders = ObjectPool<DirectEncoder>(limit: 7)
  /// Those that know no generated code.
  private static let encodersWithout = ObjectPool<DirectEncoder>(limit: 7)

  /// An encoder for a call of an archiver without hooks.
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

  /// An encoder for a call of an archiver with hooks. It learns what holds with these alone. Generated code knows no hooks.
  static func take(with hooks: EncodingHooks) -> DirectEncoder {
    let encoder = hooks.takeEncoder() ?? DirectEncoder(usesGeneratedCode: false)
    encoder.hooks = hooks
    return encoder
  }

  /// The hooks hold the encoder, so that it must not hold them.
  static func giveBack(_ encoder: DirectEncoder, to hooks: EncodingHooks) {
    encoder.end()
    encoder.hooks = EncodingHooks()
    if encoder.isFull || !hooks.put(encoder) { encoder.dispose() }
  }
}
