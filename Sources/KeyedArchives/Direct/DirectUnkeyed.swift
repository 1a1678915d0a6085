internal import ArchiveFormat

/// The container of an array or set that is read straight from bytes.
///
/// As long as nobody does anything else with its value, each call reads the next element where it stands. What cannot be read
/// like this comes from cells, from then on all of it.
struct DirectUnkeyed: UnkeyedDecodingContainer {
  private enum Source {
    case bytes(DirectDecoder)
    case cells(UnkeyedCells)
  }

  private var source: Source
  private let total: Int
  private(set) var currentIndex = 0

  /// - Parameter decoder: One whose level was opened for an unkeyed container, or whose value is over.
  init(_ decoder: DirectDecoder, count: Int) {
    source = .bytes(decoder)
    total = count
  }

  var count: Int? { total }
  var isAtEnd: Bool { currentIndex >= total }

  var codingPath: [any CodingKey] {
    switch source {
    case .bytes(let decoder): decoder.codingPath
    case .cells(let cells): cells.container.codingPath
    }
  }

  // MARK: Places

  /// The level, at the next element; nil if that is read from cells.
  @inline(__always)
  private func level() throws -> Ref<Level>? {
    guard case .bytes(let decoder) = source else { return nil }
    let level = decoder.level
    if level.pointee.mode == .unkeyed, level.pointee.state.pointee.level == level,
      level.pointee.index == currentIndex, level.pointee.run.left > 0, !level.pointee.isBusy
    {
      return level
    }
    return try levelAgain(decoder)
  }

  @inline(never)
  private func levelAgain(_ decoder: DirectDecoder) throws -> Ref<Level>? {
    let level = decoder.level
    guard level.pointee.mode == .unkeyed, !level.pointee.isBusy else { return nil }
    let state = level.pointee.state
    if state.pointee.isRefused || state.pointee.engine.isRefused {
      throw DecodingError.carrying(state.pointee.engine.refusal(), Any.self, codingPath)
    }
    if state.pointee.level != level {
      guard state.hasOnlyNested(in: level) else { return nil }
      try state.leaveNested(in: level)
    }
    guard level.pointee.index == currentIndex, currentIndex < total, state.goToElement(level) else {
      return nil
    }
    return level
  }

  /// Refuses to read past the last element, as many do that read until there is an error.
  private func refuseEnd(_ type: any Any.Type) throws {
    guard case .bytes(let decoder) = source, decoder.level.pointee.mode == .unkeyed,
      decoder.level.pointee.index == currentIndex, currentIndex >= total
    else { return }
    let path = codingPath + [ArchiveCodingKey(intValue: currentIndex)]
    throw DecodingError.carrying(
      decoder.level.pointee.state.end(of: decoder.level).at(path), type, path)
  }

  /// Goes past the element that was read.
  @inline(__always)
  private mutating func pass(_ level: Ref<Level>) {
    if level.pointee.mode == .unkeyed { level.pointee.state.passElement(level) }
    currentIndex &+= 1
  }

  /// Does what a call does with the elements of a value that is over, open once more; nil if the value is not over, or is read from cells.
  private mutating func reopened<Result>(
    runsUserCode: Bool = false, _ body: (inout DirectUnkeyed) throws -> Result
  ) throws -> Result? {
    guard case .bytes(let decoder) = source else { return nil }
    let (index, count) = (currentIndex, total)
    let found = try decoder.reopened(runsUserCode: runsUserCode) { level in
      guard let inner = level.pointee.decoder,
        try level.pointee.state.goToElement(index, level, of: decoder.keptPiece)
      else { return nil as (Result, Int)? }
      var container = DirectUnkeyed(inner, count: count)
      container.currentIndex = index
      let result = try body(&container)
      level.pointee.state.noteElement(level, of: decoder.keptPiece)
      return (result, container.currentIndex)
    }
    guard let (result, reached) = found else { return nil }
    currentIndex = reached
    return result
  }

