internal import ArchiveCompression
internal import ArchiveFormat

/// The content of an archive: what stands between its framing.
struct DirectContent {
  /// The bytes up to the end of the content.
  var bytes: RawBytes
  /// Where the definitions begin, or the value if they are known.
  var start: Int
  var hasRootList: Bool
  /// Known definitions: those of another part.
  var definitions: ScopeDefinitions?
  /// Where the definitions are kept, if they stand in no archive.
  var home: DefinitionHome?
  var map: OffsetMap?
  /// The same bytes as an array, if they are at hand.
  var copy: [UInt8]?
}

/// Definitions that were read before their content is. Apart, so that contents without them are small.
final class ScopeDefinitions {
  let definitions: ArchiveDefinitions
  /// What is known of them, if it is at hand.
  let outline: DefinitionOutline?
  /// The limits of the call, for the size of the whole archive.
  let limits: ArchiveLimits
  /// The value that is decoded, if all of it was checked; nil if it is the unnamed root.
  let value: CheckedPlace?

  init(
    _ definitions: ArchiveDefinitions, _ outline: DefinitionOutline? = nil, limits: ArchiveLimits,
    value: CheckedPlace? = nil
  ) {
    (self.definitions, self.outline, self.limits) = (definitions, outline, limits)
    self.value = value
  }
}

/// A value inside of a scope, whose bytes were checked up to the end of the content.
struct CheckedPlace {
  let kind: KindID
  /// The way to it from the archive's beginning.
  let path: ArchivePath
  /// True if the engine is kept for further values of the scope, with what it learned of the definitions.
  var isOneOfMany = false
}

/// The first rows of a dictionary.
struct DefinitionHome {
  let dictionary: ShapeDictionary
  let rowCount: Int

  func isIdentical(to other: DefinitionHome) -> Bool {
    rowCount == other.rowCount && dictionary.isIdentical(to: other.dictionary)
  }
}

/// An archive, or what is asked for, is none that is read from bytes.
struct NotDirect: Error {
  /// True if the content was read, as far as it could be: a second time would come to the same.
  var isRead = false
}

