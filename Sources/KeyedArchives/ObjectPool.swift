internal import Synchronization

/// Objects that wait for their next use, each handed to one user at a time.
///
/// At most as many wait as were in use at once, and no more than a limit and one. Objects are handed over
/// by address, retained by whoever holds the address: so they need not be `Sendable`, and no reference is
/// shared between threads. What one user wrote the next one sees.
@safe struct ObjectPool<Object: AnyObject>: ~Copyable, Sendable {
  /// The object that a single thread uses again and again, handed over without a lock; 0 if there is none.
  private let first = Atomic<UInt>(0)
  private let further = Mutex<[UInt]>([])
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// An object that waits there; nil if none does.
  @inline(__always)
  borrowing func take() -> Object? {
    let address = first.exchange(0, ordering: .acquiring)
    return Self.object(at: address == 0 ? takeFurther() : address)
  }

  /// Puts an object there that nobody uses any more; false if enough others wait.
  @inline(__always)
  borrowing func put(_ object: Object) -> Bool {
    let pointer = unsafe Unmanaged.passRetained(object).toOpaque()
    let address = UInt(bitPattern: pointer)
    if first.load(ordering: .relaxed) == 0,
      first.compareExchange(expected: 0, desired: address, ordering: .releasing).exchanged
    {
      return true
    }
    if putFurther(address) { return true }
    unsafe Unmanaged<Object>.fromOpaque(pointer).release()
    return false
  }

  /// The object that was put at an address, which is not retained for anybody else any more.
  @inline(__always)
  private static func object(at address: UInt) -> Object? {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
    return unsafe Unmanaged<Object>.fromOpaque(pointer).takeRetainedValue()
  }

  @inline(never)
  private borrowing func takeFurther() -> UInt { further.withLock { $0.popLast() } ?? 0 }

  @inline(never)
  private borrowing func putFurther(_ address: UInt) -> Bool {
    further.withLock { addresses in
      guard addresses.count < limit else { return false }
      addresses.append(address)
      return true
    }
  }
}
