internal import ArchiveFormat

/// A value that an archive keeps as a back or conditional edge (Spec, section 8): it names an object and
/// never holds it. What encodes and decodes knows of it no more than this.
protocol ArchiveEdge: Codable {
  associatedtype Target: AnyObject & Codable
  associatedtype Rule: ReferenceRule

  /// The box that leads to the object, a `Target`.
  var box: ReferenceBox { get }

  init(_ box: ReferenceBox)
}

extension ArchiveEdge {
  /// A box that waits for the object.
  static func makeBox(_ graph: GraphCompletion) -> ReferenceBox {
    ReferenceBox(graph, isWeak: !Rule.retainsObject)
  }

  /// The object that an edge names, decoded if nobody did; nil if it stands nowhere.
  static func find(_ place: CellReference) throws -> AnyObject? {
    let found = try place.session.object(Target.self, place)
    if found == nil, Rule.requiresObject {
      throw place.session.unresolved(
        "\(TypePhrase.one(Target.self)) is needed, none is stored", place)
    }
    return found
  }
}
