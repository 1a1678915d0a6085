/// A reference to an object that is stored only if something else stores it, before this or after; else
/// the reference is nil in the archive.
///
/// The object is kept alive, so a cycle is not freed by itself: see ``BackReference``. What it has in common with others:
/// ``ArchivedReference``.
public typealias ConditionalReference<Target: AnyObject & Codable> =
  ArchivedReference<Target, ConditionalReferenceRule>

/// Several references as ``ConditionalReference`` is one. Objects that nothing stored are left out.
public typealias ConditionalReferences<Target: AnyObject & Codable> =
  ArchivedReferenceArray<Target, ConditionalReferenceRule>

/// The rule of ``ConditionalReference``.
public enum ConditionalReferenceRule: OptionalReferenceRule {
  /// False.
  public static var storesObject: Bool { false }
  /// True.
  public static var retainsObject: Bool { true }
}
