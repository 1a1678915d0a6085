#if !canImport(ObjectiveC)
  /// The value transformers that are registered by name, as transforms.
  struct RegisteredTransformers: TransformLookup {
    var names: [String] { ValueTransformer.ownNames.map(\.rawValue) }

    func erasedTransform(named name: String) -> ErasedTransform? {
      guard let transformer = ValueTransformer.own(NSValueTransformerName(name)) else { return nil }
      let transform = NamedValueTransformer<Any>(name)
      let isReversible =
        transformer is StorageValueTransformer
        || type(of: transformer).allowsReverseTransformation()
      return isReversible ? ErasedTransform(transform) : ErasedTransform(oneWay: transform)
    }

    func transform<Value>(named name: TransformName<Value>) -> AnyStorageTransform<Value>? {
      guard ValueTransformer.own(NSValueTransformerName(name.text)) != nil else { return nil }
      return AnyStorageTransform(NamedValueTransformer<Value>(name.text))
    }
  }
#endif
