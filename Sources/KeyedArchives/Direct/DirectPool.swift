/// The engines that wait for their next call.
///
/// A fresh unarchiver per value, as a database makes one per attribute, finds the memory of the
/// last one and what it learned.
enum DirectPool {
  private static let engines = ObjectPool<DirectEngine>(limit: 15)
  /// Those that know no generated code.
  private static let enginesWithout = ObjectPool<DirectEngine>(limit: 15)

  @inline(__always)
  static func take(usesGeneratedCode: Bool) -> DirectEngine {
    let waiting = usesGeneratedCode ? engines.take() : enginesWithout.take()
    return waiting ?? DirectEngine(usesGeneratedCode: usesGeneratedCode)
  }

  @inline(__always)
  static func put(_ engine: DirectEngine) {
    _ = engine.usesGeneratedCode ? engines.put(engine) : enginesWithout.put(engine)
  }
}
