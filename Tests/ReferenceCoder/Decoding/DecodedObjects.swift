/// The class instances of one scope that were decoded, by object number.
final class DecodedObjects {
  private struct Entry {
    var instance: AnyObject?
    var isOpen = false
  }

  private var entries: [Entry] = []
  /// The objects that have an instance, in the order in which those were made.
  private var made: [Int] = []

  /// The instance of an object; nil if it was not decoded.
  subscript(number: Int) -> AnyObject? {
    number < entries.count ? entries[number].instance : nil
  }

  /// Notes that an object is being decoded; false if it is already.
  func begin(_ number: Int) -> Bool {
    while entries.count <= number { entries.append(Entry()) }
    guard !entries[number].isOpen else { return false }
    entries[number].isOpen = true
    return true
  }

  /// Ends what ``begin(_:)`` began: with no instance if decoding failed.
  func end(_ number: Int, _ instance: AnyObject?) {
    entries[number].isOpen = false
    guard let instance else { return }
    entries[number].instance = instance
    made.append(number)
  }

  /// The number of objects that have an instance.
  var count: Int { made.count }

  /// Forgets the instances that were made last, so that they are made, and counted, again.
  func forget(downTo count: Int) {
    while made.count > count { entries[made.removeLast()].instance = nil }
  }
}
