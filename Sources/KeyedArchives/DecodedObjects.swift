/// The class instances of one scope that were decoded, by object number.
///
/// What is read straight from bytes and what is read from cells share them: an object is one instance
/// in whichever way it is asked for.
final class DecodedObjects {
  private struct Entry {
    var instance: AnyObject?
    var isOpen = false
  }

  /// They stand behind pointers, since Swift checks each access to a variable of a class at run time.
  private let entries = Ref<[Entry]>([])
  /// The objects that have an instance, in the order in which those were made.
  private let made = Ref<[Int]>([])

  deinit {
    entries.free()
    made.free()
  }

  /// The instance of an object; nil if it was not decoded.
  subscript(number: Int) -> AnyObject? {
    number < entries.pointee.count ? entries.pointee[number].instance : nil
  }

  /// Notes that an object is being decoded; false if it is already.
  func begin(_ number: Int) -> Bool {
    while entries.pointee.count <= number { entries.pointee.append(Entry()) }
    guard !entries.pointee[number].isOpen else { return false }
    entries.pointee[number].isOpen = true
    return true
  }

  /// Ends what ``begin(_:)`` began: with no instance if decoding failed.
  func end(_ number: Int, _ instance: AnyObject?) {
    entries.pointee[number].isOpen = false
    guard let instance else { return }
    let former = entries.pointee[number].instance
    entries.pointee[number].instance = instance
    made.pointee.append(number)
    // Letting go of an object runs its deinitializer.
    withExtendedLifetime(former) {}
  }

  /// How many objects have an instance.
  var count: Int { made.pointee.count }

  /// Forgets the instances that were made last, so that they are made, and counted, again.
  func forget(downTo count: Int) {
    while made.pointee.count > count {
      let number = made.pointee.removeLast()
      let former = entries.pointee[number].instance
      entries.pointee[number].instance = nil
      withExtendedLifetime(former) {}
    }
  }
}