  /// A decoder of the next element of an array that is over; nil if the array is not over, or is read from cells.
  private mutating func keptDecoder() throws -> DirectDecoder? {
    guard case .bytes(let decoder) = source, currentIndex < total else { return nil }
    let index = currentIndex
    return try decoder.reopened { level in
      let state = level.pointee.state
      guard try state.goToElement(index, level, of: decoder.keptPiece),
        state.goToElement(level), !level.pointee.run.hasBits || state.bitCell(level) == nil
      else { return nil }
      state.noteElement(level, of: decoder.keptPiece)
      return state.pointee.engine.keptDecoder(of: level.pointee.run.slot)
    }
  }

  /// The array that is the next element of one that is over; nil if the array is not over, or is read from cells.
  private mutating func keptElements() throws -> DirectUnkeyed? {
    guard case .bytes(let decoder) = source, currentIndex < total else { return nil }
    let index = currentIndex
    let found = try decoder.reopened { level -> DirectUnkeyed? in
      let state = level.pointee.state
      guard try state.goToElement(index, level, of: decoder.keptPiece),
        state.goToElement(level), !level.pointee.run.hasBits || state.bitCell(level) == nil,
        let ahead = state.elementsAhead(level.pointee.run.slot)
      else { return nil }
      state.noteElement(level, of: decoder.keptPiece)
      let inner = state.pointee.engine.keptDecoder(of: level.pointee.run.slot)
      inner.keptPiece?.reached = (0, ahead.first)
      return DirectUnkeyed(inner, count: ahead.count)
    }
    if found != nil { currentIndex &+= 1 }
    return found
  }

  /// Does what is done with cells, and goes to where it got.
  private mutating func fromCells<Result>(
    _ body: (inout UnkeyedDecoding) throws -> Result
  ) throws -> Result {
    var container: UnkeyedDecoding
    switch source {
    case .bytes(let decoder):
      do {
        container = try UnkeyedDecoding(decoder: decoder.cells())
      } catch {
        throw DecodingError.carrying(error, [Any].self, decoder.codingPath)
      }
      container.pass(currentIndex)
    case .cells(let cells): container = cells.container
    }
    defer {
      source = .cells(UnkeyedCells(container))
      currentIndex = container.currentIndex
    }
    return try body(&container)
  }

  // MARK: Values

  /// What `decode` does for leaves.
  mutating func decode<Leaf: DirectLeaf>(leaf type: Leaf.Type) throws -> Leaf {
    if let level = try level() {
      let state = level.pointee.state
      if let value = state.leafElement(type, level) {
        try state.countVisit()
        pass(level)
        return value
      }
      let slot = level.pointee.run.slot
      let mismatch = try state.mismatch(leaf: type, slot, state.bitCell(level)) {
        codingPath + [ArchiveCodingKey(intValue: currentIndex)]
      }
      if let mismatch { throw mismatch }
    }
    return try decodeElsewhere(leaf: type)
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let level = try level(), level.pointee.state.pointee.rereadByteCount > 0 else {
      return try decodeElsewhere(type)
    }
    let value = try level.pointee.state.busyElement(type, level) {
      codingPath + [ArchiveCodingKey(intValue: currentIndex)]
    }
    pass(level)
    return value
  }

  // Apart, since optionals of generic types cost each call of a function that has some.

  @inline(never)
  private mutating func decodeElsewhere<Leaf: DirectLeaf>(leaf type: Leaf.Type) throws -> Leaf {
    if case .bytes(let decoder) = source, let value = try decoder.leafAtMark(type, currentIndex) {
      currentIndex &+= 1
      return value
    }
    return try decodeAnew(leaf: type)
  }

  @inline(never)
  private mutating func decodeAnew<Leaf: DirectLeaf>(leaf type: Leaf.Type) throws -> Leaf {
    if let value = try keptLeaf(type) { return value }
    try refuseEnd(type)
    return try fromCells { try $0.decode(leaf: type) }
  }

