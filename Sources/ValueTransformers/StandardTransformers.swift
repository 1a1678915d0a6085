#if !canImport(ObjectiveC)
  final class NegateBooleanTransformer: ValueTransformer {
    override func transformedValue(_ value: Any?) -> Any? { (value as? Bool).map { !$0 } }
  }

  final class IsNilTransformer: ValueTransformer {
    override class func allowsReverseTransformation() -> Bool { false }
    override func transformedValue(_ value: Any?) -> Any? { value == nil }
  }

  final class IsNotNilTransformer: ValueTransformer {
    override class func allowsReverseTransformation() -> Bool { false }
    override func transformedValue(_ value: Any?) -> Any? { value != nil }
  }
#endif
