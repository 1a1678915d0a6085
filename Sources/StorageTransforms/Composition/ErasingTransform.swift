/// A transform that stores a ``StoredValue``, and knows of which type more than that type tells.
protocol ErasingTransform: FormTelling {
  var storedKinds: Set<StoredValue.Kind> { get }
  var storedType: StoredType { get }
}
