internal import ArchiveFormat

/// Elements that may be null.
protocol DirectlyEncodableOptional {
  static var wrappedType: any Any.Type { get }

  /// Writes elements in a row, at least one: null bits and the values that are not null, or the values alone where neither this row nor the
  /// first of the call at the place has a null (Spec, section 7).
  ///
  /// - Parameter header: The offset of the header of the array, the set or the map; nil where the row may not have a kind of its own.
  static func encodeRow(
    _ elements: UnsafeRawPointer, _ count: Int, _ encoder: DirectEncoder,
    _ place: UnsafeMutablePointer<EncodingSlot>, _ role: BlockState.ElementRole, header: Int?
  ) throws

  /// Writes optionals of this type in a row. Null is null at each level, so that one row of null bits holds them all.
  static func encodeRowOfOptionals(
    _ elements: UnsafeRawPointer, _ count: Int, _ encoder: DirectEncoder,
    _ place: UnsafeMutablePointer<EncodingSlot>, _ role: BlockState.ElementRole, header: Int?
  ) throws
}

extension Optional: DirectlyEncodableOptional where Wrapped: Codable {
  static var wrappedType: any Any.Type { Wrapped.self }

  static func encodeRow(
    _ elements: UnsafeRawPointer, _ count: Int, _ encoder: DirectEncoder,
    _ place: UnsafeMutablePointer<EncodingSlot>, _ role: BlockState.ElementRole, header: Int?
  ) throws {
    let type = unsafe unsafeBitCast(Wrapped.self, to: UnsafeRawPointer.self)
    if let values = unsafe place.pointee.inner, unsafe values.pointee.type == type,
      let leaf = unsafe values.pointee.leaf
    {
      return unsafe try encoder.encodeRow(
        ofOptionals: elements, count, leaf, place, role, header: header)
    }
    if let inner = Wrapped.self as? any DirectlyEncodableOptional.Type {
      return unsafe try inner.encodeRowOfOptionals(
        elements, count, encoder, place, role, header: header)
    }
    let optionals = unsafe elements.assumingMemoryBound(to: Wrapped?.self)
    var (values, nulls) = (ContiguousArray<Wrapped>(), [] as [Int])
    values.reserveCapacity(count)
    for index in 0..<count {
      if let value = unsafe optionals[index] {
        values.append(value)
      } else {
        nulls.append(index)
      }
    }
    let isNullable = unsafe try encoder.beginRow(
      ofOptionals: count, valueCount: values.count, place, role, header: header)
    if isNullable { unsafe encoder.putBits(count, except: nulls) }
    // No block begins where a row with nulls is open.
    let nextCut = unsafe encoder.state.pointee.nextCut
    if isNullable { unsafe encoder.state.pointee.nextCut = .max }
    try unsafe values.withUnsafeBufferPointer { values in
      guard let start = values.baseAddress, !values.isEmpty else { return }
      unsafe try encoder.encodeElements(
        start, values.count, place.pointee.inner.unsafelyUnwrapped, role,
        nullCount: nulls.count)
    }
    if isNullable { unsafe encoder.state.pointee.nextCut = nextCut }
  }

  static func encodeRowOfOptionals(
    _ elements: UnsafeRawPointer, _ count: Int, _ encoder: DirectEncoder,
    _ place: UnsafeMutablePointer<EncodingSlot>, _ role: BlockState.ElementRole, header: Int?
  ) throws {
    let row = unsafe UnsafeBufferPointer(
      start: elements.assumingMemoryBound(to: Wrapped??.self), count: count)
    let values = unsafe ContiguousArray(row.lazy.map { $0 ?? nil })
    _ = unsafe try encoder.beginRow(
      ofOptionals: count, valueCount: count, place, role, header: nil)
    try unsafe values.withUnsafeBufferPointer { values in
      guard let start = values.baseAddress else { return }
      unsafe try encoder.encodeElements(
        start, count, place.pointee.inner.unsafelyUnwrapped, role, header: header)
    }
  }
}

