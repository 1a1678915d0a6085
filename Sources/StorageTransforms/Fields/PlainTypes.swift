#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The types whose values come back from wherever they were stored, because only this package's code stores and restores them: numbers, text,
/// bytes, dates and UUIDs, and optionals, arrays, sets and dictionaries of these.
enum PlainTypes {
  private static let leaves: Set<ObjectIdentifier> = Set(
    [
      Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self,
      UInt16.self, UInt32.self, UInt64.self, Float.self, Double.self, String.self, Data.self,
      Date.self, UUID.self,
    ].map { (type: any Any.Type) in ObjectIdentifier(type) })

  static func contain(_ type: any Any.Type) -> Bool {
    if leaves.contains(ObjectIdentifier(type)) { return true }
    return (type as? any PlainContainer.Type)?.isPlain ?? false
  }
}

/// A type that is plain if those of its parts are.
private protocol PlainContainer {
  static var isPlain: Bool { get }
}

extension Optional: PlainContainer {
  static var isPlain: Bool { PlainTypes.contain(Wrapped.self) }
}

extension Array: PlainContainer {
  static var isPlain: Bool { PlainTypes.contain(Element.self) }
}

extension Set: PlainContainer {
  static var isPlain: Bool { PlainTypes.contain(Element.self) }
}

extension Dictionary: PlainContainer {
  static var isPlain: Bool { PlainTypes.contain(Key.self) && PlainTypes.contain(Value.self) }
}
