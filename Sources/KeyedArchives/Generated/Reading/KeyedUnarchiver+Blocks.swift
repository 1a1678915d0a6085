internal import ArchiveCompression
internal import ArchiveFormat

/// Archives of several blocks whose root generated code reads alone: the blocks are read where they stand.
extension KeyedUnarchiver {
  /// Decodes from plain blocks, without putting the content together.
  ///
  /// - Throws: ``NotDirect`` for other archives, for damaged ones, and where what stands there was not
  ///   foreseen.
  func decodeBlocks<Value: Decodable>(
    _ type: Value.Type, _ bytes: UnsafeRawBufferPointer
  ) throws -> Value {
    let limits = limits.forInput(byteCount: bytes.count)
    guard settings.values.usesGeneratedCode, !settings.needsCells,
      settings.values.hooks.isEmpty, sharedBudget == nil,
      unsafe bytes.first == ArchiveFraming.magic[0], type is any ArchivableValue.Type,
      let directory = try? BlockDirectory(
        byteCount: bytes.count, limits: limits, verifiesIndex: true,
        read: { unsafe Array(bytes[$0]) }),
      let blocks = unsafe directory.plainBlocks(in: bytes, verifiesChecksums: verifiesChecksums),
      let first = unsafe blocks.first
    else { throw NotDirect() }
    if !settings.values.allowedTypes.isEmpty { _ = try allowedTypes.resolved() }
    let engine = DirectPool.take(usesGeneratedCode: true)
    defer {
      engine.end()
      DirectPool.put(engine)
    }
    let content = unsafe DirectContent(
      bytes: RawBytes(first), start: 0, hasRootList: true,
      definitions: ScopeDefinitions(directory.definitions, limits: limits))
    return unsafe try engine.decode(type, content, blocks.map { unsafe RawBytes($0) }, settings)
  }
}

extension DirectEngine {
  /// Decodes the unnamed root of a list whose content stands in blocks.
  ///
  /// - Throws: ``NotDirect``.
  fileprivate func decode<Value: Decodable>(
    _ type: Value.Type, _ content: DirectContent, _ blocks: [RawBytes],
    _ settings: DecodingSettings
  ) throws -> Value {
    guard begin(content, settings), !schema.hasClasses,
      let slot = beginRoot(content.hasRootList)
    else {
      throw NotDirect()
    }
    state.prepare(type, slot)
    guard slot.pointee.strategy == .generated, let generated = slot.pointee.generated,
      let place = slot.pointee.reading, !place.tracksPath,
      settings.values.limits.maximumDepth > 64
    else { throw NotDirect() }
    let state = state
    state.pointee.blocks = blocks
    state.pointee.blockIndex = 0
    state.pointee.laterByteCount = blocks.dropFirst().reduce(0) { $0 + $1.count }
    state.pointee.visitCount &-= 1
    defer {
      state.pointee.blocks = []
      state.pointee.laterByteCount = 0
    }
    let room = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    defer { unsafe room.deallocate() }
    guard
      (try? unsafe generated.read(into: UnsafeMutableRawPointer(room), state, place)) != nil
    else { throw NotDirect() }
    let value = unsafe room.move()
    // The end of the list of roots.
    guard state.pointee.laterByteCount == 0, state.pointee.cursor.fixed(UInt8.self) == 0x01,
      state.pointee.cursor.remaining == 0
    else { throw NotDirect() }
    return value
  }
}
