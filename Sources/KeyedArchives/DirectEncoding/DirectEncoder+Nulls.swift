internal import ArchiveFormat

/// Values of one kind and nulls among the elements of an ``ElementRow`` (Spec, section 7): bits say which are null.
///
/// Leaves have tags until the row ends, and lose them then: that holds for rows that cannot start again, too. Containers are written behind
/// the bits (``RowLayout/nullable``).
extension DirectEncoder {
  /// Settles a row with bits that say which elements are null, or a row at a place whose rows have them.
  func settleBits(
    _ row: UnsafeMutablePointer<ElementRow>, _ hasNeedlessTags: Bool
  ) throws -> Bool {
    let place = unsafe row.pointee.place
    let isNullable = unsafe place.pointee.kind == KindCode.nullable
    if unsafe place.pointee.kind == KindCode.any, unsafe row.pointee.count < ElementRow.startCount {
      throw unsafe state.pointee.deviate()
    }
    let isRegular = unsafe try isNullable && row.pointee.layout.hasBits && adoptBits(row)
    if unsafe isRegular && row.pointee.hasNull { return true }
    noteDeviation()
    // The record that ends first decides: one that stands inside another of its type may end before it.
    guard !isInsideItsOwnKind else { throw unsafe state.pointee.deviate() }
    if isRegular { return true }
    if unsafe hasNeedlessTags || !row.pointee.layout.hasBits && takesNullBits(row) {
      return unsafe try settleNulls(row)
    }
    guard unsafe !hasOnlyNulls(place) else { throw unsafe state.pointee.deviate() }
    if isNullable, unsafe row.pointee.kind == EncodingSlot.delegated {
      let comparison = unsafe comparison(row)
      // A few elements would be written as the kind of the place says, and many could refine that.
      guard unsafe row.pointee.isApart,
        unsafe comparison == nil
          || row.pointee.count >= ElementRow.startCount && comparison?.isRefined == false
      else { throw unsafe state.pointee.deviate() }
    }
    return false
  }

  /// True if the values of a row with bits are of the kind of its place, whose rows have bits.
  private func adoptBits(_ row: UnsafeMutablePointer<ElementRow>) throws -> Bool {
    let place = unsafe row.pointee.place
    if unsafe KindCode.isValueOfLeaf(row.pointee.kind) {
      return unsafe adopt(row.pointee.kind, at: place)
    }
    if unsafe hasOnlyNulls(place) {
      unsafe place.pointee.inner = unsafe row.pointee.slot
      return true
    }
    guard let comparison = unsafe comparison(row), !comparison.differs else { return false }
    unsafe try adopt(comparison, row)
    return true
  }

  /// Settles a row of leaves of one kind of which some are null, or a row of such leaves at a place whose rows have bits.
  ///
  /// - Returns: Whether the elements are written as those of the rows before at the place.
  func settleNulls(_ row: UnsafeMutablePointer<ElementRow>) throws -> Bool {
    let place = unsafe row.pointee.place
    let values = unsafe try leaves(of: row)
    let kind = values.kind
    unsafe state.pointee.position = unsafe state.pointee.base + row.pointee.body
    // Many elements at a place whose elements have tags need neither tags nor bits, if none of them is null.
    if unsafe row.pointee.kind == KindCode.any, !values.hasNull {
      put(values.payloads[...])
      unsafe row.pointee.kind = kind
      return false
    }
    put(values.bits[...])
    put(values.payloads[...])
    unsafe row.pointee.kind = KindCode.nullable
    unsafe row.pointee.nullableKind = kind
    if unsafe place.pointee.call != state.pointee.call {
      let inner = unsafe try placeOfValues(row)
      unsafe place.pointee.call = unsafe state.pointee.call
      unsafe place.pointee.kind = KindCode.nullable
      unsafe place.pointee.inner = unsafe inner
      unsafe place.pointee.plan = nil
      unsafe refine(inner, to: kind)
      return true
    }
    return unsafe adopt(kind, at: place)
  }

  /// True if leaves of a kind are of the kind of a place whose rows have bits, which is that of the first of them.
  private func adopt(_ kind: UInt8, at place: UnsafeMutablePointer<EncodingSlot>) -> Bool {
    guard unsafe place.pointee.kind == KindCode.nullable, let inner = unsafe place.pointee.inner
    else { return false }
    let known = unsafe nullableKind(of: place)
    if kind == KindCode.undetermined || known == kind { return true }
    guard known == KindCode.undetermined else { return false }
    unsafe refine(inner, to: kind)
    return true
  }

