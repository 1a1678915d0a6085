internal import ArchiveFormat

/// Elements that may be null.
protocol DirectlyEncodableOptional {
  /// Writes elements in a row, at least one: null bits and the values that are there, or the values alone
  /// where none of the rows at the place has a null (Spec, section 7).
  static func encodeRow(
    _ elements: UnsafeRawPointer, _ count: Int, _ encoder: DirectEncoder,
    _ place: UnsafeMutablePointer<EncodingSlot>, _ role: BlockState.ElementRole
  ) throws

  /// Writes optionals of this type in a row. Null is null at each level, so that one row of null bits holds them all.
  static func encodeRowOfOptionals(
    _ elements: UnsafeRawPointer, _ count: Int, _ encoder: DirectEncoder,
    _ place: UnsafeMutablePointer<EncodingSlot>, _ role: BlockState.ElementRole
  ) throws
}

extension Optional: DirectlyEncodableOptional where Wrapped: Codable {
  static func encodeRow(
    _ elements: UnsafeRawPointer, _ count: Int, _ encoder: DirectEncoder,
    _ place: UnsafeMutablePointer<EncodingSlot>, _ role: BlockState.ElementRole
  ) throws {
    if let inner = Wrapped.self as? any DirectlyEncodableOptional.Type {
      return unsafe try inner.encodeRowOfOptionals(elements, count, encoder, place, role)
    }
    let row = unsafe UnsafeBufferPointer(
      start: elements.assumingMemoryBound(to: Wrapped?.self), count: count)
    let values = unsafe ContiguousArray(row.lazy.compactMap { $0 })
    let isNullable = unsafe try encoder.adopt(place, hasNull: values.count < count)
    let bits = unsafe encoder.state.pointee.count
    if isNullable {
      unsafe encoder.state.pointee.putZeros((count + 7) / 8)
      for index in 0..<count where unsafe row[index] != nil {
        unsafe encoder.state.pointee.setBit(index, from: bits)
      }
    }
    // No block begins where a row with nulls is open.
    let nextCut = unsafe encoder.state.pointee.nextCut
    if isNullable { unsafe encoder.state.pointee.nextCut = .max }
    try unsafe values.withUnsafeBufferPointer { values in
      guard let start = values.baseAddress, !values.isEmpty else { return }
      unsafe try encoder.encodeElements(
        start, values.count, place.pointee.inner.unsafelyUnwrapped, role,
        nullCount: count - values.count)
    }
    if isNullable { unsafe encoder.state.pointee.nextCut = nextCut }
  }

  static func encodeRowOfOptionals(
    _ elements: UnsafeRawPointer, _ count: Int, _ encoder: DirectEncoder,
    _ place: UnsafeMutablePointer<EncodingSlot>, _ role: BlockState.ElementRole
  ) throws {
    let row = unsafe UnsafeBufferPointer(
      start: elements.assumingMemoryBound(to: Wrapped??.self), count: count)
    let values = unsafe ContiguousArray(row.lazy.map { $0 ?? nil })
    _ = unsafe try encoder.adopt(place, hasNull: false)
    try unsafe values.withUnsafeBufferPointer { values in
      guard let start = values.baseAddress else { return }
      unsafe try encoder.encodeElements(start, count, place.pointee.inner.unsafelyUnwrapped, role)
    }
  }
}

extension DirectEncoder {
  /// Says whether the rows at a place may have nulls: as the first of this call does, or does not.
  fileprivate func adopt(
    _ place: UnsafeMutablePointer<EncodingSlot>, hasNull: Bool
  ) throws -> Bool {
    if unsafe place.pointee.call != state.pointee.call {
      unsafe place.pointee.call = unsafe state.pointee.call
      unsafe place.pointee.kind = unsafe hasNull ? KindCode.nullable : EncodingSlot.delegated
      return hasNull
    }
    let isNullable = unsafe place.pointee.kind == KindCode.nullable
    // The record that ends first decides: one that stands inside another of its type may end before it.
    guard isNullable == hasNull || isNullable && !isInsideItsOwnKind else {
      throw unsafe state.pointee.deviate()
    }
    if isNullable, !hasNull { noteDeviation() }
    return isNullable
  }
}
