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
    if Scratch.fits(type) {
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

  /// Decodes a scope from its bytes.
  private func decode<Value: Decodable>(
    _ type: Value.Type, _ scope: OpenedScope, _ check: () throws -> Void
  ) throws -> Value {
    guard !settings.needsCells else { throw NotDirect() }
    let value = try unsafe scope.content.withUnsafeBytes { content in
      try decodeDirectly(
        type,
        unsafe DirectContent(
          bytes: RawBytes(content), start: scope.start, hasRootList: scope.hasRootList,
          definitions: ScopeDefinitions(scope.definitions, scope.outline), map: scope.map,
          copy: scope.content))
    }
    try check()
    return value
  }

  /// Decodes any archive.
  func decodeLarge<Value: Decodable>(
    _ type: Value.Type, _ data: Data, _ dictionary: ShapeDictionary? = nil
  ) throws -> Value {
    do {
      return try unsafe data.withUnsafeBytes { try unsafe decodeBlocks(type, $0) }
    } catch is NotDirect {}
    return try decodeLarge(type, byteCount: data.count, dictionary) { range in
      let start = data.startIndex + range.lowerBound
      return [UInt8](data[start..<start + range.count])
    }
  }

  /// Decodes any archive.
  func decodeLarge<Value: Decodable>(
    _ type: Value.Type, _ bytes: [UInt8], _ dictionary: ShapeDictionary? = nil
  ) throws -> Value {
    do {
      return try unsafe bytes.withUnsafeBytes { try unsafe decodeBlocks(type, $0) }
    } catch is NotDirect {}
    return try decodeLarge(type, byteCount: bytes.count, dictionary) { range in
      range.count == bytes.count ? bytes : Array(bytes[range])
    }
  }

  /// Decodes any archive, whose bytes are handed out by range.
  func decodeLarge<Value: Decodable>(
    _ type: Value.Type, byteCount: Int, _ dictionary: ShapeDictionary? = nil,
    _ bytes: (Range<Int>) -> [UInt8]
  ) throws -> Value {
    var opener = ArchiveOpener(
      [], limits: limits, keepsAllScopes: false, dictionary: dictionary,
      verifiesChecksums: verifiesChecksums)
    let archive = try opener.open(byteCount: byteCount, bytes)
    guard let scope = archive.scopes.last else {
      throw ArchiveError(.malformed, "the archive has no scope", byteOffset: 0)
    }
    do {
      return try decode(type, scope) {
        try archive.check(rootCount: 1, byteCount: byteCount)
      }
    } catch is NotDirect {}
    return try decodeThroughCells(type, scope) { rootCount in
      try archive.check(rootCount: rootCount, byteCount: byteCount)
    }
  }

  /// The unnamed root of a scope of a stream, with the count of its roots.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ scope: OpenedScope
  ) throws -> (value: Value, rootCount: Int) {
    do {
      return (try decode(type, scope) {}, 1)
    } catch is NotDirect {}
    var rootCount = 0
    let value = try decodeThroughCells(type, scope) { rootCount = $0 }
    return (value, rootCount)
  }

  private func decodeThroughCells<Value: Decodable>(
    _ type: Value.Type, _ scope: OpenedScope, _ check: (_ rootCount: Int) throws -> Void
  ) throws -> Value {
    let document = try scope.scan(limits)
    try check(document.roots.count)
    return try decodeUnnamedRoot(type, document, scope.map)
  }

  /// The unnamed root of a document that was verified.
  func decodeUnnamedRoot<Value: Decodable>(
    _ type: Value.Type, _ document: ArchivedDocument, _ map: OffsetMap,
    at rootPath: ArchivePath = ArchivePath()
  ) throws -> Value {
    guard let root = document.roots.first(where: { $0.name.isEmpty }) else {
      throw ArchiveError(.keyNotFound, "the archive has no unnamed root", byteOffset: 0)
    }
    let ledger = DecodingLedger(
      ScopeTables(map: map), allowList: try allowedTypes.resolved(), settings: settings.values)
    ledger.rootPath = rootPath
    if case .root(let name)? = rootPath.steps.first { ledger.rootName = name }
    return try DecodingSession(document, ledger, basePath: rootPath.codingPath)
      .decodeRoot(type, cell: root.cell)
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
