/// Two transforms in a row. Storing goes through the first and then the second, restoring back.
///
/// It is reversible if both are, and needs no context if both need none. ``StoringTransform/then(_:)`` makes it.
public struct TransformChain<First: StoringTransform, Second: StoringTransform>: StoringTransform
where First.Stored == Second.Value {
  /// The transform next to the value.
  public let first: First
  /// The transform next to what is stored.
  public let second: Second

  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// The forms of both, in the order in which they store.
  public var form: TransformForm { first.form.then(second.form) }

  /// The least of what both keep.
  public var keeps: KeptRelation { min(first.keeps, second.keeps) }

  /// Returns what the second transform stores of what the first one stores.
  public func store(_ value: First.Value, in context: TransformContext) throws -> Second.Stored {
    try second.store(first.store(value, in: context), in: context)
  }
}

extension TransformChain: StorageTransform where First: StorageTransform, Second: StorageTransform {
  /// Returns what the first transform restores from what the second one restores.
  public func restore(
    _ stored: Second.Stored, in context: TransformContext
  ) throws -> First.Value {
    try first.restore(second.restore(stored, in: context), in: context)
  }
}

extension TransformChain: ContextFreeStoringTransform
where First: ContextFreeStoringTransform, Second: ContextFreeStoringTransform {
  /// Returns what the second transform stores of what the first one stores.
  public func store(_ value: First.Value) throws -> Second.Stored {
    try second.store(first.store(value))
  }
}

extension TransformChain: ContextFreeTransform
where First: ContextFreeTransform, Second: ContextFreeTransform {
  /// Returns what the first transform restores from what the second one restores.
  public func restore(_ stored: Second.Stored) throws -> First.Value {
    try first.restore(second.restore(stored))
  }
}

extension StoringTransform {
  /// This transform, and then another one on what it stores.
  public func then<Next: StoringTransform>(_ next: Next) -> TransformChain<Self, Next>
  where Next.Value == Stored {
    TransformChain(self, next)
  }
}