extension DirectEngine {
  /// Decodes the unnamed root.
  ///
  /// - Throws: ``NotDirect`` if this has to be done through cells: before any user code ran, but for what
  ///   ``leaveToCells()`` is called for, where values are made anew, and for parts of archives that refer to what stands outside.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ content: DirectContent, _ settings: DecodingSettings
  ) throws -> Value {
    guard begin(content, settings),
      case let rootOffset = offset(of: state.pointee.cursor.mark) + (content.hasRootList ? 1 : 0),
      let slot = content.definitions?.value.map(begin) ?? beginRoot(content.hasRootList)
    else { throw NotDirect(isRead: true) }
    defer {
      madeLedger?.endGraph()
      isCallOver = true
      countReading()
    }
    rootPlace = (rootOffset, state.pointee.cursor.mark)
    state.prepare(type, slot)
    guard slot.pointee.strategy != .cells, slot.pointee.strategy != .leaf else {
      throw mismatch(type, slot, content.hasRootList) ?? NotDirect(isRead: true)
    }
    do {
      if slot.pointee.strategy == .collection
        || slot.pointee.strategy == .generated && slot.pointee.collection != nil
      {
        state.pointee.visitCount &-= 1
      }
      let value = try state.value(type, slot)
      if isLeftToCells { throw NotDirect(isRead: true) }
      if isRefusedAtEnd { throw schema.hasEdges ? damage() ?? refusal() : refusal() }
      if schema.hasClasses, state.isOverdrawn, let damage = damage() { throw damage }
      if !isAtEnd(content.hasRootList) || state.pointee.objects.awaitedCount > 0 {
        // Other roots follow, or objects that only edges name. All is read, and damage is found.
        guard place == nil else { throw NotDirect(isRead: true) }
        rootCount = try document().roots.count
      }
      if let madeLedger {
        try madeLedger.completeGraph()
        madeLedger.scope.linkViews()
        if isLeftToCells { throw NotDirect(isRead: true) }
        if isRefusedAtEnd { throw refusal() }
      }
      if schema.hookNumber != 0 {
        try settings.values.hooks.validate(value, madeLedger?.instances ?? [])
      }
      if let failureInside { throw failureInside }
      if usesGeneratedCode, slot.pointee.attempts.isFresh { noteRoot(at: rootOffset, slot) }
      madeLedger?.handOutGraph()
      return value
    } catch {
      if isLeftToCells { throw NotDirect(isRead: true) }
      // No user code ran for a leaf alone: cells check what stands behind it first.
      if slot.pointee.strategy == .tagged { throw NotDirect(isRead: true) }
      // An archive with objects is checked whole before the error of a value counts. So is one whose root is a leaf, and one with bytes behind a root that was checked.
      if place == nil,
        schema.hasClasses || slot.pointee.code == KindCode.any || hasMore(content.hasRootList),
        let damage = damage()
      {
        throw damage
      }
      if isRefusedAtEnd { throw refusal() }
      throw ArchiveError.outermost(error)
    }
  }

  /// What is wrong with asking for the root as a type that it is none of, in an archive that holds; nil if that is found out
  /// with cells.
  private func mismatch<Value>(
    _ type: Value.Type, _ slot: Ref<FieldSlot>, _ hasRootList: Bool
  ) -> (any Error)? {
    guard let found = try? state.mismatch(type, slot, basePath), let end = checkedEnd
    else {
      return nil
    }
    state.pointee.cursor.mark = end
    return isAtEnd(hasRootList) ? ArchiveError.outermost(found) : nil
  }

  /// The slot of a value that was checked, with the cursor at its payload; nil if it is read through cells.
  private func begin(_ value: CheckedPlace) -> Ref<FieldSlot>? {
    place = value.path
    beginPath(LazyPath(outer: value.path.codingPath))
    checkedEnd = RawCursor(content, from: content.count).mark
    state.pointee.valueCount = .max
    state.pointee.zeroWidthCount = .max
    return value.kind == KindID(.any) ? beginRoot(false) : schema.root(value.kind)
  }

  /// The slot of the root, with the cursor at its payload; nil if it is read through cells.
  func beginRoot(_ hasRootList: Bool) -> Ref<FieldSlot>? {
    if hasRootList {
      // One unnamed root: its name's head comes first.
      guard state.pointee.cursor.fixed(UInt8.self) == 0x03 else { return nil }
    }
    guard let tag = state.pointee.cursor.nextByte else { return nil }
    if tag >= ArchiveKind.shortRecordTag {
      _ = state.pointee.cursor.skip(1)
      return rootRecord(UInt64(tag - ArchiveKind.shortRecordTag))
    }
    switch ArchiveKind(rawValue: tag) {
    case .record:
      _ = state.pointee.cursor.skip(1)
      guard let shape = state.pointee.cursor.varint(), shape >= ArchiveKind.shortFormLimit else {
        return nil
      }
      return rootRecord(shape)
    case .array, .set, .map, .object:
      return runSlot()
    default:
      // The tag of a leaf tells its kind, as in any place of values of any kind.
      return KindCode.isLabel(tag) ? nil : schema.root(KindID(.any))
    }
  }

  /// The slot of values whose kind stands at the cursor, which goes past it; nil if it is no kind.
  func runSlot() -> Ref<FieldSlot>? {
    if let known = schema.runSlot(&state.pointee.cursor) { return known }
    guard let head = state.pointee.cursor.prefix(64), let found = schema.runKind(head) else {
      return nil
    }
    _ = state.pointee.cursor.skip(found.byteCount)
    let slot = schema.root(found.kind)
    schema.keep(slot, asRunOf: head.prefix(found.byteCount))
    return slot
  }

  private func rootRecord(_ shape: UInt64) -> Ref<FieldSlot>? {
    guard shape < UInt64(schema.shapeCount) else { return nil }
    return schema.root(ofShape: Int(truncatingIfNeeded: shape))
  }

  /// True if something follows a root that was checked.
  private func hasMore(_ hasRootList: Bool) -> Bool {
    guard let checkedEnd else { return false }
    state.pointee.cursor.mark = checkedEnd
    return !isAtEnd(hasRootList)
  }

  /// Whether nothing but the end of the root list follows the root.
  private func isAtEnd(_ hasRootList: Bool) -> Bool {
    if hasRootList {
      guard state.pointee.cursor.fixed(UInt8.self) == 0x01 else { return false }
    }
    return state.pointee.cursor.remaining == 0
  }
}

extension RawCursor {
  /// At most `count` of the next bytes, which stay.
  fileprivate func prefix(_ count: Int) -> [UInt8]? {
    var cursor = self
    return cursor.block(min(count, remaining))?.copy
  }
}
