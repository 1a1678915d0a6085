/// A value that an archive keeps as a back or conditional edge (Spec, section 8): it names an object and never holds it.
package protocol ReferenceEdge: Codable {
  associatedtype Target: AnyObject & Codable

  /// A Boolean value indicating whether the edge makes the archive store the object. The object of another edge is
  /// stored only if something else stores it.
  static var storesObject: Bool { get }
  /// A Boolean value indicating whether the edge has to have an object.
  static var requiresObject: Bool { get }
  /// The object.
  var target: Target? { get }

  /// An edge without an object.
  init()

  /// An edge whose object is not decoded yet, and what gives it the object.
  static func pending() -> (edge: Self, complete: (Target?) throws -> Void)
}
