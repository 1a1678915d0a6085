internal import ArchiveFormat

/// The container of a value that is one other value, read straight from bytes.
struct DirectSingle: SingleValueDecodingContainer {
  let decoder: DirectDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  private var level: Ref<Level> { decoder.level }

  /// Does what a call on the container of a value that is over does with the value, open once more; nil if the value is not over, or is read from cells.
  private func reopened<Result>(
    runsUserCode: Bool = false, _ body: (DirectSingle) throws -> Result
  ) throws -> Result? {
    try decoder.reopened(runsUserCode: runsUserCode) { level in
      guard let inner = level.pointee.decoder,
        level.pointee.mode == .untouched || level.pointee.mode == .single
      else { return nil }
      return try body(DirectSingle(decoder: inner))
    }
  }

  /// The same value as a container of cells.
  private func cells() throws -> SingleValueDecoding {
    SingleValueDecoding(decoder: try decoder.cells())
  }

  /// Whether the value can be read from where it begins.
  @inline(__always)
  private var isReady: Bool {
    decoder.isInnermost && (level.pointee.mode == .untouched || level.pointee.mode == .single)
  }

  /// True if a tag tells the kind of the value.
  private var isTagged: Bool { level.pointee.slot.pointee.code == KindCode.any }

  func decodeNil() -> Bool {
    guard isReady else { return nilFromCells() }
    switch level.pointee.slot.pointee.code {
    case KindCode.any:
      level.pointee.state.pointee.cursor.mark = level.pointee.start
      let tag = level.pointee.state.pointee.cursor.nextByte ?? KindCode.extended
      if tag == KindCode.conditionalReference { return isAtNobody }
      if tag != KindCode.null {
        return KindCode.isLabel(tag) && !KindCode.isPresent(tag) ? nilFromCells() : false
      }
      return level.pointee.slot.pointee.mayBeNull || nilFromCells()
    case KindCode.conditionalReference: return isAtNobody
    case KindCode.extended, KindCode.typed: return nilFromCells()
    default: return false
    }
  }

  /// True if the value reads as null since nobody stored its object.
  private var isAtNobody: Bool {
    level.pointee.state.pointee.cursor.mark = level.pointee.start
    return (try? level.pointee.state.isAtNobody(level.pointee.slot)) ?? false
  }

  private func nilFromCells() -> Bool {
    if let isNull = try? reopened({ $0.decodeNil() }) { return isNull }
    return (try? cells())?.decodeNil() ?? false
  }

  /// What `decode` does for leaves.
  @inline(__always)
  func decode<Leaf: DirectLeaf>(leaf type: Leaf.Type) throws -> Leaf {
    if isReady, level.pointee.slot.pointee.code == Leaf.directCode {
      let state = level.pointee.state
      state.pointee.cursor.mark = level.pointee.start
      if let value = Leaf.read(state) {
        level.pointee.end = state.pointee.cursor.mark
        level.pointee.mode = .single
        return value
      }
    }
    return try decodeOther(leaf: type)
  }

  @inline(never)
  private func decodeOther<Leaf: DirectLeaf>(leaf type: Leaf.Type) throws -> Leaf {
    if isReady {
      let state = level.pointee.state
      state.pointee.cursor.mark = level.pointee.start
      let code = level.pointee.slot.pointee.code
      if let value = isTagged ? Leaf.tagged(state) : Leaf.converted(code, state) {
        level.pointee.end = state.pointee.cursor.mark
        level.pointee.mode = .single
        return value
      }
      state.pointee.cursor.mark = level.pointee.start
    } else {
      return try decodeElsewhere(leaf: type)
    }
    let refusal: any Error
    do {
      guard isReady, let found = try level.pointee.state.mismatch(leaf: type, of: level) else {
        return try cells().decode(leaf: type)
      }
      refusal = found
    } catch {
      throw DecodingError.carrying(error, type, codingPath)
    }
    throw refusal
  }

  // Apart, since optionals of generic types cost each call of a function that has some.

  @inline(never)
  private func decodeElsewhere<Leaf: DirectLeaf>(leaf type: Leaf.Type) throws -> Leaf {
    do {
      return try reopened { try $0.decode(leaf: type) } ?? cells().decode(leaf: type)
    } catch {
      throw DecodingError.carrying(error, type, codingPath)
    }
  }

  @inline(never)
  private func decodeElsewhere<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try reopened(runsUserCode: true) { try $0.decode(type) } ?? cells().decode(type)
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      guard isReady, level.pointee.state.pointee.rereadByteCount > 0 else {
        return try decodeElsewhere(type)
      }
      let (state, level) = (level.pointee.state, level)
      let slot = state.pointee.engine.schema.addSingle(level.pointee.slot)
      state.prepare(type, slot)
      guard slot.pointee.strategy != .cells else {
        state.pointee.cursor.mark = level.pointee.start
        if let error = try state.mismatch(type, slot, codingPath) { throw error }
        return try cells().decode(type)
      }
      state.pointee.cursor.mark = level.pointee.start
      let depth = state.pointee.depth
      let counts = (state.pointee.valueCount, state.pointee.zeroWidthCount)
      // The value stands where its wrapper does, which was counted; an attempt that fails counts.
      let isLeaf = slot.pointee.strategy.isLeaf
      let visitCount = isLeaf ? 0 : 1
      state.pointee.visitCount &+= visitCount
      let value: Value
      do {
        value = try state.value(type, slot)
      } catch {
        state.pointee.visitCount &-= visitCount
        state.chargeAgain(from: level.pointee.start, to: state.pointee.cursor.mark)
        if state.isOpen(level) { state.unwind(to: level, depth) }
        state.pointee.cursor.mark = level.pointee.start
        (state.pointee.valueCount, state.pointee.zeroWidthCount) = counts
        throw error
      }
      if level.pointee.mode != .cells {
        level.pointee.end = state.pointee.cursor.mark
        level.pointee.mode = .single
      }
      return value
    } catch {
      throw DecodingError.carrying(error, type, codingPath)
    }
  }
}
