internal import ArchiveFormat

/// How values of one static type are encoded; made once per type and call.
enum EncodingPlan {
  case leaf
  case collection
  case object
  case edge
  case existential
  case untyped
  case container

  init(_ type: any Any.Type) {
    if type is any ArchiveLeaf.Type {
      self = .leaf
    } else if type is any UntypedValue.Type {
      self = .untyped
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
}
