internal import ArchiveFormat

/// The container of a value that is one other value, read straight from bytes.
struct DirectSingle: SingleValueDecodingContainer {
  let decoder: DirectDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  private var level: Ref<Level> { decoder.level }

  /// The same value as a container of cells.
  private func cells() throws -> SingleValueDecoding {
    SingleValueDecoding(decoder: try decoder.cells())
  }

  /// Whether the value can be read from where it begins.
  @inline(__always)
  private var isReady: Bool {
    decoder.isInnermost && (level.pointee.mode == .untouched || level.pointee.mode == .single)
  }

  func decodeNil() -> Bool {
    guard isReady else { return (try? cells())?.decodeNil() ?? false }
    switch level.pointee.slot.pointee.code {
    case KindCode.any, KindCode.extended, KindCode.typed:
      return (try? cells())?.decodeNil() ?? false
    default: return false
    }
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
      if let value = Leaf.converted(level.pointee.slot.pointee.code, state) {
        level.pointee.end = state.pointee.cursor.mark
        level.pointee.mode = .single
        return value
      }
      state.pointee.cursor.mark = level.pointee.start
    }
    do {
      return try cells().decode(leaf: type)
    } catch {
      throw DecodingError.carrying(error, type, codingPath)
    }
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      guard isReady else { return try cells().decode(type) }
      let (state, level) = (level.pointee.state, level)
      let slot = state.pointee.engine.schema.addSingle(level.pointee.slot)
      state.prepare(type, slot)
      guard slot.pointee.strategy != .cells else { return try cells().decode(type) }
      state.pointee.cursor.mark = level.pointee.start
      let depth = state.pointee.depth
      let value: Value
      do {
        value = try state.value(type, slot)
      } catch {
        state.unwind(to: level, depth)
        state.pointee.cursor.mark = level.pointee.start
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
