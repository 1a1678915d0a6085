internal import ArchiveFormat

/// Class instances, and what leads to them.
extension EncodingSession {
  /// Encodes what stands in for a value, in its place.
  func encode(stored: any Encodable, to child: ValueEncoder) throws {
    if case .container = plan(for: type(of: stored)) {
      child.valueType = type(of: stored)
      try stored.encode(to: child)
    } else {
      var container = child.singleValueContainer()
      nextIsStandIn = true
      defer { nextIsStandIn = false }
      try container.encode(stored)
    }
  }

  func encodeObject<Value: Encodable>(
    _ value: Value, into parent: ValueEncoder, _ place: ArchiveCell, isStandIn: Bool
  ) throws {
    let object = ClassInstance.of(value)
    let stored = try stored(of: object, isStandIn)
    if let stored, let placeholder = stored as? ArchivedPlaceholder {
      return try encodeUntyped(placeholder.value, into: parent, place)
    }
    var cell = place
    let known = knownNumber(of: object)
    if let number = known, objects[number].place != nil {
      if let start = openObjects[number] {
        let here = parent.path(to: place)
        let first = start.parent.path(to: start.place)
        throw ArchiveError(
          .undeclaredCycle, "an object holds itself: \(here) → \(first)", path: here)
      }
      cell.kind = .reference
      cell.detail = UInt32(truncatingIfNeeded: number)
      parent.list.cells.append(cell)
      return
    }
    let number = known ?? mention(object)
    let child = ValueEncoder(self, parent.list, parent: parent, step: parent.nextStep(place))
    stand(number, in: parent.list)
    openObjects[number] = (parent, place)
    defer { openObjects[number] = nil }
    cell.kind = .object
    cell.detail = UInt32(truncatingIfNeeded: number)
    cell.length = try typeRow(type(of: object))
    let index = parent.list.cells.count
    parent.list.cells.append(cell)
    child.start = index + 1
    child.valueType = type(of: object)
    parent.list.current = child.identity
    if let stored, type(of: stored) == type(of: object) {
      try stored.encode(to: child)
    } else if let stored {
      try encode(stored: stored, to: child)
    } else {
      try value.encode(to: child)
    }
    try child.finish()
    parent.list.cells[index].payload = UInt64(truncatingIfNeeded: parent.list.cells.count)
  }

  /// What is stored in the place of an object that does not stand anywhere yet.
  private func stored(of object: AnyObject, _ isStandIn: Bool) throws -> (any Encodable)? {
    guard let hooks, !isStandIn else { return nil }
    let isKnown = knownNumber(of: object).map { objects[$0].place != nil }
    return isKnown == true ? nil : try hooks.stored(object)
  }

  /// Notes that a reference leads to an object.
  func reach(_ number: Int) {
    guard !objects[number].isReached else { return }
    objects[number].isReached = true
    reached.append(number)
  }

  /// Notes that an object stands where a list ends now.
  func stand(_ number: Int, in list: CellList) {
    objects[number].place = (list.number, list.cells.count)
    standing.append(number)
  }

  /// The number that an object has, or that was given to the object of a document that became it.
  func knownNumber(of object: AnyObject) -> Int? {
    let address = ObjectIdentifier(object)
    if let known = objectNumbers[address] { return known }
    guard !traces.isEmpty, let noted = traces.removeValue(forKey: address) else { return nil }
    // Several objects may have become the same instance. The others of that address are gone.
    let numbers = noted.filter { $0.trace.leads(to: object) }.map(\.number)
    guard let number = numbers.first(where: { objects[$0].place != nil }) ?? numbers.first else {
      return nil
    }
    for other in numbers where other != number { unions[other] = number }
    objects[number].object = object
    objectNumbers[address] = number
    return number
  }

  /// Gives an object the next number; nil for one that only a document has.
  func mention(_ object: AnyObject?) -> Int {
    objects.append(MentionedObject(object: object, place: nil))
    if let object { objectNumbers[ObjectIdentifier(object)] = objects.count - 1 }
    return objects.count - 1
  }

  func encodeEdge<Edge: ArchiveEdge>(
    _ edge: Edge, into parent: ValueEncoder, _ place: ArchiveCell
  ) throws {
    guard let target = edge.box.target else {
      if Edge.Rule.requiresObject {
        throw ArchiveError(.invalidValue, "the reference has no \(Edge.Target.self)")
      }
      return parent.append(ArchiveCell(.null), at: place)
    }
    let number = try self.number(ofTarget: target)
    noteElements(1, stride: DecodingSession.referenceByteCount)
    var cell = ArchiveCell(Edge.Rule.storesObject ? .backReference : .conditionalReference)
    cell.detail = UInt32(truncatingIfNeeded: number)
    parent.append(cell, at: place)
    if Edge.Rule.storesObject {
      if objects[number].place == nil { awaited.append(number) }
    }
    needsRenumbering = true
  }
}
