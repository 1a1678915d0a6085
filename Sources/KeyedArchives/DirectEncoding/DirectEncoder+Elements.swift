internal import ArchiveFormat

/// The elements of an ``ElementRow``.
extension DirectEncoder {
  /// Says of which kind the leaf is that comes next; false if elements have tags. Then the tag was written, but for kinds whose tags tell
  /// of the value: Booleans, ints and strings.
  @inline(never)
  func beginLeaf(_ row: UnsafeMutablePointer<ElementRow>, _ kind: UInt8) throws -> Bool {
    unsafe adoptTags(row)
    if unsafe row.pointee.kind == KindCode.undetermined {
      unsafe row.pointee.kind = kind
      return true
    }
    if unsafe row.pointee.kind != KindCode.any {
      _ = unsafe try addTags(row, to: row.pointee.count - 1, before: kind)
    }
    unsafe note(kind, in: row)
    if !Self.isInTag(kind) { unsafe state.pointee.put(kind) }
    return false
  }

  /// True if the tags of a kind tell of the value.
  private static func isInTag(_ kind: UInt8) -> Bool {
    kind == KindCode.bool || kind == KindCode.int || kind == KindCode.string
  }

  /// Ends what stands inside of the last element of a row before the next.
  @inline(never)
  func endContainers(in row: UnsafeMutablePointer<ElementRow>) throws {
    let state = unsafe state
    guard unsafe state.pointee.pending == nil, unsafe !state.pointee.hasDeviated else {
      throw unsafe state.pointee.deviate()
    }
    while unsafe state.pointee.top > row.pointee.frame.records { try closeNested() }
    guard unsafe state.pointee.top == row.pointee.frame.records,
      unsafe state.pointee.elements == row.frame
    else { throw unsafe state.pointee.deviate() }
    unsafe try finishOpenElement(row)
  }

  /// Writes null, which is a tag. Where all other elements turn out to be leaves of one kind, bits take the place of the tags in the end.
  func encodeNil(in row: UnsafeMutablePointer<ElementRow>) throws {
    unsafe adoptTags(row)
    if unsafe row.pointee.kind != KindCode.any {
      _ = unsafe try addTags(row, to: row.pointee.count - 1, before: KindCode.null)
    }
    unsafe state.pointee.put(KindCode.null)
  }

  /// Encodes an element.
  func encode<Value: Encodable>(
    _ value: Value, in row: UnsafeMutablePointer<ElementRow>
  ) throws {
    let slot = unsafe try variant(unsafeBitCast(Value.self, to: UnsafeRawPointer.self), in: row)
    let start = unsafe state.pointee.count
    let tag = unsafe try begin(row, slot)
    let (serial, count) = unsafe (row.pointee.serial, row.pointee.count)
    unsafe try encode(value, at: slot)
    // A value that holds the container around it may have written there.
    guard unsafe row.pointee.serial == serial, unsafe row.pointee.count == count else {
      throw unsafe state.pointee.deviate()
    }
    unsafe try finish(row, slot, start, tag)
  }

  /// The place of the container that is the next element.
  func beginContainer(
    _ row: UnsafeMutablePointer<ElementRow>
  ) throws -> UnsafeMutablePointer<EncodingSlot> {
    let slot = unsafe try variant(nil, in: row)
    unsafe row.pointee.openSlot = unsafe slot
    unsafe row.pointee.openStart = unsafe state.pointee.count
    unsafe row.pointee.openTag = unsafe try begin(row, slot)
    return unsafe slot
  }

  /// Ends the element that a container wrote.
  @inline(__always)
  func finishOpenElement(_ row: UnsafeMutablePointer<ElementRow>) throws {
    guard let slot = unsafe row.pointee.openSlot else { return }
    unsafe row.pointee.openSlot = nil
    unsafe try finish(row, slot, row.pointee.openStart, row.pointee.openTag)
  }

  // MARK: Places

  /// The place in which the place of a row has its kind: its elements go on with that.
  func shared(
    _ row: UnsafeMutablePointer<ElementRow>
  ) -> UnsafeMutablePointer<EncodingSlot>? {
    let place = unsafe row.pointee.place
    guard unsafe place.pointee.call == state.pointee.call,
      unsafe place.pointee.kind == EncodingSlot.delegated
        || place.pointee.kind == KindCode.nullable
    else { return nil }
    return unsafe place.pointee.inner
  }

