internal import ArchiveFormat

/// A value that stands in no archive, but in the place of one: what a migration made, or a default.
final class Graft {
  let value: any Encodable
  private var made: (session: DecodingSession, slot: Slot)?

  init(_ value: any Encodable) { self.value = value }

  /// The value as cells of its own, made once.
  func place(_ session: DecodingSession) throws -> (session: DecodingSession, slot: Slot) {
    if let made { return made }
    let encoding = EncodingSession(
      userInfo: session.ledger.userInfo, maximumDepth: session.ledger.limits.maximumDepth)
    defer { encoding.end() }
    let document = ArchivedDocument(try encoding.tape(of: AnyEncodable(value)))
    let inner = DecodingSession(document, in: session)
    let place = (inner, inner.slot(0))
    made = place
    return place
  }

  var isNull: Bool { Erased.unwrapped(value) == nil }
}

/// An encodable value of any type, encoded as itself.
private struct AnyEncodable: Encodable {
  let value: any Encodable

  init(_ value: any Encodable) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension DecodingSession {
  /// A slot for a value in the place of what stands at another one.
  func graft(_ value: any Encodable, at place: Slot) -> Slot {
    scope.grafts.append(Graft(value))
    var cell = ArchiveCell(.segment)
    cell.detail = UInt32(truncatingIfNeeded: scope.grafts.count - 1)
    cell.offset = place.cell.offset
    return Slot(cell: cell, index: -1)
  }

  func graft(_ slot: Slot) -> Graft? {
    slot.cell.kind == .segment ? scope.grafts[Int(slot.cell.detail)] : nil
  }

  /// Where the cells of a value are: for one that stands in no archive, those that are made of it.
  func place(of slot: Slot) throws -> (session: DecodingSession, slot: Slot) {
    guard let graft = graft(slot) else { return (self, slot) }
    return try graft.place(self)
  }

  /// Decodes a value that stands in no archive.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ graft: Graft, parent: ValueDecoder?, step: ValueDecoder.Step
  ) throws -> Value {
    if let value = graft.value as? Value { return value }
    let (session, slot) = try graft.place(self)
    return try session.decode(type, slot, parent: parent, step: step)
  }
}
