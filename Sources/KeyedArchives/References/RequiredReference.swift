/// A ``BackReference`` that always has an object: `decode` fails where there is none, and so does `encode`.
///
/// ```swift
/// final class Row: Codable {
///   @RequiredReference var table: Table?
///
///   func width() throws -> Int { try $table.get().width }
/// }
/// ```
///
/// The reference is strong, so a cycle is not freed by itself: see ``BackReference``.
public typealias RequiredReference<Target: AnyObject & Codable> =
  ArchivedReference<Target, RequiredReferenceRule>

/// The rule of ``RequiredReference``.
public enum RequiredReferenceRule: ReferenceRule {
  /// True.
  public static var storesObject: Bool { true }
  /// True.
  public static var retainsObject: Bool { true }
  /// True.
  public static var requiresObject: Bool { true }
}
