/// The rules by which kinds hold values of other kinds (Spec, section 13: fit and refine).
extension KindTable {
  /// Returns a Boolean value that says whether a place of kind `place` holds a value of kind `value`.
  func fits(_ place: KindID, _ value: KindID) -> Bool {
    if place == value || place == .any { return true }
    let holder = self[place]
    let held = self[value]
    switch (holder.code, held.code) {
    case (.array, .array), (.set, .set), (.map, .map), (.object, .object): return true
    case (.record, .recordOfShape): return true
    case (.nullable, .nullable): return fits(holder.first, held.first)
    case (.nullable, _): return fits(holder.first, value)
    case (.typed, .typed): return holder.number == held.number && fits(holder.first, held.first)
    case (_, .undetermined): return true
    default: return false
    }
  }

  /// `place` with its undetermined parts replaced by the corresponding parts of `value`.
  mutating func refine(_ place: KindID, by value: KindID) -> KindID {
    if place == value || value == .undetermined { return place }
    if place == .undetermined { return value }
    let holder = self[place]
    let held = self[value]
    switch (holder.code, held.code) {
    case (.array, .array), (.set, .set), (.object, .object):
      let first = refine(holder.first, by: held.first)
      return first == holder.first ? place : container(holder.code, of: first)
    case (.map, .map):
      let first = refine(holder.first, by: held.first)
      let second = refine(holder.second, by: held.second)
      return first == holder.first && second == holder.second
        ? place : map(key: first, value: second)
    case (.typed, .typed) where holder.number == held.number:
      let first = refine(holder.first, by: held.first)
      return first == holder.first ? place : typed(holder.number, first)
    case (.nullable, .nullable):
      let first = refine(holder.first, by: held.first)
      return first == holder.first ? place : nullable(first)
    case (.nullable, _):
      let first = refine(holder.first, by: value)
      return first == holder.first || first == .any || code(first) == .nullable
        ? place : nullable(first)
    default: return place
    }
  }

  /// Returns a Boolean value that says whether `refined` is `place` with nothing but undetermined parts replaced.
  func isRefinement(_ refined: KindID, of place: KindID) -> Bool {
    if place == refined || place == .undetermined { return true }
    let old = self[place]
    let new = self[refined]
    return old.code == new.code && old.number == new.number
      && isRefinement(new.first, of: old.first) && isRefinement(new.second, of: old.second)
  }

  /// Returns a Boolean value that says whether elements of a run of kind `run` are the same bytes in a place of kind
  /// `place`. The place may have a row of bits besides, which says that all elements are there.
  func isWritten(_ run: KindID, as place: KindID) -> Bool {
    isRefinement(place, of: run)
      || code(place) == .nullable && isRefinement(self[place].first, of: run)
  }

  /// The kind of a field that was `place` and must hold `value` too, which does not fit it.
  func widened(_ place: KindID, for value: KindID) -> KindID {
    let records: Set<ArchiveKind> = [.record, .recordOfShape]
    return records.contains(code(place)) && records.contains(code(value)) ? .anyRecord : .any
  }
}
