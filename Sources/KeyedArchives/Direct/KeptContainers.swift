internal import Synchronization

/// The keyed containers that user code kept after their values were decoded.
///
/// Their memory is freed when nobody holds them any more, which is looked for whenever others are
/// added: so there are at most about twice as many as user code held at once.
enum KeptContainers {
  /// The addresses of their memory.
  private static let kept = Mutex<[Int]>([])

  static func add(_ box: Ref<BoxInfo>) {
    kept.withLock { addresses in
      addresses.append(box.addressBits)
      for _ in 0..<2 {
        guard addresses.count > 1 else { return }
        // The oldest are looked at in turn.
        let oldest = Ref<BoxInfo>(addressBits: addresses[0])
        if isKnownUniquelyReferenced(&oldest.pointee.container) {
          oldest.free()
          addresses[0] = addresses.removeLast()
        } else {
          addresses.swapAt(0, Int.random(in: 1..<addresses.count))
        }
      }
    }
  }
}
