/// The objects of one call by their identity, kept alive so that no address is used again.
struct EncodedObjects {
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var objects: [(object: AnyObject, isOpen: Bool)] = []

  func number(of object: AnyObject) -> Int? {
    objects.isEmpty ? nil : numbers[ObjectIdentifier(object)]
  }

  var isEmpty: Bool { objects.isEmpty }

  func isOpen(_ number: Int) -> Bool { objects[number].isOpen }

  /// Gives an object the next number.
  mutating func add(_ object: AnyObject) -> Int {
    numbers[ObjectIdentifier(object)] = objects.count
    objects.append((object, true))
    return objects.count - 1
  }

  /// The object's body is complete.
  mutating func close(_ number: Int) { objects[number].isOpen = false }

  /// Lets go of all objects; keeps no more memory than small graphs need.
  mutating func removeAll() {
    guard !objects.isEmpty else { return }
    let isSmall = objects.count <= 1_024
    numbers.removeAll(keepingCapacity: isSmall)
    objects.removeAll(keepingCapacity: isSmall)
  }
}
