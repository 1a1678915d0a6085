internal import ArchiveFormat

/// Passes over values as those are passed over that user code does not ask for.
struct DirectPasser: ValuePasser {
  let settings: DecodingSettings
  /// The limits of the call, for the size of its input.
  let limits: ArchiveLimits

  func end(
    of kind: KindID, at start: Int, in content: [UInt8], _ definitions: ArchiveDefinitions,
    depth: Int, _ counts: inout PassedCounts
  ) -> Int? {
    let engine = DirectPool.take(usesGeneratedCode: false)
    defer {
      engine.end()
      DirectPool.put(engine)
    }
    return unsafe content.withUnsafeBytes { bytes in
      unsafe engine.end(
        of: kind,
        DirectContent(
          bytes: RawBytes(bytes), start: start, hasRootList: false,
          definitions: ScopeDefinitions(definitions, limits: limits), copy: content),
        settings, depth: depth, &counts)
    }
  }
}

extension DirectEngine {
  fileprivate func end(
    of kind: KindID, _ content: DirectContent, _ settings: DecodingSettings, depth: Int,
    _ counts: inout PassedCounts
  ) -> Int? {
    guard begin(content, settings), !schema.hasClasses,
      let end = state.end(of: kind, at: content.start, depth: depth, &counts)
    else { return nil }
    return offset(of: end)
  }
}

extension Ref<DirectState> {
  /// The end of a value without objects that begins at an offset of the content; nil if the skipper does not foresee it. Leaves the cursor anywhere.
  func end(
    of kind: KindID, at start: Int, depth: Int, _ counts: inout PassedCounts
  ) -> RawCursor.Mark? {
    pointee.cursor = RawCursor(pointee.engine.content, from: start)
    pointee.depth = depth
    // The value itself is none of those inside of it.
    pointee.valueCount = counts.values - 1
    pointee.zeroWidthCount = counts.zeroWidthValues
    let mentionedCount = pointee.objects.places.count
    guard DirectSkipper(self).skip(kind), pointee.valueCount >= 0, pointee.zeroWidthCount >= 0,
      pointee.objects.places.count == mentionedCount
    else { return nil }
    counts = PassedCounts(
      values: pointee.valueCount, zeroWidthValues: pointee.zeroWidthCount)
    return pointee.cursor.mark
  }
}
