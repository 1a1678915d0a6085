internal import ArchiveFormat
internal import Synchronization

/// What an unarchiver does with values beside decoding them: see ``KeyedUnarchiver/hooks``.
///
/// For each type the order is: ``restore(_:from:with:)`` or `init(from:)`, then ``replace(_:with:)``, and when the graph
/// is complete ``validate(_:_:)``. The first two mean a type exactly: a subclass of it is another one. An object whose
/// body was stored by a hook is decoded through a list of all values of its archive. The list is made once a call.
public struct DecodingHooks: Sendable {
  /// Makes a value of what was stored in its place.
  struct Restoration: Sendable {
    let fromCells: @Sendable (DecodingSession, Slot, ValueDecoder?, ValueDecoder.Step) throws -> Any
    let fromBytes: @Sendable (Ref<DirectState>, Ref<FieldSlot>) throws -> Any
  }

  private(set) var restorations: [ObjectIdentifier: Restoration] = [:]
  private var replacements: [ObjectIdentifier: @Sendable (Any) throws -> Any] = [:]
  private var validations: [(isOfClass: Bool, run: @Sendable (Any) throws -> Void)] = []
  /// What every use throws.
  private(set) var conflict: ArchiveError?
  /// True if some are for instances of classes.
  private(set) var concernClasses = false
  /// True if values are decoded from cells in any case: an optional is not always made by its own coding.
  private(set) var needCells = false
  /// The number of these hooks, which copies share until they are changed; 0 if there are none.
  private(set) var number = 0
  private static let lastNumber = Atomic<Int>(0)

  /// No hooks.
  public init() {}

  var isEmpty: Bool {
    restorations.isEmpty && replacements.isEmpty && validations.isEmpty && conflict == nil
  }

  /// Makes values of a type of those that were stored in their place: see ``EncodingHooks/store(_:as:)``.
  ///
  /// Values that were stored as themselves, as their label in the archive tells, are decoded as they are.
  public mutating func restore<
    Value: Decodable & SendableMetatype, Stored: Decodable & SendableMetatype
  >(
    _ type: Value.Type, from stored: Stored.Type,
    with value: @escaping @Sendable (Stored) throws -> Value
  ) {
    guard isHooked(type) else { return }
    guard type != stored else {
      needCells = true
      conflict = ArchiveError(
        .invalidValue, "values of type \(type) are to be restored from themselves")
      return
    }
    restorations[ObjectIdentifier(type)] = Restoration(
      fromCells: { session, slot, parent, step in
        try value(session.decodeStandIn(stored, slot, parent: parent, step: step))
      },
      fromBytes: { state, slot in try value(state.standIn(stored, slot)) })
  }

  /// Puts a value in the place of one that was just decoded: an instance that is there already, say. Everything that
  /// refers to the object then has the one that is returned.
  ///
  /// The graph is not complete yet: references of the value must not be read.
  public mutating func replace<Value: Decodable & SendableMetatype>(
    _ type: Value.Type, with replacement: @escaping @Sendable (Value) throws -> Value
  ) {
    guard isHooked(type) else { return }
    replacements[ObjectIdentifier(type)] = { value in
      try (value as? Value).map(replacement) ?? value
    }
  }

  /// Looks at each object of a class or of its subclasses, and at the root if it is of the type, when the graph is
  /// complete and before anybody gets it; of objects of several roots those that a call made. What it throws, decoding throws, and nothing is returned.
  public mutating func validate<Value: Decodable & SendableMetatype>(
    _ type: Value.Type, _ validation: @escaping @Sendable (Value) throws -> Void
  ) {
    guard isHooked(type) else { return }
    validations.append(
      (type is AnyClass, { value in if let value = value as? Value { try validation(value) } }))
  }

  private mutating func isHooked(_ type: any Any.Type) -> Bool {
    number = Self.lastNumber.add(1, ordering: .relaxed).newValue
    if type is AnyClass { concernClasses = true }
    if type is any DirectNullable.Type { needCells = true }
    guard type is any ArchiveLeaf.Type else { return true }
    needCells = true
    conflict = ArchiveError(
      .invalidValue, "values of type \(type) have a kind of their own, and no hooks")
    return false
  }

  /// Returns whether values of a type, which is no class, may be made or replaced by a hook.
  func concern(_ type: any Any.Type) -> Bool {
    let key = ObjectIdentifier(type)
    return restorations[key] != nil || replacements[key] != nil
  }

  /// What takes the place of a value that was decoded as a type.
  func replaced<Value>(_ value: Value, as type: any Any.Type) throws -> Any {
    try replacements[ObjectIdentifier(type)]?(value) ?? value
  }

  /// Whether objects have to be looked at.
  var validatesObjects: Bool { validations.contains { $0.isOfClass } }

  /// Looks at the root and at the objects that were made for it.
  func validate(_ root: Any, _ objects: [AnyObject]) throws {
    guard !validations.isEmpty else { return }
    for object in objects {
      for validation in validations where validation.isOfClass { try validation.run(object) }
    }
    guard !(type(of: root) is AnyClass) else { return }
    for validation in validations where !validation.isOfClass { try validation.run(root) }
  }
}
