internal import ArchiveFormat

/// Back and conditional edges (Spec, section 8).
extension DecodingSession {
  func decodeEdge<Edge: ArchiveEdge>(
    _ type: Edge.Type, _ slot: Slot, _ parent: ValueDecoder?, _ step: ValueDecoder.Step
  ) throws -> Edge {
    var slot = slot
    while slot.cell.kind == .extension || slot.cell.kind == .typed {
      slot = self.slot(slot.index + 1)
    }
    switch slot.cell.kind {
    case .null, .absent:
      if Edge.Rule.requiresObject { throw mismatch(Edge.Target.self, slot) }
      return Edge(ReferenceBox(nil, isWeak: !Edge.Rule.retainsObject))
    // An ordinary edge names or holds its object: what was one may have become a back edge since.
    case .backReference, .conditionalReference, .reference, .object:
      guard !ledger.isGraphOver, !ledger.graph.isOver else {
        throw error(
          .invalidValue, "a reference is decoded when the graph is complete already", slot)
      }
      // A box, and a place among those that wait.
      try charge(1, stride: Self.referenceByteCount, slot)
      let place = CellReference(
        session: self, cell: slot.index, object: Int(slot.cell.detail),
        path: ledger.needsPaths ? Self.knownPath(parent?.uncountedPath(to: step) ?? basePath) : nil)
      let graph = ledger.graph
      let box = Edge.makeBox(graph)
      guard graph.add(box, Edge.self, .cells(place)) else {
        throw error(.limitExceeded, "more references wait than the reader counts", slot)
      }
      return Edge(box)
    default: throw mismatch(Edge.Target.self, slot)
    }
  }

  static var referenceByteCount: Int { 192 }

  /// As much of a path as grants look at: chains of references would make it longer and longer.
  static func knownPath(_ path: [any CodingKey]) -> [any CodingKey] {
    Array(path.prefix(Self.pathLimit))
  }

  private static var pathLimit: Int { 64 }

  /// The object that an edge names, decoded if nobody did; nil if it stands nowhere.
  ///
  /// The class is compared with the caller's list as at every other reference.
  func object<Target: AnyObject & Decodable>(
    _ type: Target.Type, _ place: CellReference
  ) throws -> Target? {
    guard let cell = document.cell(ofObject: place.object) else {
      guard document.cells[place.cell].kind == .conditionalReference else {
        throw unresolved(
          "object \(place.object) stands outside of what is read", place, .objectElsewhere)
      }
      return nil
    }
    // Where a class is allowed is told by the way on which it is reached, not by where its object stands.
    let session: DecodingSession
    if let path = place.path {
      session = DecodingSession(self, at: path)
    } else {
      session = DecodingSession(self, pathOf: place.cell)
      if scope.objects[place.object] == nil, !(type is any UntypedValue.Type) {
        // What is wrong inside of an object that was not decoded yet is told from where that stands, but not
        // that its class is refused.
        _ = try session.allowedClass(
          type, row: document.cells[cell].length, slot(place.cell), { session.basePath })
        return try decodeTarget(type, cell, DecodingSession(self, pathOf: cell))
      }
    }
    return try decodeTarget(type, cell, session)
  }

  private func decodeTarget<Target: Decodable>(
    _ type: Target.Type, _ cell: Int, _ session: DecodingSession
  ) throws -> Target {
    return try session.outermost {
      try session.decode(type, self.slot(cell), parent: nil, step: .none)
    }
  }

  private func outermost<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      let error = ArchiveError.outermost(error)
      guard var ours = error as? ArchiveError, ours.path.isEmpty else { throw error }
      ours.path = ArchivePath(codingPath: basePath)
      throw ours
    }
  }

  func unresolved(
    _ message: String, _ place: CellReference, _ code: ArchiveError.Code = .valueNotFound
  ) -> ArchiveError {
    var error = error(code, message, slot(place.cell))
    error.path = path(toCell: place.cell)
    return error
  }

  func earlyRead(_ cell: Int) -> ArchiveError {
    var error = error(
      .pendingReference, "a reference was read before the graph was complete", slot(cell))
    error.path = path(toCell: cell)
    return error
  }
}
