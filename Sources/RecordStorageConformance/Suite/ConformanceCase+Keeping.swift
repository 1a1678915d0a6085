internal import RecordStorage
public import StorageTransforms

extension ConformanceCase {
  /// A case that checks what a transform promises to keep (``StoringTransform/keeps``), with random values, in a store.
  ///
  /// ```swift
  /// let promise = ConformanceCase.keeping("scores", ScoreTransform(), precedes: <) { Score(.random(in: 0...9, using: &$0)) }
  /// #expect(promise.run(configuration).failure == nil)
  /// ```
  ///
  /// Values are those that come back; one that the transform refuses to store is passed over. A transform that promises nothing fails: there
  /// is nothing to compare.
  ///
  /// - Parameters:
  ///   - name: What the case is called, behind `keeps/`.
  ///   - transform: The transform.
  ///   - context: What it is handed.
  ///   - isSame: Whether two values are equal.
  ///   - precedes: Whether one value is in front of another; nil for values without an order.
  ///   - value: A value that a generator decides. Of 64 some should be equal.
  public static func keeping<Transform: StorageTransform>(
    _ name: String, _ transform: Transform, in context: TransformContext = TransformContext(),
    isSame: @escaping @Sendable (Transform.Value, Transform.Value) -> Bool,
    precedes: (@Sendable (Transform.Value, Transform.Value) -> Bool)? = nil,
    value: @escaping @Sendable (inout any RandomNumberGenerator) throws -> Transform.Value
  ) -> ConformanceCase where Transform.Stored: StoredForm {
    let transform = AnyStorageTransform(transform)
    return ConformanceCase(
      "keeps/\(name)/\(transform.keeps)", rule: transform.keeps == .order ? "R4" : "R3",
      [.value: name]
    ) { bed in
      try KeepingTrial(name: name, transform: transform, isSame: isSame, precedes: precedes)
        .run(bed, in: context, value)
    }
  }

  /// A case that checks what a transform promises to keep of values that have `==`.
  public static func keeping<Transform: StorageTransform>(
    _ name: String, _ transform: Transform, in context: TransformContext = TransformContext(),
    precedes: (@Sendable (Transform.Value, Transform.Value) -> Bool)? = nil,
    value: @escaping @Sendable (inout any RandomNumberGenerator) throws -> Transform.Value
  ) -> ConformanceCase where Transform.Stored: StoredForm, Transform.Value: Equatable {
    keeping(name, transform, in: context, isSame: ==, precedes: precedes, value: value)
  }
}
