internal import Synchronization

/// Transforms by their names.
///
/// A program may have any number of registries; ``shared`` is one for those that need only one. A name is registered
/// once: a second transform under it is an error, since values that the first one stored would be read by the other.
/// O(1) in each call.
public final class TransformRegistry: Sendable {
  /// A registry for the whole program.
  public static let shared = TransformRegistry()

  private struct Entry: Sendable {
    let erased: ErasedTransform
    /// An `AnyStorageTransform` of the values; nil for a one-way transform, and for one that is registered elsewhere.
    let typed: (any Sendable)?
  }

  private let entries = Mutex<[String: Entry]>([:])
  private let others = Mutex<(any TransformLookup)?>(nil)

  /// An empty registry.
  public init() {}

  /// Registers a transform.
  ///
  /// - Throws: ``TransformError/Code/duplicateTransform`` for a name that is taken.
  public func register<Transform: StorageTransform>(
    _ transform: Transform, as name: TransformName<Transform.Value>
  ) throws(TransformError) where Transform.Stored: StoredForm {
    try add(
      Entry(erased: ErasedTransform(transform), typed: AnyStorageTransform(transform)), name.text)
  }

  /// Registers a one-way transform, which ``erasedTransform(named:in:)`` alone finds.
  ///
  /// - Throws: ``TransformError/Code/duplicateTransform`` for a name that is taken.
  public func register<Transform: StoringTransform>(
    oneWay transform: Transform, as name: TransformName<Transform.Value>
  ) throws(TransformError) where Transform.Stored: StoredForm {
    try add(Entry(erased: ErasedTransform(oneWay: transform), typed: nil), name.text)
  }

  private func add(_ entry: Entry, _ name: String) throws(TransformError) {
    let isNew = entries.withLock { entries in
      guard entries[name] == nil, !isElsewhere(name) else { return false }
      entries[name] = entry
      return true
    }
    guard isNew else {
      throw TransformError(
        .duplicateTransform, "A transform named '\(name)' is registered already")
    }
  }

  private func isElsewhere(_ name: String) -> Bool {
    others.withLock { $0 }?.erasedTransform(named: name) != nil
  }

  /// Calls a function if no transform was registered here under a name, and lets none be registered meanwhile.
  ///
  /// - Returns: False if one was.
  package func whileFree(_ name: String, _ body: () -> Void) -> Bool {
    entries.withLock { entries in
      guard entries[name] == nil else { return false }
      body()
      return true
    }
  }

  /// The names that are registered, in no order.
  public var names: [String] { ownNames + (others.withLock { $0 }?.names ?? []) }

  /// The names that were registered here.
  package var ownNames: [String] { entries.withLock { Array($0.keys) } }

  /// Returns the transform that was registered here under a name; nil for others.
  package func ownTransform(named name: String) -> ErasedTransform? {
    entries.withLock { $0[name] }?.erased
  }

  /// Finds transforms elsewhere too, from now on.
  package func look(in lookup: any TransformLookup) { others.withLock { $0 = lookup } }

  /// The transform with a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - context: What the transform is for, for the error's sentence.
  /// - Throws: ``TransformError/Code/missingTransform`` for a name that is not registered,
  ///   ``TransformError/Code/typeMismatch`` for one whose transform has values of another type, and
  ///   ``TransformError/Code/oneWay`` for that of a one-way transform.
  public func transform<Value>(
    named name: TransformName<Value>, in context: TransformContext = TransformContext()
  ) throws(TransformError) -> AnyStorageTransform<Value> {
    let entry = try entry(name.text, context)
    if entry.erased.isReversible, entry.typed == nil,
      let transform = others.withLock({ $0 })?.transform(named: name)
    {
      return transform
    }
    if let transform = entry.typed as? AnyStorageTransform<Value> { return transform }
    guard entry.erased.isReversible else {
      throw TransformError(
        .oneWay, "The transform named '\(name.text)' is one-way: it cannot bring values back",
        context: context)
    }
    throw TransformError(
      .typeMismatch,
      "The transform named '\(name.text)' is one for \(entry.erased.valueType), not for \(Value.self)",
      context: context)
  }

  /// The transform with a name, without its types.
  ///
  /// - Throws: ``TransformError/Code/missingTransform`` for a name that is not registered.
  public func erasedTransform(
    named name: String, in context: TransformContext = TransformContext()
  ) throws(TransformError) -> ErasedTransform {
    try entry(name, context).erased
  }

  private func entry(
    _ name: String, _ context: TransformContext
  ) throws(TransformError) -> Entry {
    if let entry = entries.withLock({ $0[name] }) { return entry }
    if let erased = others.withLock({ $0 })?.erasedTransform(named: name) {
      return Entry(erased: erased, typed: nil)
    }
    let place = context.place.map { " for \($0)" } ?? ""
    throw TransformError(
      .missingTransform, "No transform named '\(name)' is registered\(place)", context: context)
  }
}
