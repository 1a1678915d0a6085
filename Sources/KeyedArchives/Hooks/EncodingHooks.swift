internal import ArchiveFormat

/// What an archiver stores in the place of values: see ``KeyedArchiver/hooks``.
///
/// ```swift
/// archiver.hooks.store(Image.self) { ImageFile(name: $0.fileName) }
/// unarchiver.hooks.restore(Image.self, from: ImageFile.self) { try Image(named: $0.name) }
/// ```
public struct EncodingHooks: Sendable {
  typealias Hook = @Sendable (Any) throws -> (any Encodable)?

  /// Apart, so that an archiver without hooks is small.
  private final class Table: Sendable {
    let hooks: [ObjectIdentifier: Hook]
    /// What every use throws.
    let conflict: ArchiveError?
    /// Encoders with what they learned of the types that have hooks.
    let encoders = ObjectPool<DirectEncoder>(limit: 3)

    init(_ hooks: [ObjectIdentifier: Hook], _ conflict: ArchiveError?) {
      self.hooks = hooks
      self.conflict = conflict
    }

    deinit {
      while let encoder = encoders.take() { encoder.dispose() }
    }
  }

  private var table: Table?

  /// No hooks.
  public init() {}

  var isEmpty: Bool { table == nil }
  /// True if every use throws.
  var areInConflict: Bool {
    if case .some? = table?.conflict { return true }
    return false
  }
  /// An encoder that waits for its next call with these hooks; nil if none does.
  func takeEncoder() -> DirectEncoder? { table?.encoders.take() }

  /// Puts an encoder there; false if enough others wait.
  func put(_ encoder: DirectEncoder) -> Bool { table?.encoders.put(encoder) == true }

  /// True if values of a type, and of no subclass, have others in their place.
  func concern(_ type: any Any.Type) -> Bool { table?.hooks[ObjectIdentifier(type)] != nil }

  /// Stores other values in the place of those of one type, a subclass of it being another one.
  ///
  /// An object keeps its identity and the name of its class: what is stored is its body. An ``ArchivedPlaceholder``
  /// alone takes its place altogether, as what it was. The values that stand in
  /// are not looked at again. Types with kinds of their own in archives, such as numbers, texts, dates and URLs,
  /// have no hooks; encoding throws ``ArchiveError/Code/invalidValue`` then.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - stored: What stands in; called for each object that is stored, for other values at each place, and again for a
  ///     value that is encoded once more (see ``KeyedArchiver``). What it throws, encoding throws.
  public mutating func store<
    Value: Encodable & SendableMetatype, Stored: Encodable & SendableMetatype
  >(
    _ type: Value.Type, as stored: @escaping @Sendable (Value) throws -> Stored
  ) {
    var hooks = table?.hooks ?? [:]
    var conflict = table?.conflict
    if type is any ArchiveLeaf.Type {
      conflict = ArchiveError(
        .invalidValue, "values of type \(type) have a kind of their own, and no hooks")
    }
    hooks[ObjectIdentifier(type)] = { value in try (value as? Value).map(stored) }
    table = Table(hooks, conflict)
  }

  /// What is stored in the place of a value; nil for the value itself.
  func stored<Value>(_ value: Value) throws -> (any Encodable)? {
    guard let table else { return nil }
    if let conflict = table.conflict { throw conflict }
    return try table.hooks[ObjectIdentifier(Swift.type(of: value as Any))]?(value)
  }
}
