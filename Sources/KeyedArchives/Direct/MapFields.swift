internal import ArchiveFormat

/// The answer to a key of a map.
enum MapTurn {
  /// Its value is the next one.
  case next
  /// Its value was passed, and has this number.
  case passed(Int)
  /// The key is not there.
  case none
  /// The map is read from cells.
  case cells
}

/// The part of a container of a map that its copies share, and the calls that do not depend on the type of its keys. That type is generic: code that needs it
/// looks it up at run time.
final class MapFields {
  /// The decoder of the map; nil while nobody holds the container.
  private var openDecoder: DirectDecoder?
  /// The level of the decoder.
  private(set) var level: Ref<Level>
  private(set) var keys: MapKeys
  /// The type of the keys that the container is asked with.
  private let keyType: any CodingKey.Type
  /// The container of cells that it became.
  var cells: KeyedCells?

  init(_ decoder: DirectDecoder, _ keys: MapKeys, askedWith keyType: any CodingKey.Type) {
    openDecoder = decoder
    level = decoder.level
    self.keys = keys
    self.keyType = keyType
  }

  /// Whoever calls this holds the container.
  var decoder: DirectDecoder { unsafe openDecoder.unsafelyUnwrapped }

  /// Begins with another map.
  func begin(_ decoder: DirectDecoder, _ keys: MapKeys) {
    openDecoder = decoder
    level = decoder.level
    cells = nil
    if keys !== self.keys { self.keys = keys }
  }

  /// Lets go of the map, once nobody holds the container.
  func end() { (openDecoder, cells) = (nil, nil) }

  // MARK: Places

  /// True if the map may be read from bytes by keys of a type, which may not be those that it was opened for.
  func mayBeAsked(with type: any CodingKey.Type) -> Bool {
    keyType == type || TrustingInitializer.asking(with: type) == nil
  }

  func contains(_ key: String) -> Bool { keys.has(key) }

  /// True if the map is being read from bytes and nothing inside it is.
  private func isOpen() throws -> Bool {
    let (level, state) = (level, level.pointee.state)
    guard level.pointee.mode == .unkeyed, !level.pointee.isBusy else { return false }
    if state.pointee.level == level { return true }
    if state.pointee.isRefused || state.pointee.engine.isRefused {
      throw DecodingError.carrying(
        state.pointee.engine.refusal(), Any.self, decoder.codingPath)
    }
    guard state.hasOnlyNested(in: level) else { return false }
    try state.leaveNested(in: level)
    return true
  }

  /// Goes to the value of a key, past those in between.
  func turn(to key: String) throws -> MapTurn {
    guard try isOpen() else { return .cells }
    let (level, state) = (level, level.pointee.state)
    guard let index = keys.index(of: key, next: level.pointee.index) else { return .none }
    if index < level.pointee.index { return .passed(index) }
    while true {
      guard state.goToElement(level) else { return .cells }
      if level.pointee.elementMarks.count == level.pointee.index {
        level.pointee.elementMarks.append(state.elementMark(level))
      }
      if level.pointee.index == index { return .next }
      try passElement()
    }
  }

  /// Goes past an element that nobody asked for.
  private func passElement() throws {
    let state = level.pointee.state
    if !level.pointee.run.hasBits || state.bitCell(level) == nil {
      try state.skip(level.pointee.run.slot)
    }
    state.passElement(level)
  }

  /// Reads a value that was passed, and comes back; nil if it is found out with cells.
  private func again<Value>(_ index: Int, _ body: () throws -> Value?) throws -> Value? {
    let (level, state) = (level, level.pointee.state)
    guard state.pointee.rereadByteCount > 0 else { return nil }
    let (next, frontier) = (level.pointee.index, state.elementMark(level))
    guard try findMarks(next, frontier) else { return nil }
    let (value, after) = (level.pointee.elementMarks[index], level.pointee.elementMarks[index + 1])
    level.pointee.index = index
    level.pointee.run = value.run
    let counts = state.goAgain(
      to: PassedValue(
        start: value.start, end: after.start, before: value.counts, after: after.counts))
    defer {
      (state.pointee.valueCount, state.pointee.zeroWidthCount) = counts
      if level.pointee.mode == .unkeyed { goBack(to: next, frontier) }
    }
    return try body()
  }

  /// Goes back to a value that was passed, and stays there: the values behind it are passed over once more. False if that is found out with cells.
  private func goBack(to index: Int) throws -> Bool {
    let (level, state) = (level, level.pointee.state)
    guard state.pointee.rereadByteCount > 0, try state.pointee.engine.checkRoot() else {
      return false
    }
    let (next, frontier) = (level.pointee.index, state.elementMark(level))
    guard try findMarks(next, frontier) else { return false }
    let mark = level.pointee.elementMarks[index]
    state.chargeAgain(from: mark.start, to: frontier.start)
    state.chargeAgain(next - index)
    goBack(to: index, mark)
    return true
  }

