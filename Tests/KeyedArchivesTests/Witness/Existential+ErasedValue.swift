import ReferenceCoder

@testable import KeyedArchives

extension Existential: ErasedValue {
  var unwrapped: Any? { Erased.unwrapped(wrappedValue) }

  init?(unwrapped: Any?) { self.init(erased: unwrapped ?? Optional<Any>.none as Any) }
}
