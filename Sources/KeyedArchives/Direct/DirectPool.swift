internal import Synchronization

/// The engines that wait for their next call.
///
/// A fresh unarchiver per value, as a database makes one per attribute, finds the memory of the
/// last one and what it learned. At most as many are kept as were in use at once, and no more than
/// ``limit`` and one.
enum DirectPool {
  /// The one that a single thread uses again and again.
  private static let first = PoolSlot<DirectEngine>()
  /// Further engines are handed over by address: each is in the pool or used by one call.
  private static let idle = Mutex<[Int]>([])
  /// Those that know no generated code.
  private static let firstWithout = PoolSlot<DirectEngine>()
  private static let idleWithout = Mutex<[Int]>([])
  static let limit = 16

  @inline(__always)
  static func take(usesGeneratedCode: Bool) -> DirectEngine {
    let ready = usesGeneratedCode ? first.take() : firstWithout.take()
    return ready ?? takeFurther(usesGeneratedCode)
  }

  @inline(__always)
  static func put(_ engine: DirectEngine) {
    let isKept = engine.usesGeneratedCode ? first.put(engine) : firstWithout.put(engine)
    if !isKept { putFurther(engine) }
  }

  @inline(never)
  private static func takeFurther(_ usesGeneratedCode: Bool) -> DirectEngine {
    let kept =
      usesGeneratedCode
      ? idle.withLock { $0.popLast() } : idleWithout.withLock { $0.popLast() }
    guard let address = kept, let pointer = unsafe UnsafeRawPointer(bitPattern: address) else {
      return DirectEngine(usesGeneratedCode: usesGeneratedCode)
    }
    return unsafe Unmanaged<DirectEngine>.fromOpaque(pointer).takeRetainedValue()
  }

  @inline(never)
  private static func putFurther(_ engine: DirectEngine) {
    let pointer = unsafe Unmanaged.passRetained(engine).toOpaque()
    let address = Int(bitPattern: pointer)
    let isKept = engine.usesGeneratedCode ? add(address, idle) : add(address, idleWithout)
    if !isKept { unsafe Unmanaged<DirectEngine>.fromOpaque(pointer).release() }
  }

  private static func add(_ address: Int, _ idle: borrowing Mutex<[Int]>) -> Bool {
    idle.withLock { addresses in
      guard addresses.count < limit else { return false }
      addresses.append(address)
      return true
    }
  }
}
