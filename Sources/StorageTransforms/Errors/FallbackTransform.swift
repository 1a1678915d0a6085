/// A transform that gives another value in the place of one that is stored but cannot be restored.
///
/// What the program lacks, such as a base URL or a key, is an error still. What is stored stays as it is until the value is stored anew. Where nothing is stored, which is null, nothing stands
/// in: that is what defaults are for. ``StorageTransform/fallback(to:reporting:)`` makes it.
public struct FallbackTransform<Value: Sendable>: StorageTransform {
  /// The value that is restored where a stored one cannot be read.
  public let fallback: Value
  private let base: AnyStorageTransform<Value>
  private let errors: ConversionErrors?

  init(_ base: AnyStorageTransform<Value>, _ fallback: Value, _ errors: ConversionErrors?) {
    self.base = base
    self.fallback = fallback
    self.errors = errors
  }

  /// The relation that the transform keeps.
  public var form: TransformForm { base.form }

  /// The relation that the transform keeps.
  public var keeps: KeptRelation { base.keeps }

  /// The stored form of a value.
  ///
  /// - Throws: What the transform throws, of which subscribers are told.
  public func store(
    _ value: Value, in context: TransformContext
  ) throws(TransformError) -> StoredValue {
    do throws(TransformError) {
      return try base.store(value, in: context)
    } catch {
      errors?.report(ConversionError(.storing, error))
      throw error
    }
  }

  /// The value of a stored form, or the one that stands in for it: then subscribers are told why.
  ///
  /// - Throws: What the transform throws for null.
  public func restore(
    _ stored: StoredValue, in context: TransformContext
  ) throws(TransformError) -> Value {
    do throws(TransformError) {
      return try base.restore(stored, in: context)
    } catch {
      if context.isTrial { throw error }
      // Neither for nothing nor for what the program lacks anything stands in.
      let isHidden = stored != .null && !error.code.isOfProgram
      if error.code != .unknownShapes {
        errors?.report(ConversionError(.restoring, error, isHidden: isHidden))
      }
      guard isHidden else { throw error }
      return fallback
    }
  }
}

extension FallbackTransform: ErasingTransform {
  var storedKinds: Set<StoredValue.Kind> { base.storedKinds }
  var storedType: StoredType { base.storedType }
  var tellsForm: Bool { base.tellsForm }
}

extension StorageTransform where Value: Sendable, Stored: StoredForm {
  /// This transform with a value that stands in for those that cannot be restored, such as a raw value that only a newer
  /// program knows.
  ///
  /// - Parameters:
  ///   - value: The value that stands in.
  ///   - errors: Receives the errors that were hidden.
  public func fallback(
    to value: Value, reporting errors: ConversionErrors? = nil
  ) -> FallbackTransform<Value> {
    FallbackTransform(AnyStorageTransform(self), value, errors)
  }
}
