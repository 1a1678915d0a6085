internal import ArchiveFormat

/// Bodies of objects that are no records of their class: arrays, maps, leaves, other objects (``BodyLabels``).
extension DirectEncoder {
  /// The numbers of rows for a kind that the content gets: none for a kind that names no row.
  func rowNumbers(for kind: KindID, _ kinds: KindTable) -> [Int] {
    if unsafe variables.pointee.labels.isEmpty { return [] }
    var namesRow = false
    kinds.forEachNode(of: kind) { if $0.code == .typed { namesRow = true } }
    return namesRow ? labels.nameRows() : []
  }

  /// True if the content has the right numbers of rows, if any.
  @inline(__always)
  var areLabelsRight: Bool { unsafe !variables.pointee.labels.areNamed || hasRightRows() }

  /// Notes that the body of an object that ended is no record of its class.
  ///
  /// - Parameter hasDeviations: True if something inside of the body is not of the kind of its place.
  func label(
    _ body: UnsafeMutablePointer<EncodingSlot>, _ type: UnsafeRawPointer, hasDeviations: Bool
  ) throws {
    let kind = unsafe body.pointee.resolvedKind
    guard unsafe body.pointee.call == state.pointee.call, kind != KindCode.null,
      kind != KindCode.any, unsafe body.pointee.kind != KindCode.record
    else { throw unsafe state.pointee.deviate() }
    // The kind of the object may be deeper than that of its place, and then be another one.
    if hasDeviations, unsafe !isShallow(body, room: Int(KindTable.maximumDepth) - 1) {
      throw unsafe state.pointee.deviate()
    }
    let number = unsafe labelNumber(of: unsafeBitCast(type, to: Any.Type.self), at: body)
    // An object of another class may have been inside of this one, and have determined the place.
    guard unsafe body.pointee.labelCall != state.pointee.call || body.pointee.labelNumber == number
    else { throw unsafe state.pointee.deviate() }
    unsafe body.pointee.labelNumber = Int32(truncatingIfNeeded: number)
    unsafe body.pointee.labelCall = unsafe state.pointee.call
    if unsafe variables.pointee.labels.isEmpty { try beginLabels() }
    labels.add(number)
  }

  /// The number of a class among the encoder's types, which is mostly that of the last body at a place.
  private func labelNumber(
    of type: any Any.Type, at body: UnsafeMutablePointer<EncodingSlot>
  ) -> Int {
    let last = unsafe Int(body.pointee.labelNumber)
    return last >= 0 && types[last] == type ? last : typeIndex(type)
  }

  /// True for the place of bodies with labels if a part of their kind is undetermined. Elements behind one of another class do not determine that:
  /// they are not part of the kind of their row.
  func isOpenLabel(_ body: UnsafeMutablePointer<EncodingSlot>) -> Bool {
    unsafe body.pointee.isLabelled && isOpen(body, depth: Int(KindTable.maximumDepth))
  }

  private func isOpen(_ place: UnsafeMutablePointer<EncodingSlot>?, depth: Int) -> Bool {
    guard let place = unsafe place, depth > 0 else { return true }
    guard unsafe place.pointee.call == state.pointee.call else { return true }
    switch unsafe place.pointee.kind {
    case unsafe EncodingSlot.delegated, KindCode.array, KindCode.set, KindCode.nullable,
      KindCode.object:
      return unsafe isOpen(place.pointee.inner, depth: depth - 1)
    case KindCode.map:
      return unsafe isOpen(place.pointee.keys, depth: depth - 1)
        || isOpen(place.pointee.inner, depth: depth - 1)
    default: return false
    }
  }

  /// True if all kinds of values that have stood at a place have at most so many codes, one inside the other.
  private func isShallow(_ place: UnsafeMutablePointer<EncodingSlot>?, room: Int) -> Bool {
    guard let place = unsafe place else { return true }
    let inside = unsafe room - (place.pointee.isBody ? 2 : 1)
    guard inside >= 0 else { return false }
    // Elements, values, and one of several types are mostly the inner place, too, which is looked at once.
    let inner = unsafe place.pointee.inner
    let isOther =
      unsafe inner != place.pointee.elements && inner != place.pointee.values
      && inner?.pointee.isVariant != true
    guard unsafe !isOther || isShallow(inner, room: inside),
      unsafe isShallow(place.pointee.keys, room: inside),
      unsafe isShallow(place.pointee.elements, room: inside),
      unsafe isShallow(place.pointee.values, room: inside),
      // Other classes stand in its stead.
      unsafe isShallow(place.pointee.otherBodies, room: room)
    else { return false }
    var variant = unsafe place.pointee.variants
    while let next = unsafe variant {
      if unsafe !isShallow(next, room: inside) { return false }
      unsafe variant = unsafe next.pointee.nextVariant
    }
    return true
  }

  /// A body with a label is at most four levels for a reader, others are two. Levels were looked at up to eight ago.
  private func beginLabels() throws {
    unsafe state.pointee.depthLimit /= 2
    guard unsafe state.pointee.deepest < state.pointee.depthLimit - 8 else {
      throw unsafe state.pointee.deviate()
    }
  }

  /// True if no container inside of the innermost object is a row whose kind its place tells at the end.
  private func areSettled(_ containers: [BlockSnapshot.Container]) -> Bool {
    guard let last = unsafe variables.pointee.objects.open.last else { return true }
    var isInside = false
    for index in unsafe containers.indices {
      switch unsafe containers[index] {
      case .object(let number): if unsafe number == last.number { isInside = true }
      case .elements: if isInside { return false }
      case .record: if isInside { return true }
      default: break
      }
    }
    return true
  }

  /// Completes the tag of a body with a label, for which bytes were left free.
  ///
  /// - Parameters:
  ///   - start: Where these begin.
  ///   - tag: The tag that was begun there; nil for a byte that was put for a record.
  ///   - ordinal: The number of rows that were begun before the body.
  func putLabel(
    of body: UnsafeMutablePointer<EncodingSlot>, at start: Int, _ tag: OpenTag?, _ ordinal: Int
  ) throws {
    if unsafe state.pointee.lastCut > start {
      unsafe try settleBlocks(
        from: start, after: ordinal - 1, recordDepth: recordDepth(of: state.pointee.top)
      ) { unsafe areSettled($0) }
    }
    var (sink, kinds) = (ByteSink(), KindTable())
    guard let kind = unsafe kind(body, &kinds, room: KindTable.maximumDepth - 1) else {
      throw unsafe state.pointee.deviate()
    }
    sink.kind(kind, kinds, typeNumbers: rowNumbers(for: kind, kinds))
    let room = tag?.room ?? 1
    unsafe body.pointee.tagByteCount = UInt8(truncatingIfNeeded: sink.count)
    if let tag, sink.count != room { unsafe noteTag(tag, at: start, sink.count) }
    unsafe replace(start..<start + room, with: sink.bytes)
  }
}
