/// Encoders that wait for the next call of an archiver, with what they learned, which is bounded for each.
enum DirectEncoderPool {
  private static let encoders = ObjectPool<DirectEncoder>(limit: 7)
  /// Those that know no generated code.
  private static let encodersWithout = ObjectPool<DirectEncoder>(limit: 7)

  /// An encoder for a call of an archiver.
  @inline(__always)
  static func take(for settings: KeyedArchiver) -> DirectEncoder {
    if !settings.hooks.isEmpty { return encoder(with: settings.hooks) }
    let waiting = settings.usesGeneratedCode ? encoders.take() : encodersWithout.take()
    return waiting ?? DirectEncoder(usesGeneratedCode: settings.usesGeneratedCode)
  }

  /// Such an encoder learns what holds with these hooks alone. Generated code knows no hooks.
  @inline(never)
  private static func encoder(with hooks: EncodingHooks) -> DirectEncoder {
    let encoder = hooks.takeEncoder() ?? DirectEncoder(usesGeneratedCode: false)
    encoder.hooks = hooks
    return encoder
  }

  @inline(__always)
  static func giveBack(_ encoder: DirectEncoder) {
    encoder.end()
    if encoder.isFull { return encoder.dispose() }
    let isKept: Bool
    if encoder.hasHooks {
      isKept = put(encoderWithHooks: encoder)
    } else {
      isKept = encoder.usesGeneratedCode ? encoders.put(encoder) : encodersWithout.put(encoder)
    }
    if !isKept { encoder.dispose() }
  }

  /// The hooks hold the encoders, so that these must not hold them.
  @inline(never)
  private static func put(encoderWithHooks encoder: DirectEncoder) -> Bool {
    let hooks = encoder.hooks
    encoder.hooks = EncodingHooks()
    return hooks.put(encoder)
  }
}
