/// What holds for a reference between objects: ``BackReference``, ``WeakReference`` and their kin name the
/// rules that there are.
public protocol ReferenceRule {
  /// Whether the object is stored because of the reference, and not only if something else stores it.
  static var storesObject: Bool { get }
  /// Whether the object is kept alive.
  static var retainsObject: Bool { get }
  /// Whether there has to be an object.
  static var requiresObject: Bool { get }
}

/// The rule of a reference that may have no object.
public protocol OptionalReferenceRule: ReferenceRule {}

extension OptionalReferenceRule {
  /// False.
  public static var requiresObject: Bool { false }
}
