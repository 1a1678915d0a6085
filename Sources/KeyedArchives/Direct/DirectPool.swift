internal import Synchronization

/// The engines that wait for their next call.
///
/// A fresh unarchiver per value, as a database makes one per attribute, finds the memory of the
/// last one and what it learned. At most as many are kept as were in use at once, and no more than
/// ``limit`` and one.
enum DirectPool {
  /// The one that a single thread uses again and again.
  private static let first = PoolSlot<DirectEngine>()
  /// Engines are handed over by address: each is in the pool or used by one call.
  private static let idle = Mutex<[Int]>([])
  static let limit = 16

  @inline(__always)
  static func take() -> DirectEngine { first.take() ?? takeFurther() }

  @inline(__always)
  static func put(_ engine: DirectEngine) {
    if !first.put(engine) { putFurther(engine) }
  }

  @inline(never)
  private static func takeFurther() -> DirectEngine {
    guard let address = idle.withLock({ $0.popLast() }),
      let pointer = unsafe UnsafeRawPointer(bitPattern: address)
    else { return DirectEngine() }
    return unsafe Unmanaged<DirectEngine>.fromOpaque(pointer).takeRetainedValue()
  }

  @inline(never)
  private static func putFurther(_ engine: DirectEngine) {
    let pointer = unsafe Unmanaged.passRetained(engine).toOpaque()
    let address = Int(bitPattern: pointer)
    let isKept = idle.withLock { addresses in
      guard addresses.count < limit else { return false }
      addresses.append(address)
      return true
    }
    if !isKept { unsafe Unmanaged<DirectEngine>.fromOpaque(pointer).release() }
  }
}
