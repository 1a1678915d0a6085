/// The way to encode values of one static type.
enum EncodingPlan {
  case leaf, collection, object, edge, existential, container

  init(_ type: any Any.Type) {
    if type is any ArchiveLeaf.Type {
      self = .leaf
    } else if type is any AnyObject.Type {
      self = .object
    } else if type is any ReferenceEdge.Type {
      self = .edge
    } else if type is any ErasedValue.Type {
      self = .existential
    } else if type is any ArchiveCollection.Type {
      self = .collection
    } else {
      self = .container
    }
  }
}
