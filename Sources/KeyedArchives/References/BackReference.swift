/// A reference to an object that holds this one, or that is stored later: an edge that may close a cycle.
///
/// ```swift
/// final class Document: Codable {
///   var sections: [Section] = []
/// }
///
/// final class Section: Codable {
///   @BackReference var document: Document?
/// }
/// ```
///
/// The object is kept alive, and it is stored: if nothing else of what is encoded holds it, behind all
/// that does (Spec, section 8). ``WeakReference`` does not keep the object alive, ``ConditionalReference``
/// does not make it be stored, ``RequiredReference`` has an object in any case, and ``BackReferences`` has
/// several. What they have in common: ``ArchivedReference``.
///
/// - Important: The reference is strong. A cycle of strong references is never freed, also after decoding: in the
///   example `document` and its sections keep each other alive. Set the property to nil when the graph is no longer
///   needed, or use ``WeakReference`` where another object keeps the target alive.
public typealias BackReference<Target: AnyObject & Codable> =
  ArchivedReference<Target, BackReferenceRule>

/// Several references as ``BackReference`` is one.
public typealias BackReferences<Target: AnyObject & Codable> =
  ArchivedReferenceArray<Target, BackReferenceRule>

/// The rule of ``BackReference``.
public enum BackReferenceRule: OptionalReferenceRule {
  /// True.
  public static var storesObject: Bool { true }
  /// True.
  public static var retainsObject: Bool { true }
}
