/// An optional of which only the running program knows that it is one.
protocol OptionalValue {
  /// The type of the values that are there.
  static var wrappedType: any Any.Type { get }
  /// The value that is there.
  var wrapped: Any? { get }
  static var none: Self { get }
}

extension Optional: OptionalValue {
  static var wrappedType: any Any.Type { Wrapped.self }
  var wrapped: Any? { map { $0 } }
}
