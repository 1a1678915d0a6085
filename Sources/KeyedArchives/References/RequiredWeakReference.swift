/// A ``WeakReference`` that always has an object: `decode` fails where nothing stored it, and `encode` where
/// there is none.
public typealias RequiredWeakReference<Target: AnyObject & Codable> =
  ArchivedReference<Target, RequiredWeakReferenceRule>

/// The rule of ``RequiredWeakReference``.
public enum RequiredWeakReferenceRule: ReferenceRule {
  /// False.
  public static var storesObject: Bool { false }
  /// False.
  public static var retainsObject: Bool { false }
  /// True.
  public static var requiresObject: Bool { true }
}
