/// A value as the object that it is.
enum ClassInstance {
  /// The instance that a value of a class is; of another type, what `as AnyObject` makes of the value.
  ///
  /// For a value of a type parameter `as AnyObject` asks for four conformances first, which is a tenth of what
  /// an object costs to encode.
  static func of<Value>(_ value: Value) -> AnyObject {
    guard Value.self is any AnyObject.Type else { return value as AnyObject }
    return unsafe unsafeBitCast(value, to: AnyObject.self)
  }
}
