internal import ArchiveFormat

/// A collection whose elements are read one after the other, without its own `init(from:)`.
protocol DirectCollection {
  /// Reads a collection to where it belongs; false, with nothing there and the cursor anywhere,
  /// where it cannot be read like this.
  static func read(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>, _ slot: Ref<FieldSlot>
  ) throws -> Bool
}

extension Array: DirectCollection where Element: Codable {
  static func read(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>, _ slot: Ref<FieldSlot>
  ) throws -> Bool {
    guard slot.pointee.code != KindCode.map,
      let elements: [Element] = try state.elements(slot)
    else { return false }
    unsafe target.assumingMemoryBound(to: [Element].self).initialize(to: elements)
    return true
  }
}

extension Set: DirectCollection where Element: Codable {
  static func read(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>, _ slot: Ref<FieldSlot>
  ) throws -> Bool {
    guard slot.pointee.code != KindCode.map,
      let elements: [Element] = try state.elements(slot),
      state.chargeVisits(CollisionWatch.visits(adding: elements))
    else { return false }
    let members = Set(elements)
    // Members that are there twice are refused where the cells are read.
    guard members.count == elements.count else { return false }
    unsafe target.assumingMemoryBound(to: Set<Element>.self).initialize(to: members)
    return true
  }
}

extension Dictionary: DirectCollection where Key: Codable, Value: Codable {
  static func read(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>, _ slot: Ref<FieldSlot>
  ) throws -> Bool {
    guard slot.pointee.code == KindCode.map,
      let entries: [Key: Value] = try state.entries(slot)
    else { return false }
    unsafe target.assumingMemoryBound(to: [Key: Value].self).initialize(to: entries)
    return true
  }
}
