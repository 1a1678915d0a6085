/// A value that an archive keeps as a back or conditional edge (Spec, section 8): it names an object and
/// never holds it. What encodes and decodes knows of it no more than this.
protocol ArchiveEdge: Codable {
  associatedtype Target: AnyObject & Codable
  associatedtype Rule: ReferenceRule

  /// What leads to the object.
  var box: ReferenceBox<Target> { get }

  init(_ box: ReferenceBox<Target>)
}
