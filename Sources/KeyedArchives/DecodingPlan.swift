/// How values of one static type are decoded; made once per type and call.
enum DecodingPlan {
  case leaf(any ArchiveLeaf.Type)
  case collection(any ArchiveCollection.Type)
  case object
  case edge(any ArchiveEdge.Type)
  case existential(any ArchiveExistential.Type)
  case untyped(any UntypedValue.Type)
  case container

  init(_ type: any Any.Type) {
    if let leaf = type as? any ArchiveLeaf.Type {
      self = .leaf(leaf)
    } else if let untyped = type as? any UntypedValue.Type {
      self = .untyped(untyped)
    } else if type is any AnyObject.Type {
      self = .object
    } else if let edge = type as? any ArchiveEdge.Type {
      self = .edge(edge)
    } else if let existential = type as? any ArchiveExistential.Type {
      self = .existential(existential)
    } else if let collection = type as? any ArchiveCollection.Type {
      self = .collection(collection)
    } else {
      self = .container
    }
  }
}
