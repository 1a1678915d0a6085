/// The way to decode values of one static type.
enum DecodingPlan {
  case leaf(any ArchiveLeaf.Type)
  case collection(any ArchiveCollection.Type)
  case object
  case edge(any ReferenceEdge.Type)
  case existential(any ErasedValue.Type)
  case container

  init(_ type: any Any.Type) {
    if let leaf = type as? any ArchiveLeaf.Type {
      self = .leaf(leaf)
    } else if type is any AnyObject.Type {
      self = .object
    } else if let edge = type as? any ReferenceEdge.Type {
      self = .edge(edge)
    } else if let existential = type as? any ErasedValue.Type {
      self = .existential(existential)
    } else if let collection = type as? any ArchiveCollection.Type {
      self = .collection(collection)
    } else {
      self = .container
    }
  }
}
