internal import ArchiveFormat

/// Rows of rows some of which are not of the kind of their place.
extension DirectEncoder {
  /// Notes that something is not of the kind of its place, which is held against the rows around it: what more than eight elements are
  /// written as does not depend on their place (Spec, section 13, *Slots*).
  func noteDeviation() {
    unsafe variables.pointee.deviationCount &+= 1
    var next = unsafe state.pointee.elements
    var frame = unsafe state.pointee.top
    var inner: UnsafeMutablePointer<ElementsFrame>?
    while let row = unsafe next {
      // The elements of a stream are in no place that others have determined.
      if unsafe row.pointee.count == ElementsFrame.uncounted { return }
      // Its elements do not depend on those of rows before.
      if unsafe row.pointee.count == ElementsFrame.late, unsafe self.row(of: row).pointee.isApart {
        return
      }
      while unsafe frame > row.pointee.records {
        // The kind of a record says nothing of its fields.
        if unsafe !frame.pointee.isArray { return }
        unsafe frame -= 1
      }
      if unsafe !isDetermined(row, inner) { unsafe row.pointee.deviates = true }
      unsafe inner = unsafe row
      unsafe next = unsafe row.pointee.outer
    }
  }

  /// True if the first element of a row said what all are before the place that deviates.
  private func isDetermined(
    _ row: UnsafeMutablePointer<ElementsFrame>, _ inner: UnsafeMutablePointer<ElementsFrame>?
  ) -> Bool {
    if unsafe row.pointee.index > 0 { return unsafe hasDeterminedFirst(row) }
    // The first of many objects did, in the first of many lists of them.
    guard let inner = unsafe inner, unsafe inner.pointee.index > 0 && inner.pointee.count > 0,
      unsafe ownKind(of: inner)?.kind == KindCode.object
    else { return false }
    return unsafe hasDeterminedFirst(row)
  }

  /// True if the first element of a row is sure to have said what all are.
  private func hasDeterminedFirst(_ row: UnsafeMutablePointer<ElementsFrame>) -> Bool {
    guard let kind = unsafe ownKind(of: row) else { return false }
    let first = unsafe (state.pointee.base + row.pointee.offset).load(as: UInt8.self)
    if unsafe kind.kind == KindCode.object { return first == 1 }
    guard first != 1, let inner = unsafe kind.holder.pointee.inner else { return false }
    let innerKind = unsafe inner.pointee.resolvedKind
    let isList = unsafe kind.kind == KindCode.array || kind.kind == KindCode.set
    if innerKind == KindCode.nullable {
      let values = unsafe nullableKind(of: inner)
      guard isList, KindCode.isValueOfLeaf(values) || Self.isRecord(values) else { return false }
      return unsafe holdsValue(state.pointee.base + row.pointee.offset)
    }
    if innerKind == KindCode.object {
      return unsafe isList && holdsBody(state.pointee.base + row.pointee.offset)
    }
    guard KindCode.isLeaf(innerKind) || Self.isRecord(innerKind) else { return false }
    if isList { return true }
    return unsafe kind.kind == KindCode.map
      && kind.holder.pointee.keys.map { unsafe KindCode.isLeaf($0.pointee.resolvedKind) } == true
  }

  /// True if the first of some objects has a body of the kind of its place.
  private func holdsBody(_ start: UnsafeRawPointer) -> Bool {
    let (header, byteCount) = unsafe varint(at: start)
    return unsafe header & 1 == 0 && (start + byteCount).load(as: UInt8.self) == 1
  }

  /// True if one of the first 64 elements of a row with null bits is not null. The row is written as its place says: one with a kind of its
  /// own is held against the row around it already.
  private func holdsValue(_ start: UnsafeRawPointer) -> Bool {
    let (header, byteCount) = unsafe varint(at: start)
    let bits = unsafe UInt64(littleEndian: (start + byteCount).loadUnaligned(as: UInt64.self))
    let count = header >> 1
    return (count < 64 ? bits & (1 << count - 1) : bits) != 0
  }

  /// The kind of the first element of a row; nil for leaves in a row that is written one by one.
  private func ownKind(of frame: UnsafeMutablePointer<ElementsFrame>) -> SlotKind? {
    guard unsafe frame.pointee.count == ElementsFrame.late else {
      return unsafe SlotKind(frame.pointee.place)
    }
    let row = unsafe row(of: frame)
    return unsafe row.pointee.kind == EncodingSlot.delegated ? row.pointee.ownKind : nil
  }

  /// Deviates from a row of many elements whose own kind may be another than that of its place.
  @inline(__always)
  func checkKind(_ row: UnsafeMutablePointer<ElementsFrame>, _ count: Int) throws {
    if unsafe row.pointee.deviates, unsafe count >= ElementRow.startCount {
      throw unsafe state.pointee.deviate()
    }
  }
}
