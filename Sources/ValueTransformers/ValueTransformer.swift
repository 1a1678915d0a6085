#if !canImport(ObjectiveC)
  internal import Synchronization

  /// Turns values into others, and back if it can: what Foundation has under this name elsewhere.
  ///
  /// Subclasses override ``transformedValue(_:)``, and ``reverseTransformedValue(_:)`` if they are reversible. Both give
  /// nil for what they cannot do; a ``StorageTransform`` throws instead.
  open class ValueTransformer: ValueTransformerLookup {
    /// A transformer that gives back what it gets.
    public init() {}

    /// The class of what ``transformedValue(_:)`` gives; this base class for those that do not say.
    open class func transformedValueClass() -> AnyClass { ValueTransformer.self }

    /// Whether values can be brought back. True unless a subclass says otherwise.
    open class func allowsReverseTransformation() -> Bool { true }

    /// The transformed value. The value itself unless a subclass does otherwise.
    open func transformedValue(_ value: Any?) -> Any? { value }

    /// The value that was transformed. As ``transformedValue(_:)`` for classes that allow it, unless one does otherwise.
    open func reverseTransformedValue(_ value: Any?) -> Any? {
      Self.allowsReverseTransformation() ? transformedValue(value) : nil
    }

    // MARK: Names

    /// `@unchecked Sendable`: the table is only reached under its lock. Its transformers are handed to any thread, as
    /// Foundation does it: who registers one promises that it may be used by several at a time.
    private struct Table: @unchecked Sendable {
      var transformers: [NSValueTransformerName: ValueTransformer] = [
        .negateBooleanTransformerName: NegateBooleanTransformer(),
        .isNilTransformerName: IsNilTransformer(),
        .isNotNilTransformerName: IsNotNilTransformer(),
        .secureUnarchiveFromDataTransformerName: NSSecureUnarchiveFromDataTransformer(),
      ]
    }

    private static let table = Mutex(Table())

    /// Registers a transformer under a name, in the place of the one that has it; nil takes it away.
    ///
    /// - Parameter transformer: One that any thread may use.
    public class func setValueTransformer(
      _ transformer: ValueTransformer?, forName name: NSValueTransformerName
    ) {
      let entry = Table(transformers: transformer.map { [name: $0] } ?? [:])
      table.withLock { $0.transformers[name] = entry.transformers[name] }
    }

    /// The names that are registered, in no order.
    public class func valueTransformerNames() -> [NSValueTransformerName] {
      table.withLock { Array($0.transformers.keys) }
    }

    static func registered(_ name: NSValueTransformerName) -> ValueTransformer? {
      table.withLock { Table(transformers: $0.transformers.filter { $0.key == name }) }
        .transformers[name]
    }
  }

  /// Finds transformers by their names: what `ValueTransformer(forName:)` is.
  public protocol ValueTransformerLookup {}

  extension ValueTransformerLookup {
    /// The transformer that is registered under a name; nil if none of this class is.
    public init?(forName name: NSValueTransformerName) {
      guard let found = ValueTransformer.registered(name) as? Self else { return nil }
      self = found
    }
  }
#endif
