internal import ArchiveFormat

/// How values of one static type are encoded; made once per type and call.
enum EncodingPlan {
  case leaf(any ArchiveLeaf.Type)
  case collection
  case object
  case edge
  case existential
  case container

  init(_ type: any Any.Type) {
    if let leaf = type as? any ArchiveLeaf.Type {
      self = .leaf(leaf)
    } else if type is any AnyObject.Type {
      self = .object
    } else if type is any ArchiveEdge.Type {
      self = .edge
    } else if type is any ArchiveExistential.Type {
      self = .existential
    } else if type is any ArchiveCollection.Type {
      self = .collection
    } else {
      self = .container
    }
  }

  var isClass: Bool {
    if case .object = self { true } else { false }
  }

  /// The value as an edge to an object.
  func edge<Value>(_ value: Value) -> (any ArchiveEdge)? {
    guard case .edge = self else { return nil }
    return value as? any ArchiveEdge
  }

  /// The value as one whose type the archive names.
  func existential<Value>(_ value: Value) -> (any ArchiveExistential)? {
    guard case .existential = self else { return nil }
    return value as? any ArchiveExistential
  }

  /// The cell of a leaf.
  func leaf<Value>(_ value: Value, _ tape: inout ArchiveTape) -> ArchiveCell? {
    guard case .leaf = self, let leaf = value as? any ArchiveLeaf else { return nil }
    return leaf.cell(&tape)
  }

  /// The value as a collection that is encoded without its own `encode(to:)`.
  func collection<Value>(_ value: Value) -> (any ArchiveCollection)? {
    guard case .collection = self else { return nil }
    return value as? any ArchiveCollection
  }
}
