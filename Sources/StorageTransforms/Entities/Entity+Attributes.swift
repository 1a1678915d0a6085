extension Entity {
  /// The position of the attribute whose field was declared with a property; nil if there is none. O(attributes).
  public func position(of path: PartialKeyPath<Root>) -> Int? {
    attributes.firstIndex { attribute in
      let declared: AnyKeyPath? = attribute.path
      return declared == path
    }
  }

  /// The stored form of a value of one attribute, as a query asks for it. It need not keep the rules of the field; nil is
  /// null.
  ///
  /// - Parameters:
  ///   - value: A value of the property's type.
  ///   - position: That of the attribute in ``schema``.
  ///   - context: What the caller hands to transforms.
  /// - Throws: ``TransformError``: ``TransformError/Code/typeMismatch``, and what the transform throws.
  public func storedForm<Value>(
    of value: Value, at position: Int, in context: TransformContext = TransformContext()
  ) throws(TransformError) -> StoredValue {
    let call = call(nil, context, nil)
    guard attributes.indices.contains(position) else {
      throw TransformError(
        .typeMismatch, "the entity has no attribute \(position)", context: call.record)
    }
    let bare = (Value.self as? any OptionalValue.Type).map { $0.wrapped(in: value) } ?? value
    return try attributes[position].storedForm(of: bare, call)
  }
}