  /// True if a row of leaves, of which none is null, has bits as the rows before at its place have.
  func takesNullBits(_ row: UnsafeMutablePointer<ElementRow>) -> Bool {
    let place = unsafe row.pointee.place
    guard unsafe place.pointee.kind == KindCode.nullable,
      unsafe KindCode.isValueOfLeaf(row.pointee.kind)
    else { return false }
    let known = unsafe nullableKind(of: place)
    return unsafe known == KindCode.undetermined || known == row.pointee.kind
  }

  /// The kind of the values of rows with bits; *undetermined* if all were null.
  func nullableKind(of place: UnsafeMutablePointer<EncodingSlot>) -> UInt8 {
    guard let values = unsafe place.pointee.inner,
      unsafe values.pointee.call == state.pointee.call
    else { return KindCode.undetermined }
    return unsafe values.pointee.resolvedKind
  }

  /// True if nothing but nulls has said what the rows at a place are.
  func hasOnlyNulls(_ place: UnsafeMutablePointer<EncodingSlot>) -> Bool {
    unsafe place.pointee.call == state.pointee.call && place.pointee.kind == KindCode.nullable
      && nullableKind(of: place) == KindCode.undetermined
  }

  /// Gives the place that says what the values of rows with bits are the kind of a leaf, or takes its kind away.
  func refine(_ values: UnsafeMutablePointer<EncodingSlot>, to kind: UInt8) {
    unsafe values.pointee.kind = kind
    unsafe values.pointee.call =
      unsafe kind == KindCode.undetermined ? 0 : state.pointee.call
  }

  /// The place that says what the values of a row with bits are, and at which none is encoded.
  func placeOfValues(
    _ row: UnsafeMutablePointer<ElementRow>
  ) throws -> UnsafeMutablePointer<EncodingSlot> {
    // No element has that type.
    guard let values = unsafe variant(UnsafeRawPointer(memory.end), at: row.pointee.place)
    else { throw unsafe state.pointee.deviate() }
    unsafe values.pointee.type = UnsafeRawPointer(memory.end)
    return unsafe values
  }

  // MARK: Bytes

  /// The elements of a row that were written, without tags.
  private func leaves(of row: UnsafeMutablePointer<ElementRow>) throws -> NullableLeaves {
    let state = unsafe state
    let (body, count) = unsafe (row.pointee.body, row.pointee.count)
    let hasTags = unsafe row.pointee.kind == KindCode.any
    let kind = unsafe hasTags ? row.pointee.firstKind : row.pointee.kind
    // No block begins in a row with nulls.
    guard unsafe state.pointee.lastCut <= body, unsafe row.pointee.lateNumber == nil,
      kind == KindCode.undetermined || KindCode.isValueOfLeaf(kind)
    else { throw unsafe state.pointee.deviate() }
    var values = NullableLeaves(kind: kind, count: count)
    if hasTags {
      unsafe try add(row, to: &values)
    } else {
      let end = unsafe state.pointee.count
      unsafe values.addAll(
        UnsafeRawBufferPointer(start: state.pointee.base + body, count: end - body), count: count)
    }
    return values
  }

  /// Takes the tags off the elements of a row. Leaves of two kinds are for the general way.
  private func add(
    _ row: UnsafeMutablePointer<ElementRow>, to values: inout NullableLeaves
  ) throws {
    let (kind, end) = unsafe (values.kind, state.pointee.count)
    var offset = unsafe row.pointee.body
    while unsafe offset < end {
      let start = unsafe state.pointee.base + offset
      let tag = unsafe start.load(as: UInt8.self)
      offset += 1
      if tag == KindCode.null {
        values.addNull()
      } else if kind == KindCode.bool, tag == KindCode.bool || tag == KindCode.true {
        values.add(tag == KindCode.true)
      } else if let first = Self.firstByte(of: kind, tag: tag) {
        let count = kind == KindCode.string ? Int(first >> 1) : 0
        unsafe values.add(first, UnsafeRawBufferPointer(start: start + 1, count: count))
        offset += count
      } else if tag == kind, let count = unsafe payloadByteCount(kind, at: start + 1) {
        unsafe values.add(UnsafeRawBufferPointer(start: start + 1, count: count))
        offset += count
      } else {
        throw unsafe state.pointee.deviate()
      }
    }
  }
}