  /// The place for the next element: one for each type, and one for what containers write.
  private func variant(
    _ type: UnsafeRawPointer?, in row: UnsafeMutablePointer<ElementRow>
  ) throws -> UnsafeMutablePointer<EncodingSlot> {
    let place = unsafe row.pointee.place
    // Once records of any shape stand in a row, all others of the type do.
    if let slot = unsafe row.pointee.slot, unsafe slot.pointee.holdsAnyRecord,
      unsafe slot.pointee.type == type, unsafe row.pointee.kind == EncodingSlot.delegated
    {
      return unsafe slot
    }
    let shared = unsafe shared(row)
    if let shared = unsafe shared, unsafe shared.pointee.type == type,
      unsafe !shared.pointee.holdsAnyRecord,
      unsafe row.pointee.kind == KindCode.undetermined
        || row.pointee.kind == EncodingSlot.delegated && row.pointee.slot == shared,
      unsafe !(row.pointee.isApart && Self.isCollection(shared.pointee.resolvedKind))
    {
      unsafe row.pointee.isApart = false
      return unsafe shared
    }
    guard let slot = unsafe variant(type, at: place, otherThan: shared) else {
      throw unsafe state.pointee.deviate()
    }
    return unsafe slot
  }

  /// True for arrays, maps and sets.
  static func isCollection(_ kind: UInt8) -> Bool {
    kind == KindCode.array || kind == KindCode.map || kind == KindCode.set
  }

  /// A row at a place whose elements have tags gives its own tags.
  @inline(__always)
  private func adoptTags(_ row: UnsafeMutablePointer<ElementRow>) {
    let place = unsafe row.pointee.place
    if unsafe row.pointee.kind == KindCode.undetermined, unsafe row.pointee.layout == .plain,
      unsafe place.pointee.call == state.pointee.call, unsafe place.pointee.kind == KindCode.any
    {
      unsafe row.pointee.kind = KindCode.any
    }
  }

  /// Prepares a place for the next element.
  ///
  /// - Returns: Its tag, if it has one.
  private func begin(
    _ row: UnsafeMutablePointer<ElementRow>, _ slot: UnsafeMutablePointer<EncodingSlot>
  ) throws -> OpenTag? {
    unsafe adoptTags(row)
    if unsafe row.pointee.kind == KindCode.any {
      unsafe try forget(slot, in: row)
      return unsafe beginTag(at: slot)
    }
    let last =
      unsafe row.pointee.kind == KindCode.undetermined ? shared(row) : row.pointee.slot
    if unsafe slot != last {
      unsafe try forget(slot, in: row)
    } else if unsafe slot.pointee.isMixed || slot.pointee.type == nil {
      // Its kind is compared at its end.
      if unsafe row.pointee.kind == KindCode.undetermined {
        unsafe begin(row, withKindOf: slot)
      }
      unsafe slot.pointee.call = 0
      unsafe slot.pointee.settledCall = 0
    }
    return nil
  }

  private func begin(
    _ row: UnsafeMutablePointer<ElementRow>, withKindOf slot: UnsafeMutablePointer<EncodingSlot>
  ) {
    unsafe row.pointee.kind = EncodingSlot.delegated
    unsafe row.pointee.slot = unsafe slot
    unsafe row.pointee.ownKind = unsafe SlotKind(slot)
  }

  /// Makes a place one that says nothing of its kind.
  private func forget(
    _ slot: UnsafeMutablePointer<EncodingSlot>, in row: UnsafeMutablePointer<ElementRow>
  ) throws {
    // An element of an outer row may be in the middle of its inner places.
    if unsafe row.pointee.place.pointee.openRowCount > 1, unsafe slot.pointee.hasInnerPlaces {
      throw unsafe state.pointee.deviate()
    }
    unsafe forgetKind(slot)
  }

  /// A place that is undetermined has no inner place that is determined: this takes no longer than determining them did.
  func forgetKind(_ slot: UnsafeMutablePointer<EncodingSlot>?) {
    guard let slot = unsafe slot else { return }
    let isDetermined = unsafe slot.pointee.call == state.pointee.call
    unsafe slot.pointee.call = 0
    unsafe slot.pointee.settledCall = 0
    guard isDetermined else { return }
    unsafe slot.pointee.labelCall = 0
    if unsafe slot.pointee.isBody { unsafe forgetNamedBody(at: slot) }
    unsafe forgetKind(slot.pointee.inner)
    unsafe forgetKind(slot.pointee.keys)
    unsafe forgetKind(slot.pointee.elements)
    unsafe forgetKind(slot.pointee.values)
    unsafe forgetKind(slot.pointee.otherBodies)
    unsafe forgetKinds(of: slot.pointee.variants)
    unsafe forgetKinds(of: slot.pointee.ownRows)
  }