extension DirectEncoder {
  /// Writes optional leaves, of a type that the place of values knows.
  fileprivate func encodeRow(
    ofOptionals elements: UnsafeRawPointer, _ count: Int, _ leaf: any DirectlyEncodableLeaf.Type,
    _ place: UnsafeMutablePointer<EncodingSlot>, _ role: BlockState.ElementRole, header: Int?
  ) throws {
    let values = unsafe place.pointee.inner.unsafelyUnwrapped
    let valueCount = unsafe leaf.valueCount(elements, count)
    let isNullable = unsafe try beginRow(
      ofOptionals: count, valueCount: valueCount, place, role, header: header)
    if valueCount > 0 { unsafe try state.pointee.adopt(values, leaf.kindCode) }
    let start = unsafe state.pointee.count
    if isNullable { unsafe state.pointee.putZeros((count + 7) / 8) }
    unsafe leaf.putRow(ofOptionals: elements, count, bits: isNullable ? start : nil, state)
    if !isNullable, unsafe state.pointee.count >= state.pointee.nextCut {
      unsafe cutRow(start, count, values, role)
    }
  }

  /// Says whether null bits stand before the values of a row: as before those of the first row of this call at the place, or since the
  /// row has a kind of its own, which is written here.
  fileprivate func beginRow(
    ofOptionals count: Int, valueCount: Int, _ place: UnsafeMutablePointer<EncodingSlot>,
    _ role: BlockState.ElementRole, header: Int?
  ) throws -> Bool {
    let hasNull = valueCount < count
    if unsafe place.pointee.call != state.pointee.call {
      unsafe place.pointee.call = unsafe state.pointee.call
      unsafe place.pointee.kind = unsafe hasNull ? KindCode.nullable : EncodingSlot.delegated
      return hasNull
    }
    let isNullable = unsafe place.pointee.kind == KindCode.nullable
    guard unsafe isNullable || place.pointee.kind == EncodingSlot.delegated else {
      throw unsafe state.pointee.deviate()
    }
    if isNullable == hasNull { return hasNull }
    // The record that ends first decides: one that stands inside another of its type may end before it.
    guard !isInsideItsOwnKind else { throw unsafe state.pointee.deviate() }
    if isNullable {
      noteDeviation()
      return true
    }
    guard let header, let values = unsafe place.pointee.inner,
      unsafe values.pointee.call == state.pointee.call
    else { throw unsafe state.pointee.deviate() }
    let kind = unsafe values.pointee.resolvedKind
    let isRecord = kind == KindCode.recordOfShape
    guard isRecord || KindCode.isValueOfLeaf(kind) else {
      // The kind of collections is known at their end: they are encoded one by one from the next pass on.
      throw unsafe Self.isCollection(kind)
        ? state.pointee.deviate(mixed: place) : state.pointee.deviate()
    }
    noteDeviation()
    unsafe markRow(header, role)
    unsafe state.pointee.put(KindCode.nullable)
    unsafe state.pointee.put(valueCount == 0 ? KindCode.undetermined : kind)
    // Records of another shape deviate from the place.
    if isRecord, valueCount > 0, let plan = unsafe SlotKind(values).plan {
      unsafe state.pointee.putVarint(UInt64(truncatingIfNeeded: plan.pointee.shape))
      unsafe state.pointee.namesShapes = true
      unsafe state.pointee.recordRowCount += 1
    }
    unsafe state.pointee.putVarint(0)
    return true
  }

  /// Writes a bit for each element, which is set for those that are not null.
  fileprivate func putBits(_ count: Int, except nulls: [Int]) {
    let bits = unsafe state.pointee.count
    unsafe state.pointee.putZeros((count + 7) / 8)
    var next = nulls.makeIterator()
    var null = next.next()
    for index in 0..<count {
      if index == null {
        null = next.next()
      } else {
        unsafe state.pointee.setBit(index, from: bits)
      }
    }
  }
}
