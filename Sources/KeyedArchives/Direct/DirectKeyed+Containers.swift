internal import ArchiveFormat

/// Containers and decoders inside of a record.
extension DirectKeyed {
  /// Goes to the field of a key, back to one that was passed too: what is read there stays open.
  private func turnForNested(to key: Key) throws -> Turn {
    let turn = try turn(to: key)
    if case .passed(let field) = turn { return try goBack(to: field) }
    return turn
  }

  private func goBack(to field: Ref<FieldSlot>) throws -> Turn {
    try info.pointee.state.goBack(info, to: field) ? .field(field) : .cells
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    guard case .field(let field) = try turnForNested(to: key) else {
      if let inner = try keptDecoder(key) { return try inner.container(keyedBy: type) }
      return try cells().nestedContainer(keyedBy: type, forKey: key)
    }
    do {
      let level = try info.pointee.state.enter(field, .nested)
      if let box = info.pointee.state.open(level, type) {
        info.pointee.next = FieldSlot.never
        return KeyedContainers.container(box, type)
      }
      return try nestedMap(level, type, key)
    } catch {
      throw DecodingError.carrying(error, [String: Any].self, codingPath)
    }
  }

  /// The container of a map, or of cells. The call is apart: the type of the container is looked up for it.
  @inline(never)
  private func nestedMap<NestedKey: CodingKey>(
    _ level: Ref<Level>, _ type: NestedKey.Type, _ key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let state = info.pointee.state
    if let map = state.mapContainer(level, type) {
      info.pointee.next = FieldSlot.never
      return map.container(type)
    }
    if let around = level.pointee.previous { state.pointee.level = around }
    state.pointee.cursor.mark = level.pointee.start
    return try cells().nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    if case .field(let field) = try turnForNested(to: key) {
      let state = info.pointee.state
      let start = state.pointee.cursor.mark
      let around = state.pointee.level
      do {
        let level = try state.enter(field, .nested)
        if state.openUnkeyed(level), let decoder = level.pointee.decoder {
          info.pointee.next = FieldSlot.never
          return DirectUnkeyed(decoder, count: level.pointee.count)
        }
        state.pointee.level = around
        state.pointee.cursor.mark = start
      } catch {
        throw DecodingError.carrying(error, [Any].self, codingPath)
      }
    }
    if let inner = try keptDecoder(key) { return try inner.unkeyedContainer() }
    return try settleAndUseCells().nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder {
    // The plan of a record that is over may be gone.
    if try info.isOpen(), let field = superField {
      // A class that reads its own fields first has passed that of its superclass.
      if field.index(from: info.pointee.next) < 0 {
        _ = try info.pointee.state.goBack(info, to: field)
      }
      let forms = info.pointee.plan.pointee.form?.ofSuperclass
      if let decoder = try decoder(of: field, forms) { return decoder }
    }
    if let inner = try reopened({ container in
      try container.superField.flatMap { try container.decoder(ofOpen: $0) }
    }) {
      return inner
    }
    return try settleAndUseCells().superDecoder()
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    if case .field(let field) = try turnForNested(to: key), let decoder = try decoder(of: field) {
      return decoder
    }
    if let inner = try keptDecoder(key) { return inner }
    return try settleAndUseCells().superDecoder(forKey: key)
  }

  /// The field of the key that superclasses have by default.
  private var superField: Ref<FieldSlot>? {
    let plan = info.pointee.plan
    if plan.pointee.superField == -2 {
      let schema = info.pointee.state.pointee.engine.schema
      let fields = plan.pointee.fields
      let found = (0..<plan.pointee.count).first {
        schema.key(of: fields[$0]).hasSameBytes(as: ArchiveCodingKey.super.stringValue)
      }
      plan.pointee.superField = Int16(exactly: found ?? -1) ?? -1
    }
    guard plan.pointee.superField >= 0 else { return nil }
    return plan.pointee.fields[Int(plan.pointee.superField)]
  }

  /// A decoder of a record, map or array in a field; nil if the field was passed already, or holds none.
  ///
  /// - Parameter forms: The forms of the record, if it may be older than its class.
  private func decoder(
    of field: Ref<FieldSlot>, _ forms: RecordForms? = nil
  ) throws -> (any Decoder)? {
    guard !field.isStateBit, field.state(info.pointee.bits) == .value,
      field.index(from: info.pointee.next) >= 0
    else { return nil }
    let state = info.pointee.state
    do {
      try state.pass(info, to: field)
      guard state.isAtContainer(field) else { return nil }
      let level = try state.enter(field, .nested)
      level.pointee.forms = forms.map(Unowned.init)
      info.pointee.next = FieldSlot.never
      return level.pointee.decoder
    } catch {
      throw DecodingError.carrying(error, Any.self, codingPath)
    }
  }

  /// A decoder of the value of a key inside of a record that is over; nil if the record is not over, or is read from cells.
  private func keptDecoder(_ key: Key) throws -> DirectDecoder? {
    try reopened { container in
      switch try container.turn(to: key) {
      case .field(let field), .passed(let field): try container.decoder(ofOpen: field)
      case .none, .missing, .cells: nil
      }
    }
  }

  /// A decoder, which may be kept, of a field of a record that is kept itself, and open once more.
  private func decoder(ofOpen field: Ref<FieldSlot>) throws -> DirectDecoder? {
    let state = info.pointee.state
    guard !field.isStateBit, field.state(info.pointee.bits) == .value, try info.isOpen()
    else { return nil }
    if field.index(from: info.pointee.next) >= 0 {
      try state.pass(info, to: field)
      return state.pointee.engine.keptDecoder(of: field)
    }
    guard let frontier = try state.leaveFrontier(info, to: field) else { return nil }
    defer { state.comeBack(info, to: frontier) }
    return state.pointee.engine.keptDecoder(of: field)
  }

  /// Cells, with the nested containers inside left first.
  private func settleAndUseCells() throws -> KeyedDecoding<Key> {
    _ = try info.isOpen()
    return try cells()
  }
}
