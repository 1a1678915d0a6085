/// An optional of which only the running program knows that it is one.
protocol OptionalValue {
  /// The type of the values that are there.
  static var wrappedType: any Any.Type { get }
  /// The value that is there.
  var wrapped: Any? { get }
  static var none: Self { get }
  /// The value that is there in a value of this type.
  static func wrapped(in value: Any) -> Any?
}

extension Optional: OptionalValue {
  static var wrappedType: any Any.Type { Wrapped.self }
  var wrapped: Any? { map { $0 } }
  static func wrapped(in value: Any) -> Any? { (value as? Self)?.wrapped }
}
