/// The value of a field that old archives do not have.
struct DefaultValue: Sendable {
  /// A new value.
  let any: @Sendable () -> any Encodable
  /// True if it may be nil.
  let isOptional: Bool
  private let typed: any AnyObject & Sendable

  private final class Typed<Value>: Sendable {
    let make: @Sendable () -> Value

    init(_ make: @escaping @Sendable () -> Value) { self.make = make }
  }

  init<Value: Encodable & SendableMetatype>(_ make: @escaping @Sendable () -> Value) {
    any = make
    isOptional = Erased.none(Value.self) != nil
    typed = Typed(make)
  }

  /// Makes values of the very type that is asked for; nil if they are of another one.
  func maker<Value>(of type: Value.Type) -> (@Sendable () -> Value)? {
    (typed as? Typed<Value>)?.make
  }
}
