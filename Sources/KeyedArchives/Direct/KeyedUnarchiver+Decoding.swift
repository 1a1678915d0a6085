internal import ArchiveCompression
internal import ArchiveFormat
#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension KeyedUnarchiver {
  /// Decodes a plain single-part archive from where its bytes stand.
  ///
  /// - Throws: ``NotDirect`` for other archives, for damaged ones, and for values that are read
  ///   through cells.
  func decodeSmall<Value: Decodable>(
    _ type: Value.Type, _ bytes: UnsafeRawBufferPointer
  ) throws -> Value {
    guard !settings.needsCells,
      let hasRootList = unsafe SinglePart.plainContent(bytes, verifiesChecksum: verifiesChecksums)
    else {
      throw NotDirect()
    }
    let content = unsafe DirectContent(
      bytes: RawBytes(UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count - 4)])), start: 1,
      hasRootList: hasRootList)
    return try decodeDirectly(type, content)
  }

  /// Decodes a plain record from where its bytes stand.
  ///
  /// - Throws: ``NotDirect`` as ``decodeSmall(_:_:)``.
  func decodeSmall<Value: Decodable>(
    _ type: Value.Type, _ bytes: UnsafeRawBufferPointer, _ dictionary: ShapeDictionary
  ) throws -> Value {
    guard !settings.needsCells, let record = unsafe SinglePart.plainRecord(bytes, dictionary)
    else { throw NotDirect() }
    let content = unsafe DirectContent(
      bytes: RawBytes(UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count - 4)])), start: 3,
      hasRootList: record.hasRootList,
      home: DefinitionHome(dictionary: dictionary, rowCount: record.rowCount))
    return try decodeDirectly(type, content)
  }

  /// Decodes from content that lies in one piece.
  private func decodeDirectly<Value: Decodable>(
    _ type: Value.Type, _ content: DirectContent
  ) throws -> Value {
    if !settings.values.allowedTypes.isEmpty { _ = try allowedTypes.resolved() }
    let engine = DirectPool.take(usesGeneratedCode: settings.values.usesGeneratedCode)
    if Scratch.fits(type), settings.values.sharedBudget == nil {
      let room = unsafe engine.state.pointee.scratch.raw
      if unsafe engine.readKnownRoot(type, content, settings, into: room) {
        let value = unsafe room.assumingMemoryBound(to: Value.self).move()
        DirectPool.put(engine)
        return value
      }
    }
    defer {
      engine.end()
      DirectPool.put(engine)
    }
    return try engine.decode(type, content, settings)
  }

  /// Decodes a scope from its bytes; the value, the count of the roots, and the visits that took.
  ///
  /// - Parameter limits: What that may cost.
  private func decodeFromBytes<Value: Decodable>(
    _ type: Value.Type, _ scope: OpenedScope, _ limits: ArchiveLimits
  ) throws -> (value: Value, rootCount: Int, visitCount: Int) {
    guard !settings.needsCells else { throw NotDirect() }
    if !settings.values.allowedTypes.isEmpty { _ = try allowedTypes.resolved() }
    let engine = DirectPool.take(usesGeneratedCode: settings.values.usesGeneratedCode)
    defer {
      engine.end()
      DirectPool.put(engine)
    }
    let value = try unsafe scope.content.withUnsafeBytes { content in
      try engine.decode(
        type,
        unsafe DirectContent(
          bytes: RawBytes(content), start: scope.start, hasRootList: scope.hasRootList,
          definitions: ScopeDefinitions(scope.definitions, scope.outline, limits: limits),
          map: scope.map, copy: scope.content), settings)
    }
    return (value, engine.rootCount, limits.maximumVisitCount - engine.state.pointee.visitCount)
  }

  /// Decodes any archive.
  ///
  /// - Parameter failure: Why the archive was not decoded as a small one.
  func decodeLarge<Value: Decodable>(
    _ type: Value.Type, _ data: Data, _ dictionary: ShapeDictionary? = nil,
    after failure: NotDirect
  ) throws -> Value {
    if !failure.isRead {
      do {
        return try unsafe data.withUnsafeBytes { try unsafe decodeBlocks(type, $0) }
      } catch is NotDirect {}
    }
    return try decodeLarge(type, byteCount: data.count, dictionary, after: failure) { range in
      let start = data.startIndex + range.lowerBound
      return [UInt8](data[start..<start + range.count])
    }
  }

  /// Decodes any archive.
  ///
  /// - Parameter failure: Why the archive was not decoded as a small one.
  func decodeLarge<Value: Decodable>(
    _ type: Value.Type, _ bytes: [UInt8], _ dictionary: ShapeDictionary? = nil,
    after failure: NotDirect
  ) throws -> Value {
    if !failure.isRead {
      do {
        return try unsafe bytes.withUnsafeBytes { try unsafe decodeBlocks(type, $0) }
      } catch is NotDirect {}
    }
    return try decodeLarge(type, byteCount: bytes.count, dictionary, after: failure) { range in
      range.count == bytes.count ? bytes : Array(bytes[range])
    }
  }

  /// Decodes any archive, whose bytes are handed out by range.
  func decodeLarge<Value: Decodable>(
    _ type: Value.Type, byteCount: Int, _ dictionary: ShapeDictionary?, after failure: NotDirect,
    _ bytes: (Range<Int>) -> [UInt8]
  ) throws -> Value {
    readAgain()
    let limits = limits.forInput(byteCount: byteCount)
    var opener = ArchiveOpener(
      [], limits: limits, keepsAllScopes: false, dictionary: dictionary,
      verifiesChecksums: verifiesChecksums)
    defer {
      if limits.outer != nil {
        sharedBudget?.take(byteCount: opener.inflatedByteCount, visitCount: 0)
      }
    }
    let archive = try opener.open(byteCount: byteCount, bytes)
    let rest = limits.after(byteCount: opener.inflatedByteCount)
    guard let scope = archive.scopes.last else {
      throw ArchiveError(.malformed, "the archive has no scope", byteOffset: 0)
    }
    if !failure.isRead {
      do {
        let (value, rootCount, _) = try decodeFromBytes(type, scope, rest)
        try archive.check(rootCount: rootCount, byteCount: byteCount)
        return value
      } catch is NotDirect { readAgain() }
    }
    return try decodeThroughCells(type, scope, rest) { rootCount in
      try archive.check(rootCount: rootCount, byteCount: byteCount)
    }.value
  }

  /// Decodes a value inside of a scope.
  ///
  /// - Parameters:
  ///   - limits: What that may cost.
  ///   - path: The way to the value from the archive's beginning.
  ///   - held: Holds the engine for further values of the scope; nil if there are none.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ value: CheckedValue, _ map: OffsetMap, _ limits: ArchiveLimits,
    at path: ArchivePath, _ held: HeldEngine? = nil
  ) throws -> Value {
    do {
      return try decodeFromBytes(type, value, map, limits, at: path, held)
    } catch is NotDirect { readAgain() }
    let document: ArchivedDocument
    do throws(ArchiveError) {
      document = try value.document(limits)
    } catch {
      throw map.located(error)
    }
    return try decodeUnnamedRoot(
      type, document, map, limits.after(byteCount: document.byteCount), at: path
    ).value
  }

  private func decodeFromBytes<Value: Decodable>(
    _ type: Value.Type, _ value: CheckedValue, _ map: OffsetMap, _ limits: ArchiveLimits,
    at path: ArchivePath, _ held: HeldEngine?
  ) throws -> Value {
    if !settings.values.allowedTypes.isEmpty { _ = try allowedTypes.resolved() }
    let place = CheckedPlace(kind: value.kind, path: path, isOneOfMany: held != nil)
    let engine =
      held?.take() ?? DirectPool.take(usesGeneratedCode: settings.values.usesGeneratedCode)
    defer {
      engine.end()
      if held?.put(engine) != true { DirectPool.put(engine) }
    }
    return try unsafe value.content.withUnsafeBytes { content in
      try engine.decode(
        type,
        unsafe DirectContent(
          bytes: RawBytes(UnsafeRawBufferPointer(rebasing: content[..<value.range.upperBound])),
          start: value.range.lowerBound, hasRootList: false,
          definitions: ScopeDefinitions(value.definitions, limits: limits, value: place),
          map: map, copy: value.content), settings)
    }
  }

  /// The unnamed root of a scope of a stream, with the count of its roots and the visits that decoding it took.
  ///
  /// - Parameter limits: What that may cost.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ scope: OpenedScope, _ limits: ArchiveLimits
  ) throws -> (value: Value, rootCount: Int, visitCount: Int) {
    let budget = sharedBudget?.rest
    do {
      return try decodeFromBytes(type, scope, limits)
    } catch is NotDirect {
      if let budget { sharedBudget?.restore(budget) }
    }
    var rootCount = 0
    let (value, visitCount) = try decodeThroughCells(type, scope, limits) { rootCount = $0 }
    return (value, rootCount, visitCount)
  }

  private func decodeThroughCells<Value: Decodable>(
    _ type: Value.Type, _ scope: OpenedScope, _ limits: ArchiveLimits,
    _ check: (_ rootCount: Int) throws -> Void
  ) throws -> (value: Value, visitCount: Int) {
    var readCount = 0
    defer {
      if limits.outer != nil {
        sharedBudget?.take(
          byteCount: readCount * MemoryLayout<ArchiveCell>.stride, visitCount: readCount)
      }
    }
    let document = try scope.scan(limits, counting: &readCount)
    try check(document.roots.count)
    return try decodeUnnamedRoot(
      type, document, scope.map, limits.after(byteCount: document.byteCount))
  }

  /// The unnamed root of a document that was verified, and the visits that decoding it took.
  ///
  /// - Parameter limits: What that may cost.
  func decodeUnnamedRoot<Value: Decodable>(
    _ type: Value.Type, _ document: ArchivedDocument, _ map: OffsetMap, _ limits: ArchiveLimits,
    at rootPath: ArchivePath = ArchivePath()
  ) throws -> (value: Value, visitCount: Int) {
    guard let root = document.roots.first(where: { $0.name.isEmpty }) else {
      throw ArchiveError(.keyNotFound, "the archive has no unnamed root", byteOffset: 0)
    }
    let ledger = DecodingLedger(
      ScopeTables(map: map), allowList: try allowedTypes.resolved(), settings: settings.values,
      limits: limits)
    ledger.rootPath = rootPath
    if case .root(let name)? = rootPath.steps.first { ledger.rootName = name }
    let value = try DecodingSession(document, ledger, basePath: rootPath.codingPath)
      .decodeRoot(type, cell: root.cell)
    return (value, ledger.visitCount)
  }
}

extension OpenedArchive {
  /// Compares the roots that are there with what the end mark counts.
  func check(rootCount: Int, byteCount: Int) throws(ArchiveError) {
    guard let endMark, endMark.scopeCount == 1, endMark.rootCount != rootCount else { return }
    throw ArchiveError(
      .malformed, "the end mark counts \(endMark.rootCount) roots, not \(rootCount)",
      byteOffset: byteCount - ArchiveFraming.endMarkByteCount + 24)
  }
}
