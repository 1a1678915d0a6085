internal import Synchronization

/// The keyed containers that user code kept after their values were decoded.
///
/// Their memory is freed when nobody holds them any more, which is looked for whenever others are
/// added: so there are at most about twice as many as user code held at once.
enum KeptContainers {
  /// The addresses of their memory.
  private static let kept = Mutex<[Int]>([])

  /// A container of a value that is over.
  ///
  /// - Parameter box: A container of the same record.
  static func container<Key: CodingKey>(
    of piece: KeptPiece, like box: Ref<BoxInfo>, _ type: Key.Type
  ) -> KeyedDecodingContainer<Key> {
    let made = Ref<BoxInfo>(
      BoxInfo(
        next: FieldSlot.never, state: box.pointee.state, plan: box.pointee.plan,
        bits: box.pointee.bits, keyMask: box.pointee.keyMask, keyType: box.pointee.keyType,
        sibling: nil))
    made.pointee.extra.piece = piece
    KeyedContainers.store(
      KeyedDecodingContainer(DirectKeyed<Key>(info: made)), made, box.pointee.plan)
    let container = KeyedContainers.container(made, type)
    add(made)
    return container
  }

  static func add(_ box: Ref<BoxInfo>) {
    let address = box.addressBits
    // They let go of what they hold, which may let go of others.
    for free in kept.withLock({ $0.adding(address) }) { Ref<BoxInfo>(addressBits: free).free() }
  }
}

extension [Int] {
  /// Adds the address of a container, and takes off up to two that nobody holds.
  fileprivate mutating func adding(_ address: Int) -> [Int] {
    append(address)
    var free: [Int] = []
    for _ in 0..<2 where count > 1 {
      // The oldest are looked at in turn.
      if isKnownUniquelyReferenced(&Ref<BoxInfo>(addressBits: self[0]).pointee.container) {
        free.append(self[0])
        self[0] = removeLast()
      } else {
        swapAt(0, Int.random(in: 1..<count))
      }
    }
    return free
  }
}
