/// A reference to an object that something else keeps alive: a parent, a delegate.
///
/// ```swift
/// final class Node: Codable {
///   var children: [Node] = []
///   @WeakReference var parent: Node?
/// }
/// ```
///
/// The object is stored only if it is stored anyway, before this or after; else the reference is nil in
/// the archive. What it has in common with others: ``ArchivedReference``.
public typealias WeakReference<Target: AnyObject & Codable> =
  ArchivedReference<Target, WeakReferenceRule>

/// Several references as ``WeakReference`` is one. Objects that are gone, or that nothing stored, are left out.
public typealias WeakReferences<Target: AnyObject & Codable> =
  ArchivedReferenceArray<Target, WeakReferenceRule>

/// The rule of ``WeakReference``.
public enum WeakReferenceRule: OptionalReferenceRule {
  /// False.
  public static var storesObject: Bool { false }
  /// False.
  public static var retainsObject: Bool { false }
}
