internal import Synchronization

/// Holds one object that waits to be used, without a lock.
///
/// Whoever takes the object is its only user until it is put back.
@safe struct PoolSlot<Object: AnyObject>: ~Copyable {
  /// The address of the object, which is retained; 0 if there is none.
  private let address = Atomic<UInt>(0)

  /// The object, if it waits there.
  @inline(__always)
  borrowing func take() -> Object? {
    let taken = address.exchange(0, ordering: .acquiring)
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: taken) else { return nil }
    return unsafe Unmanaged<Object>.fromOpaque(pointer).takeRetainedValue()
  }

  /// Puts an object there; false if another waits.
  @inline(__always)
  borrowing func put(_ object: Object) -> Bool {
    guard address.load(ordering: .relaxed) == 0 else { return false }
    let pointer = unsafe Unmanaged.passRetained(object).toOpaque()
    let isPut = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: pointer), ordering: .releasing
    ).exchanged
    if !isPut { unsafe Unmanaged<Object>.fromOpaque(pointer).release() }
    return isPut
  }
}

extension PoolSlot: Sendable {}
