internal import ArchiveFormat

/// A value that an archive keeps as a back or conditional edge (Spec, section 8): it names an object and
/// never holds it.
protocol ArchiveEdge: Codable {
  associatedtype Target: AnyObject & Codable

  /// What leads to the object.
  var box: ReferenceBox<Target> { get }

  init(_ box: ReferenceBox<Target>)

  /// Whether the edge makes its target be stored.
  static var isStrong: Bool { get }
  /// Whether the object is kept alive.
  static var isWeak: Bool { get }
  /// Whether there has to be an object.
  static var isRequired: Bool { get }
}

extension ArchiveEdge {
  static var isStrong: Bool { true }
  static var isWeak: Bool { false }
  static var isRequired: Bool { false }

  init(_ target: Target?) { self.init(ReferenceBox(target, isWeak: Self.isWeak)) }

  /// An edge that is resolved when the graph is complete.
  init(pending graph: GraphCompletion, _ place: ReferencePlace) {
    let box = ReferenceBox<Target>(
      graph, place.cell, isWeak: Self.isWeak, isRequired: Self.isRequired)
    graph.add(box, place)
    self.init(box)
  }

  /// What is encoded: nil for no object.
  var edgeTarget: (any (AnyObject & Encodable))? { box.target }

  /// Encodes the edge, where that is asked of it and not of a container.
  func encodeEdge(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if encoder is ValueEncoder || encoder is DirectEncoder { return try container.encode(self) }
    guard edgeTarget == nil, !Self.isRequired else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "only a KeyedArchiver encodes references between objects"))
    }
    try container.encodeNil()
  }

  /// Decodes an edge, where that is asked of it and not of a container.
  init(decoding decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if decoder is ValueDecoder || decoder is DirectDecoder {
      self = try container.decode(Self.self)
      return
    }
    guard !Self.isRequired, container.decodeNil() else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "only a KeyedUnarchiver decodes references between objects")
    }
    self.init(nil)
  }

  /// The object.
  var object: Target {
    get throws {
      if box.isPending {
        throw ArchiveError(
          .pendingReference, "the reference is read before the graph is complete")
      }
      if let target = box.target { return target }
      throw ArchiveError(.valueNotFound, "the reference has no \(Target.self)")
    }
  }
}
