internal import ArchiveFormat

/// The places of the objects of a scope, by their numbers: 8 bytes for most of them, 4 more for those that edges mention first.
///
/// Objects are numbered in the order of their first mentions. So the mention of each is told by its distance from that of the first of its piece, and what
/// many have in common is told by a number. What does not fit stands in full beside the list.
struct ObjectPlaces {
  struct Place {
    /// The place of its first mention: its header begins there, or an edge to it.
    let mention: RawCursor.Mark
    /// The beginning of its header; nil if only edges mention it so far.
    var header: RawCursor.Mark?
    /// The end of the object, once that was reached.
    var end: RawCursor.Mark?
    /// Its body, once the end was reached.
    var body: Body?
    /// True if a strong edge was passed that needs it to stand somewhere.
    var isAwaited = false
  }

  /// The row, kind and depth that many objects have in common.
  struct Body: Hashable {
    /// The row of the class.
    var row: Int
    /// The kind of the place where the object stands; undetermined for those that only cells tell of.
    var kind: KindID
    /// Containers around the object.
    var depth: Int
  }

  private var words = PiecewiseList<PackedPlace>()
  /// The first mentions of the first objects of pieces.
  private var starts: [RawCursor.Mark] = []
  /// For pieces with objects that edges mention first: bytes from the mention of each object to its header; 0 where that is the same, or not known.
  private var headers: [Int: [UInt32]] = [:]
  /// The bodies that words name by number, from 1.
  private var bodies: [Body] = []
  /// The numbers of those behind the first few.
  private var bodyNumbers: [Body: Int] = [:]
  /// Places that do not fit into their words.
  private var others: [Int: Place] = [:]

  var count: Int { words.count }
  /// The first mention of the last object; nil if there is none.
  private(set) var last: RawCursor.Mark?

  /// Forgets all places, and keeps room for some.
  mutating func removeAll() {
    words.removeAll()
    last = nil
    starts.removeAll(keepingCapacity: starts.count <= Self.listedCount)
    bodies.removeAll(keepingCapacity: bodies.count <= Self.listedCount)
    if !headers.isEmpty { headers = [:] }
    if !bodyNumbers.isEmpty { bodyNumbers = [:] }
    if !others.isEmpty { others = [:] }
  }

  /// Frees the memory.
  mutating func free() { words.free() }

  // MARK: Marks

  func mention(_ number: Int) -> RawCursor.Mark {
    let word = words[number]
    if word.isElsewhere, let place = others[number] { return place.mention }
    return starts[piece(number)].advanced(by: word.distance)
  }

  func header(_ number: Int) -> RawCursor.Mark? {
    let word = words[number]
    if word.isElsewhere { return others[number]?.header }
    return header(number, word)
  }

  @inline(__always)
  private func header(_ number: Int, _ word: PackedPlace) -> RawCursor.Mark? {
    let mention = starts[piece(number)].advanced(by: word.distance)
    return word.isHeader ? mention : laterHeader(number, mention)
  }

  /// The header of an object that an edge mentions first.
  @inline(never)
  private func laterHeader(_ number: Int, _ mention: RawCursor.Mark) -> RawCursor.Mark? {
    guard let distance = headers[piece(number)]?[index(number)], distance != 0 else { return nil }
    return mention.advanced(by: Int(distance))
  }

  func end(_ number: Int) -> RawCursor.Mark? {
    let word = words[number]
    if word.isElsewhere { return others[number]?.end }
    guard let length = word.length else { return nil }
    return header(number, word)?.advanced(by: length)
  }

  func body(_ number: Int) -> Body? {
    let word = words[number]
    if word.isElsewhere { return others[number]?.body }
    return word.bodyNumber == 0 ? nil : bodies[word.bodyNumber - 1]
  }

  func isAwaited(_ number: Int) -> Bool {
    let word = words[number]
    return word.isElsewhere ? others[number]?.isAwaited == true : word.isAwaited
  }

  private func piece(_ number: Int) -> Int { PiecewiseList<PackedPlace>.piece(number) }
  private func index(_ number: Int) -> Int { PiecewiseList<PackedPlace>.place(number) }

  // MARK: Changes

  /// Adds an object whose first mention is behind those of all others.
  ///
  /// - Parameter isHeader: False if an edge mentions the object.
  mutating func append(_ mention: RawCursor.Mark, isHeader: Bool) {
    let number = words.count
    last = mention
    if index(number) == 0 { starts.append(mention) }
    let distance = starts[piece(number)].distance(to: mention)
    if let word = PackedPlace(distance: distance, isHeader: isHeader) {
      words.append(word)
    } else {
      words.append(.elsewhere)
      others[number] = Place(mention: mention, header: isHeader ? mention : nil)
    }
  }

  /// Notes where the header of an object stands that an edge mentions first.
  mutating func setHeader(_ number: Int, _ header: RawCursor.Mark) {
    let distance = mention(number).distance(to: header)
    if !words[number].isElsewhere, let distance = UInt32(exactly: distance) {
      headers[piece(number), default: Self.noHeaders][index(number)] = distance
    } else {
      setOther(number) { $0.header = header }
    }
  }

  /// Notes where an object ends that was met before, and what its body is.
  mutating func settle(_ number: Int, _ end: RawCursor.Mark, _ body: Body) {
    let word = words[number]
    if !word.isElsewhere, let header = header(number, word),
      let settled = word.settled(
        length: header.distance(to: end), bodyNumber: self.number(of: body))
    {
      words[number] = settled
    } else {
      setOther(number) { ($0.end, $0.body) = (end, body) }
    }
  }

  mutating func setAwaited(_ number: Int) {
    var word = words[number]
    if word.isElsewhere {
      others[number]?.isAwaited = true
    } else {
      word.isAwaited = true
      words[number] = word
    }
  }

  /// Changes a place that does not fit into its word, or will not.
  private mutating func setOther(_ number: Int, _ change: (inout Place) -> Void) {
    var place =
      others[number]
      ?? Place(
        mention: mention(number), header: header(number), end: end(number), body: body(number),
        isAwaited: isAwaited(number))
    change(&place)
    others[number] = place
    words[number] = .elsewhere
  }

  /// The number of a body, from 1.
  private mutating func number(of body: Body) -> Int {
    for index in 0..<min(bodies.count, Self.listedCount) where bodies[index] == body {
      return index + 1
    }
    return furtherNumber(of: body)
  }

  @inline(never)
  private mutating func furtherNumber(of body: Body) -> Int {
    if bodies.count < Self.listedCount {
      bodies.append(body)
      return bodies.count
    }
    if let known = bodyNumbers[body] { return known }
    guard bodies.count < PackedPlace.maximumBodyNumber else {
      return PackedPlace.maximumBodyNumber + 1
    }
    bodies.append(body)
    bodyNumbers[body] = bodies.count
    return bodies.count
  }

  /// The headers of a piece of which no edge was met so far.
  private static var noHeaders: [UInt32] {
    Array(repeating: 0, count: PiecewiseList<PackedPlace>.pieceCount)
  }

  /// Bodies that are compared one by one.
  private static var listedCount: Int { 8 }
}
