/// The objects of one call by their identity, kept alive so that no address is used again.
struct EncodedObjects {
  enum State {
    /// It stands nowhere so far: only conditional edges name it.
    case mentioned
    /// It stands nowhere so far, and a strong edge names it.
    case awaited
    /// Its body is being written.
    case open
    case whole
  }

  private var numbers: [ObjectIdentifier: Int] = [:]
  private var objects: [(object: AnyObject, state: State)] = []
  /// The objects whose bodies are being written, the outermost first, each with the index of the record that its body is.
  private(set) var open: [(number: Int, frame: Int)] = []

  func number(of object: AnyObject) -> Int? {
    objects.isEmpty ? nil : numbers[ObjectIdentifier(object)]
  }

  var isEmpty: Bool { objects.isEmpty }
  var count: Int { objects.count }

  func state(_ number: Int) -> State { objects[number].state }

  /// Gives an object, whose body is the record at an index, the next number.
  mutating func add(_ object: AnyObject, at frame: Int) -> Int {
    let number = add(object, .open)
    open.append((number, frame))
    return number
  }

  /// Gives an object that an edge names the next number.
  ///
  /// - Parameter isStrong: True if the object is to be stored because of the edge.
  mutating func mention(_ object: AnyObject, isStrong: Bool) {
    _ = add(object, isStrong ? .awaited : .mentioned)
  }

  /// Notes that a strong edge names an object that has a number, and stands nowhere so far.
  mutating func noteStrongEdge(to number: Int) { objects[number].state = .awaited }

  private mutating func add(_ object: AnyObject, _ state: State) -> Int {
    let number = objects.count
    numbers[ObjectIdentifier(object)] = number
    objects.append((object, state))
    return number
  }

  /// Begins the body of an object that was mentioned before.
  mutating func begin(_ number: Int, at frame: Int) {
    objects[number].state = .open
    open.append((number, frame))
  }

  /// The body of the object that was added last of those that are open is complete.
  mutating func close(_ number: Int) {
    objects[number].state = .whole
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
