internal import ArchiveFormat

/// A comparison of the kind of a place with that of elements which were encoded apart from it (Spec, section 13: fit and refine).
struct PlaceComparison {
  /// True if a part of the place is undetermined that is determined in the elements.
  private(set) var isRefined = false
  /// True if a part of the place is determined that is undetermined in the elements.
  private(set) var refines = false
  /// True if a part is undetermined in both.
  private(set) var isOpen = false
  /// True if a part is determined in both, and not alike.
  private(set) var differs = false

  private let call: UInt32
  /// Places inside of each other that are looked at.
  private static let depth = 32

  init(
    _ place: UnsafeMutablePointer<EncodingSlot>, _ elements: UnsafeMutablePointer<EncodingSlot>,
    _ call: UInt32
  ) {
    self.call = call
    unsafe compare(place, elements, Self.depth)
  }

  private mutating func compare(
    _ place: UnsafeMutablePointer<EncodingSlot>, _ other: UnsafeMutablePointer<EncodingSlot>,
    _ depth: Int
  ) {
    let isKnown = unsafe place.pointee.call == call
    guard unsafe other.pointee.call == call else {
      if isKnown { refines = true } else { isOpen = true }
      return
    }
    guard isKnown else {
      isRefined = true
      return
    }
    let (own, others) = unsafe (SlotKind(place), SlotKind(other))
    guard unsafe depth > 0 && own.kind == others.kind else {
      differs = true
      // Values without nulls say what those behind null bits are.
      if unsafe own.kind == KindCode.nullable {
        unsafe compareInner(own.holder.pointee.inner, other, depth)
      }
      return
    }
    switch unsafe own.kind {
    case KindCode.array, KindCode.set, KindCode.nullable:
      unsafe compareInner(own.holder.pointee.inner, others.holder.pointee.inner, depth)
    case KindCode.map:
      unsafe compareInner(own.holder.pointee.keys, others.holder.pointee.keys, depth)
      unsafe compareInner(own.holder.pointee.inner, others.holder.pointee.inner, depth)
    case KindCode.any: return
    case let kind where KindCode.isLeaf(kind): return
    default:
      if unsafe own.plan == nil || !own.isSame(as: others) { differs = true }
    }
  }

  private mutating func compareInner(
    _ place: UnsafeMutablePointer<EncodingSlot>?, _ other: UnsafeMutablePointer<EncodingSlot>?,
    _ depth: Int
  ) {
    guard let place = unsafe place, let other = unsafe other else {
      differs = true
      return
    }
    unsafe compare(place, other, depth - 1)
  }
}
