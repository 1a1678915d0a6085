internal import Synchronization

/// The instances that objects of a document were decoded as, as long as somebody holds them.
///
/// They are what tells that an object in an untyped value and one that is encoded are the same. Nobody gets them
/// from here to use them.
final class LiveObjects: Sendable {
  /// `@unchecked Sendable`: the reference is never used but to compare it, and to keep the address from being used
  /// again while something is encoded; loading a weak reference is atomic, and whoever lets go last of an instance,
  /// which may be the thread that encodes, is the only one who has it.
  private struct WeakObject: @unchecked Sendable {
    weak let object: AnyObject?
  }

  private let objects = Mutex<[Int: WeakObject]>([:])

  func note(_ number: Int, _ object: AnyObject) {
    let entry = WeakObject(object: object)
    objects.withLock { $0[number] = entry }
  }

  /// The instance of an object; nil if it is gone, or was never decoded.
  func object(_ number: Int) -> AnyObject? { objects.withLock { $0[number] }?.object }
}