  private func goBack(to index: Int, _ mark: ElementMark) {
    level.pointee.index = index
    level.pointee.run = mark.run
    level.pointee.state.pointee.cursor.mark = mark.start
  }

  /// Notes where all values up to the next one begin: those that were read in their turn have no marks. False if that is found out with cells.
  private func findMarks(_ next: Int, _ frontier: ElementMark) throws -> Bool {
    let (level, state) = (level, level.pointee.state)
    guard let last = level.pointee.elementMarks.last else { return false }
    if level.pointee.elementMarks.count > next { return true }
    let counts = (state.pointee.valueCount, state.pointee.zeroWidthCount)
    state.chargeAgain(max(1, last.start.distance(to: frontier.start)))
    goBack(to: level.pointee.elementMarks.count - 1, last)
    // These values were within the limits when they were counted.
    (state.pointee.valueCount, state.pointee.zeroWidthCount) = last.counts
    defer {
      // Values without bytes are passed over once more as well.
      state.chargeAgain(max(0, last.counts.values &- state.pointee.valueCount))
      (state.pointee.valueCount, state.pointee.zeroWidthCount) = counts
      goBack(to: next, frontier)
    }
    while level.pointee.index < next {
      try passElement()
      if level.pointee.index < level.pointee.count, !state.goToElement(level) { return false }
      level.pointee.elementMarks.append(state.elementMark(level))
    }
    return true
  }

  /// Does what a call on the container of a map that is over does with the map, open once more; nil if the map is not over, or is read from cells.
  private func reopened<Result>(
    runsUserCode: Bool = false, _ body: (MapFields) throws -> Result?
  ) throws -> Result? {
    let keyType = keyType
    return try decoder.reopened(runsUserCode: runsUserCode) { level in
      try level.pointee.state.openFields(of: level, askedWith: keyType).flatMap(body)
    }
  }

  // MARK: Values

  /// The leaf of a key that is that of the next value; nil, with nothing read, for others.
  @inline(__always)
  func next<Leaf: DirectLeaf>(_ type: Leaf.Type, _ key: String) -> Leaf? {
    let (level, state) = (level, level.pointee.state)
    guard level.pointee.mode == .unkeyed, state.pointee.level == level, !level.pointee.isBusy,
      level.pointee.run.left > 0, state.pointee.visitCount > 0,
      keys.isKey(level.pointee.index, key)
    else { return nil }
    // A map that is read in its order needs no marks. In others, places behind those that were passed over have some.
    let markCount = level.pointee.elementMarks.count
    if markCount > 1, markCount == level.pointee.index {
      level.pointee.elementMarks.append(state.elementMark(level))
    }
    guard let value = state.leafElement(type, level) else { return nil }
    state.pointee.visitCount &-= 1
    state.passElement(level)
    return value
  }

  /// The leaf of a key; nil if it is not there, or is found out with cells.
  @inline(never)
  func leaf<Leaf: DirectLeaf>(_ type: Leaf.Type, _ key: String) throws -> Leaf? {
    let turn = try turn(to: key)
    if case .cells = turn { return try reopened { try $0.leaf(type, at: $0.turn(to: key)) } }
    return try leaf(type, at: turn)
  }

  /// The leaf of a key, a nil if it is null or not there; nil if it is found out with cells.
  @inline(never)
  func leafIfPresent<Leaf: DirectLeaf>(_ type: Leaf.Type, _ key: String) throws -> Leaf?? {
    let turn = try turn(to: key)
    if case .cells = turn {
      return try reopened { try $0.leafIfPresent(type, at: $0.turn(to: key)) }
    }
    return try leafIfPresent(type, at: turn)
  }

  private func leafIfPresent<Leaf: DirectLeaf>(
    _ type: Leaf.Type, at turn: MapTurn
  ) throws -> Leaf?? {
    if case .none = turn { return .some(nil) }
    guard let isNull = try isNull(turn) else { return nil }
    if isNull { return .some(nil) }
    return try leaf(type, at: turn).map { .some($0) }
  }

  private func leaf<Leaf: DirectLeaf>(_ type: Leaf.Type, at turn: MapTurn) throws -> Leaf? {
    switch turn {
    case .next:
      guard let value = try leaf(type) else { return nil }
      level.pointee.state.passElement(level)
      return value
    case .passed(let index): return try again(index) { try leaf(type) }
    case .none, .cells: return nil
    }
  }

  /// The leaf at the place that was found.
  private func leaf<Leaf: DirectLeaf>(_ type: Leaf.Type) throws -> Leaf? {
    let (level, state) = (level, level.pointee.state)
    if let value = state.leafElement(type, level) {
      try state.countVisit()
      return value
    }
    let mismatch = try state.mismatch(leaf: type, level.pointee.run.slot, state.bitCell(level)) {
      decoder.codingPath + [step]
    }
    if let mismatch { throw mismatch }
    return nil
  }

