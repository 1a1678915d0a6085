/// The objects of one call by their identity, kept alive so that no address is used again.
@safe
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

  /// An object whose body is being written.
  @unsafe
  struct Open {
    let number: Int
    /// The index that the record has which its body is, if it is one.
    let frame: Int
    /// The innermost elements around it.
    let elements: UnsafeMutablePointer<ElementsFrame>?
    /// The place of its body, if that has a label and a tag.
    var body: UnsafeMutablePointer<EncodingSlot>?
  }

  /// Objects for which memory is kept.
  static let keptCount = 1_024

  private var numbers: [ObjectAddress: Int] = [:]
  private var objects: [(object: AnyObject, state: State)] = []
  /// The objects whose bodies are being written, the outermost first.
  private(set) var open: [Open] = unsafe []

  /// The first bodies of places whose kinds are not known for good, the innermost records last.
  var openBodies: [OpenBody] = unsafe []
  /// True if the kind of a place for objects was found to name another class than it was taken to.
  var hasOtherKinds = false

  func number(of object: AnyObject) -> Int? {
    objects.isEmpty ? nil : numbers[ObjectAddress(object)]
  }

  /// True if an object stands whole before what is written next.
  func isWhole(_ object: AnyObject) -> Bool {
    number(of: object).map { state($0) == .whole } ?? false
  }

  var count: Int { objects.count }

  func state(_ number: Int) -> State { objects[number].state }

  var hasOpenBodies: Bool { unsafe !openBodies.isEmpty }

  /// True if a body was noted at a place in a record, the innermost that is open.
  func holdsOpenBody(
    at place: UnsafeMutablePointer<EncodingSlot>, in frame: UnsafeMutablePointer<EncodingFrame>
  ) -> Bool {
    var index = unsafe openBodies.count - 1
    while index >= 0, unsafe openBodies[index].frame == frame {
      if unsafe openBodies[index].place == place { return true }
      index -= 1
    }
    return false
  }

  /// The number of an object. One that has none gets the next, and its body is the record at an index.
  mutating func number(
    of object: AnyObject, orAddAt frame: Int, in elements: UnsafeMutablePointer<ElementsFrame>?
  ) -> (number: Int, isNew: Bool) {
    let number = numbers.number(of: ObjectAddress(object), orAdd: objects.count)
    guard number == objects.count else { return (number, false) }
    objects.append((object, .open))
    unsafe open.append(Open(number: number, frame: frame, elements: elements))
    return (number, true)
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
    numbers[ObjectAddress(object)] = number
    objects.append((object, state))
    return number
  }

  /// Begins the body of an object that was mentioned before.
  mutating func begin(
    _ number: Int, at frame: Int, in elements: UnsafeMutablePointer<ElementsFrame>?
  ) {
    objects[number].state = .open
    unsafe open.append(Open(number: number, frame: frame, elements: elements))
  }

  /// True if a body with a label and a tag is being written at a place. O(objects that are open).
  func isOpen(_ body: UnsafeMutablePointer<EncodingSlot>) -> Bool {
    unsafe open.contains { unsafe $0.body == body }
  }

  /// Notes that the object that was begun last has a body with a label and a tag.
  mutating func setBodyOfLast(_ body: UnsafeMutablePointer<EncodingSlot>) {
    unsafe open[open.count - 1].body = unsafe body
  }

  /// The body of the object that was added last of those that are open is complete.
  mutating func close(_ number: Int) {
    objects[number].state = .whole
    unsafe open.removeLast()
  }

  /// Makes room for as many objects.
  mutating func reserve(_ count: Int) {
    numbers.reserveCapacity(count)
    objects.reserveCapacity(count)
  }

  /// Lets go of all objects; keeps no more memory than small graphs need.
  @inline(__always)
  mutating func removeAll() {
    if !objects.isEmpty { removeSome() }
  }

  @inline(never)
  private mutating func removeSome() {
    unsafe open.removeAll(keepingCapacity: true)
    unsafe openBodies.removeAll(keepingCapacity: true)
    hasOtherKinds = false
    let isSmall = objects.count <= Self.keptCount
    numbers.removeAll(keepingCapacity: isSmall)
    objects.removeAll(keepingCapacity: isSmall)
  }
}

extension [ObjectAddress: Int] {
  /// The number of an object, which is looked up once: the given one if it had none.
  fileprivate mutating func number(of object: ObjectAddress, orAdd next: Int) -> Int {
    func add(_ number: inout Int?) -> Int {
      if let number { return number }
      number = next
      return next
    }
    return add(&self[object])
  }
}
