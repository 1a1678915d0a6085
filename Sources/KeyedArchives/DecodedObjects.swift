/// The class instances of one scope that were decoded, by object number.
///
/// What is read straight from bytes and what is read from cells share them: an object is one instance
/// in whichever way it is asked for.
final class DecodedObjects {
  private struct Memory {
    /// From the object of number 0 to the last one that decoding began with. The ``DecodedObjects`` or an ``Again`` stand for one that is being decoded.
    var instances = PiecewiseList<AnyObject?>()
    var again: Again?
    /// Behind this number no object has an instance.
    var instanceEnd = 0
    /// Numbers of objects that got an instance, in that order. Objects that decoding began with only after the snapshots so far need none.
    var journal: [Int] = []
    /// The most objects that decoding had begun with at a snapshot.
    var snapshotCount = 0
  }

  /// Stands for an object that is being decoded, and that decoding had begun with before.
  private final class Again {}

  /// The instances that there are at a time, to come back to.
  struct Snapshot {
    fileprivate var begunCount = 0
    fileprivate var journalCount = 0
  }

  /// It stands behind a pointer, since Swift checks each access to a variable of a class at run time.
  private let memory = Ref(Memory())

  deinit {
    memory.pointee.instances.free()
    memory.free()
  }

  /// The instance of an object; nil if it was not decoded.
  subscript(number: Int) -> AnyObject? {
    guard number < memory.pointee.instances.count,
      let instance = memory.pointee.instances[number], instance !== self,
      instance !== memory.pointee.again
    else { return nil }
    return instance
  }

  /// True if decoding began with no object so far.
  var isEmpty: Bool { memory.pointee.instances.isEmpty }

  /// Notes that an object is being decoded; false if it is already, or has an instance.
  func begin(_ number: Int) -> Bool {
    if number < memory.pointee.instances.count {
      guard memory.pointee.instances[number] == nil else { return false }
      let again = memory.pointee.again ?? Again()
      memory.pointee.again = again
      memory.pointee.instances[number] = again
      return true
    }
    while memory.pointee.instances.count < number { memory.pointee.instances.append(nil) }
    memory.pointee.instances.append(self)
    return true
  }

  /// Ends what ``begin(_:)`` began: with no instance if decoding failed.
  func end(_ number: Int, _ instance: AnyObject?) {
    let isNew = memory.pointee.instances[number] === self
    memory.pointee.instances[number] = instance
    guard instance != nil else { return }
    if !isNew, number < memory.pointee.snapshotCount { memory.pointee.journal.append(number) }
    memory.pointee.instanceEnd = max(memory.pointee.instanceEnd, number + 1)
  }

  /// Takes the instance from an object that is not being decoded.
  private func forget(_ number: Int) {
    let former = self[number]
    if former != nil { memory.pointee.instances[number] = nil }
    // Letting go of an object runs its deinitializer.
    withExtendedLifetime(former) {}
  }

  // MARK: Going back

  /// The instances so far. The objects that are open now stay so as long as the snapshot is of use.
  func snapshot() -> Snapshot {
    let count = memory.pointee.instances.count
    memory.pointee.snapshotCount = max(memory.pointee.snapshotCount, count)
    return Snapshot(begunCount: count, journalCount: memory.pointee.journal.count)
  }

  /// Forgets the instances that were made since a snapshot, so that they are made, and counted, again: O(objects that decoding began with since then).
  func forget(since snapshot: Snapshot) {
    while memory.pointee.journal.count > snapshot.journalCount {
      forget(memory.pointee.journal.removeLast())
    }
    while memory.pointee.instanceEnd > snapshot.begunCount {
      memory.pointee.instanceEnd -= 1
      forget(memory.pointee.instanceEnd)
    }
  }
}
