internal import ArchiveFormat

/// Values of types that the caller has hooks for.
extension DecodingSession {
  /// Decodes a value that is no object.
  func decodeHooked<Value: Decodable>(
    _ type: Value.Type, _ slot: Slot, parent: ValueDecoder?, step: ValueDecoder.Step,
    _ hooks: DecodingHooks
  ) throws -> Value {
    if let conflict = hooks.conflict { throw conflict }
    // Which class an object has is known when it is looked at.
    guard !(type is AnyClass) else {
      return try decodeAsItIs(type, slot, parent: parent, step: step)
    }
    let value: Any
    if let restore = hooks.restorations[ObjectIdentifier(type)],
      row(of: type, seeThrough(slot)) == nil
    {
      value = try restore.fromCells(self, slot, parent, step)
    } else {
      value = try decodeAsItIs(type, slot, parent: parent, step: step)
    }
    guard let result = try hooks.replaced(value, as: type) as? Value else {
      throw mismatch(type, slot)
    }
    return result
  }

  /// Makes the instance of a class whose body stands at a slot.
  ///
  /// - Parameter isItself: Whether the body is what the class encoded, and nothing that was stored in its place.
  func instance<Value: Decodable>(
    _ type: Value.Type, _ body: Slot, isItself: Bool, _ child: ValueDecoder,
    parent: ValueDecoder?, step: ValueDecoder.Step
  ) throws -> Value {
    guard let hooks = ledger.hooks else { return try type.init(from: child) }
    let result: Value = try instance(hooks, type, body, isItself: isItself, child, parent, step)
    if hooks.validatesObjects { ledger.instances.append(result as AnyObject) }
    return result
  }

  private func instance<Value: Decodable>(
    _ hooks: DecodingHooks, _ type: Value.Type, _ body: Slot, isItself: Bool,
    _ child: ValueDecoder, _ parent: ValueDecoder?, _ step: ValueDecoder.Step
  ) throws -> Value {
    if let conflict = hooks.conflict { throw conflict }
    let value: Any
    if !isItself, let restore = hooks.restorations[ObjectIdentifier(type)] {
      value = try restore.fromCells(self, body, parent, step)
    } else {
      value = try type.init(from: child)
    }
    guard let result = try hooks.replaced(value, as: type) as? Value else {
      throw error(.typeMismatch, "a hook put something else in the place of a \(type)", body)
    }
    return result
  }

  /// Decodes what was stored in the place of a value. It has no stand-in itself.
  func decodeStandIn<Value: Decodable>(
    _ type: Value.Type, _ slot: Slot, parent: ValueDecoder?, step: ValueDecoder.Step
  ) throws -> Value {
    do throws(ArchiveError) {
      try StackGuard.check()
    } catch {
      throw refuse(self.error(error.code, error.message, slot), parent?.codingPath ?? basePath)
    }
    try countVisits(1, slot)
    return try decodeAsItIs(type, slot, parent: parent, step: step)
  }
}
