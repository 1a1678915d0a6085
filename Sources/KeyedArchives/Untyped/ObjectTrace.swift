/// What tells whether an instance is one that was seen before, without holding it or handing it out.
///
/// `@unchecked Sendable`: both properties are set once. The reference is loaded in `leads(to:)` alone, and only if the
/// caller's own instance has its address. As long as that instance lives, another one of that address does not, and a
/// weak reference to one that is gone gives nil; so what is loaded is nil or the caller's own instance. No instance
/// that another thread uses is touched, and letting go of what was loaded ends no instance's life, since the caller
/// holds it through the call. Bytes of an archive decide which instances leave traces, and nothing of what is done with
/// them: whatever they are, the address is compared first. The runtime makes storing and loading weak references safe beside counts that other
/// threads change.
final class ObjectTrace: @unchecked Sendable {
  /// The instance's address, which another one may have once it is gone.
  let address: ObjectIdentifier
  private weak let object: AnyObject?

  init(_ object: AnyObject) {
    address = ObjectIdentifier(object)
    self.object = object
  }

  /// Whether an instance is the one that was seen. O(1).
  func leads(to candidate: AnyObject) -> Bool {
    address == ObjectIdentifier(candidate) && object != nil
  }
}
