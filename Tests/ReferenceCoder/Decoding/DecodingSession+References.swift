internal import struct ArchiveFormat.ArchiveError

/// Back and conditional edges (Spec, section 8).
extension DecodingSession {
  func decodeEdge<Edge: ReferenceEdge>(_ type: Edge.Type, _ slot: Slot) throws -> Edge {
    var slot = slot
    while slot.cell.kind == .extension || slot.cell.kind == .typed {
      slot = self.slot(slot.index + 1)
    }
    switch slot.cell.kind {
    case .null, .absent:
      if Edge.requiresObject { throw mismatch(Edge.Target.self, slot) }
      return Edge()
    // An ordinary edge names or holds its object: what was one may have become a back edge since.
    case .backReference, .conditionalReference, .reference, .object:
      guard !graph.isOver else {
        throw error(
          .invalidValue, "a reference is decoded when the graph is complete already", slot)
      }
      // A box, and a place among those that wait.
      try charge(1, stride: Self.referenceByteCount, slot)
      let (edge, complete) = Edge.pending()
      graph.add { session in
        let target = try session.object(Edge.Target.self, slot)
        if target == nil, Edge.requiresObject {
          throw session.error(
            .valueNotFound, "a \(Edge.Target.self) is needed, none is stored", slot)
        }
        return { try complete(target) }
      }
      return edge
    default: throw mismatch(Edge.Target.self, slot)
    }
  }

  private static var referenceByteCount: Int { 192 }

  /// The object that an edge names, decoded if nobody did; nil if it stands nowhere.
  ///
  /// The class is compared with the caller's list as at every other reference.
  private func object<Target: AnyObject & Decodable>(
    _ type: Target.Type, _ slot: Slot
  ) throws -> Target? {
    guard let cell = document.cell(ofObject: Int(slot.cell.detail)) else { return nil }
    do {
      return try decode(type, self.slot(cell), parent: nil, step: .none)
    } catch {
      throw ArchiveError.outermost(error)
    }
  }
}
