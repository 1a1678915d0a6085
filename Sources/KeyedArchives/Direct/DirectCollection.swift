internal import ArchiveFormat

/// A collection whose elements are read one after the other, without its own `init(from:)`.
protocol DirectCollection {
  /// What it is read from.
  static var form: CollectionForm { get }
  /// Reads a collection to where it belongs; false, with nothing there and the cursor anywhere,
  /// where it cannot be read like this.
  static func read(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>, _ slot: Ref<FieldSlot>
  ) throws -> Bool
}

/// What a collection is read from.
enum CollectionForm {
  /// Arrays and sets, and maps whose keys are values.
  case list
  /// Maps and records, whose keys are text.
  case table
  /// All of them.
  case entries
}

extension Array: DirectCollection where Element: Decodable {
  static var form: CollectionForm { .list }

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

extension Set: DirectCollection where Element: Decodable {
  static var form: CollectionForm { .list }

  static func read(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>, _ slot: Ref<FieldSlot>
  ) throws -> Bool {
    guard slot.pointee.code != KindCode.map,
      let elements: [Element] = try state.elements(slot),
      state.chargeVisits(CollisionWatch.visits(adding: elements))
    else { return false }
    unsafe target.assumingMemoryBound(to: Set<Element>.self).initialize(to: Set(elements))
    return true
  }
}

extension Dictionary: DirectCollection where Key: Decodable, Value: Decodable {
  static var form: CollectionForm {
    Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
      ? .table : .entries
  }

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
