internal import struct ArchiveFormat.ArchiveError

/// Class instances, and the types that are allowed where one is asked for.
extension DecodingSession {

  func decodeObject<Value: Decodable>(
    _ type: Value.Type, _ slot: Slot, _ parent: ValueDecoder?, _ step: ValueDecoder.Step
  ) throws -> Value {
    let place = slot
    var slot = slot
    while slot.cell.kind == .extension || slot.cell.kind == .typed {
      slot = self.slot(slot.index + 1)
    }
    let path = { parent?.uncountedPath(to: step) ?? [] }
    guard slot.cell.kind.mentionsObject,
      let cell = document.cell(ofObject: Int(slot.cell.detail))
    else { return try decodeLoose(type, place, parent, step) }
    let number = Int(slot.cell.detail)
    let definition = self.slot(cell)
    let wanted = try allowedClass(type, row: definition.cell.length, definition, path)
    if let instance = objects[number] {
      if let value = instance as? Value { return value }
      throw error(
        .typeMismatch, "object \(number) was decoded as \(Swift.type(of: instance)) before", slot)
    }
    guard objects.begin(number) else {
      throw refuse(
        error(.undeclaredCycle, "object \(number) is asked for while it is decoded", slot), path())
    }
    var decoded: AnyObject?
    defer { objects.end(number, decoded) }
    var body = self.slot(definition.index + 1)
    // The label that names the class of a body that is no record of it.
    if body.cell.kind == .typed { body = self.slot(body.index + 1) }
    let child = ValueDecoder(self, body, parent: parent, step: step)
    let value = try nested(definition, child) { try wanted.init(from: child) }
    decoded = value as AnyObject
    return value
  }

  /// The class that an object of a row is decoded as where `type` is asked for.
  func allowedClass<Value: Decodable>(
    _ type: Value.Type, row: Int, _ slot: Slot, _ path: () -> [any CodingKey]
  ) throws -> Value.Type {
    let name = typeName(row)
    if settings.names.name(of: type).hasSameBytes(as: name) { return type }
    if let wanted = allowList[name.digest] as? Value.Type { return wanted }
    throw refuse(
      error(.typeNotAllowed, "the class “\(name)” is not allowed where \(type) is asked for", slot),
      path())
  }

  /// A class asked for where no object stands: a record of that name, of a value type, or without a name.
  private func decodeLoose<Value: Decodable>(
    _ type: Value.Type, _ slot: Slot, _ parent: ValueDecoder?, _ step: ValueDecoder.Step
  ) throws -> Value {
    let seen = seeThrough(slot)
    if seen.cell.kind == .null { throw mismatch(type, seen) }
    let child = ValueDecoder(self, slot, parent: parent, step: step)
    var wanted = type
    var label = slot
    while label.cell.kind == .typed || label.cell.kind == .extension {
      let row = Int(label.cell.detail)
      if label.cell.kind == .typed, document.definitions.types[row].isClass {
        wanted = try allowedClass(type, row: row, slot, { child.uncountedPath(to: .none) })
      }
      label = self.slot(label.index + 1)
    }
    if seen.cell.kind == .record, case let row = Int(seen.cell.detail) - 1, row >= 0,
      document.definitions.types[row].isClass
    {
      wanted = try allowedClass(type, row: row, slot, { child.uncountedPath(to: .none) })
    }
    return try nested(slot, child) { try wanted.init(from: child) }
  }
}

/// Values whose types the archive names.
extension DecodingSession {
  func decodeExistential(
    _ type: any ErasedValue.Type, _ slot: Slot, _ parent: ValueDecoder?, _ step: ValueDecoder.Step
  ) throws -> any ErasedValue {
    var named = slot
    while named.cell.kind == .extension { named = self.slot(named.index + 1) }
    if isNull(named) || named.cell.kind == .absent {
      if let none = type.init(unwrapped: nil) { return none }
      throw mismatch(type, named)
    }
    guard let row = typeRow(of: named) else {
      throw error(
        .typeMismatch, "\(type) is asked for, a value without the name of a type is there", named)
    }
    let name = typeName(row)
    guard let wanted = allowList[name.digest], !(wanted is any ErasedValue.Type) else {
      throw refuse(
        error(
          .typeNotAllowed, "the type “\(name)” is not allowed where \(type) is asked for", named),
        parent?.uncountedPath(to: step) ?? [])
    }
    let value: Any = try decode(wanted, named, parent: parent, step: step)
    if let result = type.init(unwrapped: value) { return result }
    throw error(
      .typeMismatch, "\(type) is asked for, and “\(name)” does not conform to it", named)
  }

  /// The type that a value's name says.
  private func typeRow(of slot: Slot) -> Int? {
    switch slot.cell.kind {
    case .object, .reference, .backReference, .conditionalReference:
      document.cell(ofObject: Int(slot.cell.detail)).map { document.cells[$0].length }
    default: slot.cell.typeRow
    }
  }
}
