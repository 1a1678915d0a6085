/// The objects of one call by their identity, kept alive so that no address is used again.
struct EncodedObjects {
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var objects: [(object: AnyObject, isOpen: Bool)] = []
  /// The objects whose bodies are being written, the outermost first, each with the index of the record that its body is.
  private(set) var open: [(number: Int, frame: Int)] = []

  func number(of object: AnyObject) -> Int? {
    objects.isEmpty ? nil : numbers[ObjectIdentifier(object)]
  }

  var isEmpty: Bool { objects.isEmpty }
  var count: Int { objects.count }

  func isOpen(_ number: Int) -> Bool { objects[number].isOpen }

  /// Gives an object, whose body is the record at an index, the next number.
  mutating func add(_ object: AnyObject, at frame: Int) -> Int {
    let number = objects.count
    numbers[ObjectIdentifier(object)] = number
    objects.append((object, true))
    open.append((number, frame))
    return number
  }

  /// The body of the object that was added last of those that are open is complete.
  mutating func close(_ number: Int) {
    objects[number].isOpen = false
    open.removeLast()
  }

  /// Lets go of all objects; keeps no more memory than small graphs need.
  mutating func removeAll() {
    guard !objects.isEmpty else { return }
    open.removeAll(keepingCapacity: true)
    let isSmall = objects.count <= 1_024
    numbers.removeAll(keepingCapacity: isSmall)
    objects.removeAll(keepingCapacity: isSmall)
  }
}
