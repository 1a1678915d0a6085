internal import ArchiveFormat

/// Values of types that the caller has hooks for, read from bytes.
extension DirectEngine {
  /// The strategy for values of a type that has hooks; nil if the type has none.
  func hookedStrategy(
    _ type: any Any.Type, _ traits: TypeTraits, _ slot: Ref<FieldSlot>
  ) -> FieldSlot.Strategy? {
    let hooks = settings.values.hooks
    // A bool among the state bits is no payload that could be read alone: its value is made of a cell.
    guard !slot.pointee.isBare, !slot.isStateBit, hooks.concern(type) else { return nil }
    // The hooks of objects run where those are made.
    if traits.isClass { return nil }
    // Collections ask for elements and tagged values in further slots, where a hook would run again.
    guard slot.pointee.strategy != .cells, traits.lineage == nil, traits.collection == nil,
      traits.edge == nil
    else { return .cells }
    guard hooks.restorations[ObjectIdentifier(type)] != nil else { return .replaced }
    switch slot.pointee.code {
    case KindCode.record, KindCode.any, KindCode.object: return .cells
    case KindCode.recordOfShape:
      let shape = schema.shape(of: slot.pointee.kind)
      guard let row = schema.definitions.shapes[shape].type else { return .restored }
      let name = schema.typeName(row)
      return ledger.name(of: type).hasSameBytes(as: name) ? .replaced : .restored
    default: return .restored
    }
  }
}

extension Ref<DirectState> {
  /// The value of a slot that hooks have a part in. Not inlined: the casts look for metadata before anything else.
  @inline(never)
  func hookedValue<Value: Decodable>(_ type: Value.Type, _ slot: Ref<FieldSlot>) throws -> Value {
    let hooks = pointee.engine.settings.values.hooks
    let bare = pointee.engine.schema.addBare(slot)
    let value: Any
    if slot.pointee.strategy == .restored {
      // The list may give the type the name of what stands there.
      guard let restoration = hooks.restorations[ObjectIdentifier(type)],
        pointee.engine.settings.values.allowedTypes.isEmpty
          || slot.pointee.code != KindCode.recordOfShape
      else { return try valueFromCells(type, slot) }
      value = try restoration.fromBytes(self, bare)
    } else {
      prepare(type, bare)
      value = try self.value(type, bare)
    }
    guard let result = try hooks.replaced(value, as: type) as? Value else {
      throw ArchiveError(.typeMismatch, "a hook put something else in the place of a \(type)")
    }
    return result
  }

  /// True if a hook makes the objects of a class of what was stored in their place.
  @inline(never)
  func isRestored(_ type: any Any.Type) -> Bool {
    pointee.engine.settings.values.hooks.restorations[ObjectIdentifier(type)] != nil
  }

  /// Gives an object that was just decoded as a class to the hooks, and returns the one that they put in its place. The validations look at that when
  /// the graph is complete.
  ///
  /// - Parameters:
  ///   - requested: The class that was asked for.
  ///   - level: The body of the object, which was left.
  @inline(never)
  func hooked<Value: Decodable>(
    _ object: AnyObject, _ requested: Value.Type, _ type: any Any.Type, _ level: Ref<Level>
  ) throws -> AnyObject {
    let engine = pointee.engine
    let hooks = engine.settings.values.hooks
    do {
      guard let result = try hooks.replaced(object, as: type) as? Value else {
        throw engine.ledger.scope.located(
          ArchiveError(
            .typeMismatch, "a hook put something else in the place of a \(type)",
            byteOffset: engine.offset(of: level.pointee.start)))
      }
      if hooks.validatesObjects { engine.ledger.instances.append(result as AnyObject) }
      return result as AnyObject
    } catch {
      forgetObjects(since: level)
      throw error
    }
  }

  /// Decodes the value that was stored in the place of another one, from a bare slot.
  func standIn<Stored: Decodable>(_ type: Stored.Type, _ slot: Ref<FieldSlot>) throws -> Stored {
    try countVisit()
    prepare(type, slot)
    return try value(type, slot)
  }
}
