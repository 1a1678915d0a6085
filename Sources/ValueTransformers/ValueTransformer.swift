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

    /// A transformer that any thread may get.
    ///
    /// `@unchecked Sendable`: the reference is set once, before the lock is taken, and nobody else has it then, since it
    /// is sent to ``setValueTransformer(_:forName:)``. The module itself never calls a registered transformer, and no
    /// bytes reach this: names and transformers come from the program alone, and those of this module have no state.
    /// That a transformer of the program may be called by several threads at a time is what Foundation asks of it too.
    private struct Registered: @unchecked Sendable {
      let transformer: ValueTransformer
    }

    private static let table: Mutex<[NSValueTransformerName: Registered]> = {
      TransformRegistry.shared.look(in: RegisteredTransformers())
      return Mutex([
        .negateBooleanTransformerName: Registered(transformer: NegateBooleanTransformer()),
        .isNilTransformerName: Registered(transformer: IsNilTransformer()),
        .isNotNilTransformerName: Registered(transformer: IsNotNilTransformer()),
        .secureUnarchiveFromDataTransformerName: Registered(
          transformer: NSSecureUnarchiveFromDataTransformer()),
      ])
    }()

    /// Registers a transformer under a name, in the place of the one that has it; nil takes it away.
    ///
    /// `TransformRegistry.shared` finds the transformer too, and the four of this module once a transformer was registered or looked up. A name under which a transform is registered there stays that one's; an attempt to take it is
    /// reported: ``TransformerErrors``.
    ///
    /// - Parameter transformer: One that any thread may use: without state that changes, or with a lock around it. The
    ///   caller has no more use of it; whoever needs it finds it by its name.
    public class func setValueTransformer(
      _ transformer: sending ValueTransformer?, forName name: NSValueTransformerName
    ) {
      let entry = transformer.map { Registered(transformer: $0) }
      let isSet = TransformRegistry.shared.whileFree(name.rawValue) {
        table.withLock { $0[name] = entry }
      }
      if !isSet {
        TransformerErrors.report(
          TransformError(
            .duplicateTransform, "A transform named '\(name.rawValue)' is registered already"))
      }
    }

    /// The names that are registered, those of transforms in `TransformRegistry.shared` too, in no order.
    public class func valueTransformerNames() -> [NSValueTransformerName] {
      ownNames + TransformRegistry.shared.ownNames.map { NSValueTransformerName($0) }
    }

    /// The names that value transformers were registered under.
    static var ownNames: [NSValueTransformerName] { table.withLock { Array($0.keys) } }

    /// Returns the value transformer that was registered under a name.
    static func own(_ name: NSValueTransformerName) -> ValueTransformer? {
      table.withLock { $0[name] }?.transformer
    }

    /// Returns what is registered under a name, a transform of `TransformRegistry.shared` too.
    static func registered(_ name: NSValueTransformerName) -> ValueTransformer? {
      own(name)
        ?? TransformRegistry.shared.ownTransform(named: name.rawValue).map {
          StorageValueTransformer($0)
        }
    }
  }

  /// Finds transformers by their names: what `ValueTransformer(forName:)` is.
  public protocol ValueTransformerLookup {}

  extension ValueTransformerLookup {
    /// The transformer that is registered under a name; nil if none of this class is. A transform of `TransformRegistry.shared` is a
    /// ``StorageValueTransformer`` that stores forward.
    public init?(forName name: NSValueTransformerName) {
      // In two steps: optimized code of Swift 6.3 crashes where it casts nil of an optional class to a class that it specialized generic code for.
      guard let registered = ValueTransformer.registered(name), let found = registered as? Self
      else { return nil }
      self = found
    }
  }
#endif
