/// A transform that stores values as they are.
public struct IdentityTransform<Value>: ContextFreeTransform {
  /// The transform.
  public init() {}
  /// “native”.
  public var form: TransformForm { TransformForm("native") }
  /// Order: nothing changes.
  public var keeps: KeptRelation { .order }
  /// The value itself.
  public func store(_ value: Value) -> Value { value }
  /// The value itself.
  public func restore(_ stored: Value) -> Value { stored }
}