  private func forgetKinds(of variants: UnsafeMutablePointer<EncodingSlot>?) {
    var next = unsafe variants
    while let variant = unsafe next {
      unsafe forgetKind(variant)
      unsafe next = unsafe variant.pointee.nextVariant
    }
  }

  // MARK: The end of an element

  /// Compares the kind of an element with those before it, once it is written.
  private func finish(
    _ row: UnsafeMutablePointer<ElementRow>, _ slot: UnsafeMutablePointer<EncodingSlot>,
    _ start: Int, _ tag: OpenTag?
  ) throws {
    if unsafe row.pointee.kind == KindCode.any {
      return unsafe try putTag(row, slot, start, tag)
    }
    let kind = unsafe slot.pointee.resolvedKind
    let isFirst = unsafe row.pointee.kind == KindCode.undetermined
    if unsafe row.pointee.hasBits {
      if kind == KindCode.null {
        unsafe row.pointee.nullCount += 1
        return unsafe restore(slot, in: row)
      }
      unsafe state.pointee.setBit(row.pointee.count - 1, from: row.pointee.body)
    }
    if KindCode.isLeaf(kind), kind != KindCode.null {
      if unsafe isFirst || row.pointee.kind == kind {
        unsafe row.pointee.kind = kind
        if kind == KindCode.bool {
          let value = unsafe (state.pointee.base + start).load(as: UInt8.self) != 0
          unsafe state.pointee.position = unsafe state.pointee.base + start
          unsafe putBit(value, in: row)
        }
        return
      }
    } else if kind != KindCode.null {
      let own = unsafe SlotKind(slot)
      if isFirst {
        unsafe begin(row, withKindOf: slot)
        return
      }
      if unsafe row.pointee.kind == EncodingSlot.delegated, let run = unsafe row.pointee.ownKind {
        if unsafe run.isSame(as: own) { return }
        if unsafe Self.isRecord(run.kind) && Self.isRecord(own.kind) {
          return unsafe try addRecord(row, slot, run, own, start)
        }
      }
    }
    // The kind of the place was that of this one, which is another now.
    if unsafe slot == shared(row) {
      throw unsafe state.pointee.deviate()
    }
    if let layout = unsafe layout(row, before: kind) {
      if unsafe holdsRecords(slot) { unsafe state.pointee.recordRowCount += 1 }
      unsafe row.pointee.nextLayout = layout
      return
    }
    let moved = unsafe try addTags(row, to: row.pointee.count - 1, before: kind)
    unsafe try putTag(row, slot, moved, nil)
  }

  /// Makes a place say of what kind the elements of a row are after null was encoded there.
  private func restore(
    _ slot: UnsafeMutablePointer<EncodingSlot>, in row: UnsafeMutablePointer<ElementRow>
  ) {
    guard unsafe slot == row.pointee.slot, let own = unsafe row.pointee.ownKind else { return }
    unsafe slot.pointee.call = unsafe state.pointee.call
    if unsafe own.holder == slot {
      unsafe slot.pointee.kind = unsafe own.kind
    } else {
      unsafe slot.pointee.kind = EncodingSlot.delegated
      unsafe slot.pointee.inner = unsafe own.holder
    }
  }

  /// Writes a Boolean as the next bit of a row, behind the bits that say which elements are null.
  func putBit(_ value: Bool, in row: UnsafeMutablePointer<ElementRow>) {
    let index = unsafe row.pointee.count - 1 - row.pointee.nullCount
    if index & 7 == 0 { unsafe state.pointee.put(0 as UInt8) }
    if value {
      unsafe state.pointee.setBit(index, from: row.pointee.body + row.pointee.bitByteCount)
    }
  }
}

extension EncodingSlot {
  /// True if places inside of this one are known.
  var hasInnerPlaces: Bool {
    unsafe inner != nil || keys != nil || elements != nil || values != nil || variants != nil
      || fields != nil
  }
}