  /// The next element of an array that is over, as a leaf; nil if the array is not over, or is read from cells.
  private mutating func keptLeaf<Leaf: DirectLeaf>(_ type: Leaf.Type) throws -> Leaf? {
    guard case .bytes(let decoder) = source, currentIndex < total else { return nil }
    let index = currentIndex
    let found = try decoder.reopened { level -> Leaf? in
      let state = level.pointee.state
      guard try state.goToElement(index, level, of: decoder.keptPiece),
        state.goToElement(level)
      else { return nil }
      if let value = state.leafElement(type, level) {
        try state.countVisit()
        state.passElement(level)
        state.noteElement(level, of: decoder.keptPiece)
        return value
      }
      let slot = level.pointee.run.slot
      let mismatch = try state.mismatch(leaf: type, slot, state.bitCell(level)) {
        decoder.codingPath + [ArchiveCodingKey(intValue: index)]
      }
      if let mismatch { throw mismatch }
      return nil
    }
    if found != nil { currentIndex &+= 1 }
    return found
  }

  @inline(never)
  private mutating func decodeElsewhere<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let value = try reopened(runsUserCode: true, { try $0.decode(type) }) { return value }
    try refuseEnd(type)
    return try fromCells { try $0.decode(type) }
  }

  mutating func decodeNil() throws -> Bool {
    guard let level = try level() else {
      if let isNull = try reopened({ try $0.decodeNil() }) { return isNull }
      try refuseEnd(Any?.self)
      return try fromCells { try $0.decodeNil() }
    }
    if level.pointee.run.isAtNull {
      pass(level)
      return true
    }
    switch level.pointee.run.slot.pointee.code {
    case KindCode.any:
      guard let tag = level.pointee.state.pointee.cursor.nextByte else { break }
      if tag == KindCode.null {
        _ = level.pointee.state.pointee.cursor.skip(1)
        pass(level)
        return true
      }
      if tag == KindCode.conditionalReference { return try passNobody(level) }
      if KindCode.isLabel(tag), !KindCode.isPresent(tag) { break }
      return false
    case KindCode.conditionalReference: return try passNobody(level)
    case KindCode.extended, KindCode.typed: break
    default: return false
    }
    return try fromCells { try $0.decodeNil() }
  }

  /// Goes past an element that reads as null since nobody stored its object; false for others.
  private mutating func passNobody(_ level: Ref<Level>) throws -> Bool {
    guard try level.pointee.state.passNobody(level.pointee.run.slot) else { return false }
    pass(level)
    return true
  }

  // MARK: Containers

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let found = try nested { level in level.pointee.state.openKeyed(level, type) }
    if let found { return found.container(type) }
    if let inner = try keptDecoder() {
      let container = try inner.container(keyedBy: type)
      currentIndex &+= 1
      return container
    }
    return try fromCells { try $0.nestedContainer(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let found: DirectUnkeyed? = try nested { level in
      guard level.pointee.state.openUnkeyed(level), let decoder = level.pointee.decoder else {
        return nil
      }
      return DirectUnkeyed(decoder, count: level.pointee.count)
    }
    if let found { return found }
    if let kept = try keptElements() { return kept }
    if let inner = try keptDecoder() {
      let container = try inner.unkeyedContainer()
      currentIndex &+= 1
      return container
    }
    return try fromCells { try $0.nestedUnkeyedContainer() }
  }

  /// A container inside; nil, with nothing changed, if it is made of cells.
  private mutating func nested<Container>(
    _ open: (Ref<Level>) -> Container?
  ) throws -> Container? {
    guard let level = try level(), !level.pointee.run.hasBits || !level.pointee.run.isAtNull,
      level.pointee.run.bools == nil
    else { return nil }
    let state = level.pointee.state
    let start = state.pointee.cursor.mark
    do {
      let inner = try state.enter(level.pointee.run.slot, .nested)
      if let container = open(inner) {
        currentIndex &+= 1
        return container
      }
    } catch {
      throw DecodingError.carrying(error, Any.self, codingPath)
    }
    state.pointee.level = level
    state.pointee.cursor.mark = start
    return nil
  }

  mutating func superDecoder() throws -> any Decoder {
    _ = try level()
    if let inner = try keptDecoder() {
      currentIndex &+= 1
      return inner
    }
    return try fromCells { try $0.superDecoder() }
  }
}

/// An unkeyed container that is read from cells. Copies of who holds it share it, and none changes it.
private final class UnkeyedCells {
  let container: UnkeyedDecoding

  init(_ container: UnkeyedDecoding) { self.container = container }
}
