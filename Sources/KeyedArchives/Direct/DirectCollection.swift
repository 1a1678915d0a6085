internal import ArchiveFormat

/// A collection whose elements are read one after the other, without its own `init(from:)`.
protocol DirectCollection {
  /// What it is read from.
  static var form: CollectionForm { get }
  /// Reads a collection; nil, with the cursor anywhere, where it cannot be read like this.
  static func read(_ state: Ref<DirectState>, _ slot: Ref<FieldSlot>) throws -> Self?
}

extension DirectCollection {
  /// Reads a collection to where it belongs; false, with nothing there and the cursor anywhere,
  /// where it cannot be read like this.
  static func read(
    into target: UnsafeMutableRawPointer, _ state: Ref<DirectState>, _ slot: Ref<FieldSlot>
  ) throws -> Bool {
    // The caller hands over the whole type. A method of `Array` would know the type of its elements, and look up its own.
    guard let collection = try read(state, slot) else { return false }
    unsafe target.initializeMemory(as: Self.self, to: collection)
    return true
  }
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

  static func read(_ state: Ref<DirectState>, _ slot: Ref<FieldSlot>) throws -> [Element]? {
    slot.pointee.code == KindCode.map ? nil : try state.elements(slot)
  }
}

extension Set: DirectCollection where Element: Decodable {
  static var form: CollectionForm { .list }

  static func read(_ state: Ref<DirectState>, _ slot: Ref<FieldSlot>) throws -> Set<Element>? {
    guard slot.pointee.code != KindCode.map,
      let elements: [Element] = try state.elements(slot),
      state.chargeVisits(CollisionWatch.visits(adding: elements))
    else { return nil }
    return Set(elements)
  }
}

extension Dictionary: DirectCollection where Key: Decodable, Value: Decodable {
  static var form: CollectionForm {
    Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
      ? .table : .entries
  }

  static func read(_ state: Ref<DirectState>, _ slot: Ref<FieldSlot>) throws -> [Key: Value]? {
    slot.pointee.code == KindCode.map ? try state.entries(slot) : nil
  }
}