  /// The value of a key; nil if it is not there, or is found out with cells.
  func value<Value: Decodable>(_ type: Value.Type, at turn: MapTurn) throws -> Value? {
    switch turn {
    case .next:
      guard let value = try value(type) else { return nil }
      if level.pointee.mode == .unkeyed { level.pointee.state.passElement(level) }
      return value
    case .passed(let index): return try again(index) { try value(type) }
    case .none, .cells: return nil
    }
  }

  /// The value of a key of a map that is over; nil if the map is not over, or the value is read from cells.
  func keptValue<Value: Decodable>(_ type: Value.Type, _ key: String) throws -> Value? {
    try reopened(runsUserCode: true) { try $0.value(type, at: $0.turn(to: key)) }
  }

  /// The value at the place that was found.
  private func value<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    let state = level.pointee.state
    guard state.pointee.rereadByteCount > 0 else { return nil }
    return try state.busyElement(type, level) { decoder.codingPath + [step] }
  }

  /// The key of the place that was found.
  private var step: any CodingKey {
    ArchiveCodingKey(stringValue: keys.texts[level.pointee.index])
  }

  /// True if the value of a key is null; nil if that is found out with cells.
  func isNull(_ key: String) throws -> Bool? {
    let turn = try turn(to: key)
    if case .cells = turn { return try reopened { try $0.isNull($0.turn(to: key)) } }
    return try isNull(turn)
  }

  /// True if a value is null; nil if that is found out with cells.
  func isNull(_ turn: MapTurn) throws -> Bool? {
    switch turn {
    case .next: isAtNull
    case .passed(let index): try again(index) { isAtNull }
    case .none, .cells: nil
    }
  }

  /// True if that value reads as null since nobody stored its object.
  private var isAtNobody: Bool {
    (try? level.pointee.state.isAtNobody(level.pointee.run.slot)) ?? false
  }

  /// True if the value at the place that was found is null.
  private var isAtNull: Bool? {
    let run = level.pointee.run
    if run.isAtNull { return true }
    switch run.slot.pointee.code {
    case KindCode.any:
      guard let tag = level.pointee.state.pointee.cursor.nextByte else { return nil }
      if tag == KindCode.conditionalReference { return isAtNobody }
      return KindCode.isLabel(tag) && !KindCode.isPresent(tag) ? nil : tag == KindCode.null
    case KindCode.conditionalReference: return isAtNobody
    case KindCode.extended, KindCode.typed: return nil
    default: return false
    }
  }

  /// Refuses to decode a key that is not there, unless cells tell more of it.
  func refuseMissing(_ key: any CodingKey) throws {
    let names = keys.texts.prefix(DecodingSession.maximumNamedKeyCount)
    let path = decoder.codingPath
    let state = level.pointee.state
    if let error = try state.missing(key, among: names, in: level, path, of: .map) { throw error }
  }

  // MARK: Containers

  /// A container inside; nil if it is made of cells, with the map anywhere.
  func nested<Container>(_ key: String, _ open: (Ref<Level>) -> Container?) throws -> Container? {
    switch try turn(to: key) {
    case .next: break
    case .passed(let index): guard try goBack(to: index) else { return nil }
    case .none, .cells: return nil
    }
    let (level, state) = (level, level.pointee.state)
    guard !level.pointee.run.isAtNull, level.pointee.run.bools == nil else { return nil }
    let start = state.pointee.cursor.mark
    do {
      let inner = try state.enter(level.pointee.run.slot, .nested)
      if let container = open(inner) { return container }
    } catch {
      throw DecodingError.carrying(error, Any.self, decoder.codingPath)
    }
    state.pointee.level = level
    state.pointee.cursor.mark = start
    return nil
  }

  /// A decoder, which may be kept, of the value of a key of a map that is over; nil if the map is not over, or the decoder is made of cells.
  func keptDecoder(_ key: String) throws -> DirectDecoder? {
    try reopened { fields in
      switch try fields.turn(to: key) {
      case .next: fields.keptDecoder()
      case .passed(let index): try fields.again(index) { fields.keptDecoder() }
      case .none, .cells: nil
      }
    }
  }

  /// A decoder of the value at the place that was found.
  private func keptDecoder() -> DirectDecoder? {
    guard isAtNull == false, level.pointee.run.bools == nil else { return nil }
    return level.pointee.state.pointee.engine.keptDecoder(of: level.pointee.run.slot)
  }

  /// A decoder of the record, map or array of a key; nil if it is made of cells.
  func superDecoder(_ key: String) throws -> (any Decoder)? {
    try nested(key) { level -> DirectDecoder? in
      level.pointee.state.isAtContainer(level.pointee.slot) ? level.pointee.decoder : nil
    }
  }
}
