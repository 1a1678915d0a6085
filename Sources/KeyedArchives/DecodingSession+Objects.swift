internal import ArchiveFormat

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
    let path = { parent?.uncountedPath(to: step) ?? self.basePath }
    guard slot.cell.kind.mentionsObject,
      let cell = document.cell(ofObject: Int(slot.cell.detail))
    else { return try decodeLoose(type, place, parent, step) }
    let number = Int(slot.cell.detail)
    let definition = self.slot(cell)
    let wanted = try allowedClass(
      type, row: definition.cell.length, definition, path, place: place)
    if let instance = scope.objects[number] {
      if let value = instance as? Value {
        accept(place, wanted, row: definition.cell.length)
        return value
      }
      throw error(
        .typeMismatch, "object \(number) was decoded as \(Swift.type(of: instance)) before", slot)
    }
    guard scope.objects.begin(number) else {
      throw refuse(
        error(.undeclaredCycle, "object \(number) is asked for while it is decoded", slot), path())
    }
    var decoded: AnyObject?
    defer { scope.objects.end(number, decoded) }
    var body = self.slot(definition.index + 1)
    // The label that names the class of a body that is no record of it.
    if body.cell.kind == .typed { body = self.slot(body.index + 1) }
    let child = ValueDecoder(self, body, parent: parent, step: step)
    child.object = definition
    let row = definition.cell.length
    child.evolution = try evolution(
      of: wanted, row: names(wanted, scope.typeName(row, document.definitions)) ? row : nil,
      definition, path)
    let value = try nested(definition, child) {
      try instance(
        wanted, body,
        isItself: body.cell.kind == .record && Int(body.cell.detail) == definition.cell.length + 1,
        child, parent: parent, step: step)
    }
    decoded = value as AnyObject
    accept(place, wanted, row: row)
    return value
  }

  /// Takes back that the object at a place was refused as other classes, if it was decoded as the one that the archive names, and not as one that
  /// a handler put in its place.
  private func accept(_ place: Slot, _ wanted: any Any.Type, row: Int) {
    guard !ledger.refusedPlaces.isEmpty else { return }
    let name = scope.typeName(row, document.definitions)
    guard names(wanted, name) else { return }
    ledger.accept(at: offset(of: place), in: scope.objects)
  }

  /// What tells a place from others: its bytes, or its number among the cells of a document that stands in no file.
  private func offset(of place: Slot) -> Int {
    scope.map == nil ? place.index : place.cell.rawOffset
  }

  /// The class that an object of a row is decoded as where `type` is asked for.
  ///
  /// - Parameter place: Where the object was asked for; nil for a record of a class that is no object.
  func allowedClass<Value: Decodable>(
    _ type: Value.Type, row: Int, _ slot: Slot, _ path: () -> [any CodingKey], place: Slot? = nil
  ) throws -> Value.Type {
    let name = scope.typeName(row, document.definitions)
    var wanted = ledger.allowedClass(
      type, named: name, at: { ledger.path(path()) })
    if wanted == nil, let other = try handled(row, ledger.name(of: type), path) {
      wanted = other as? Value.Type
    }
    ledger.observer?(
      TypeDecision(
        name: name, version: document.definitions.types[row].version,
        requestedName: ledger.name(of: type), isAllowed: wanted != nil,
        place: LazyPath(outer: path()), rootName: ledger.rootName))
    if let wanted { return wanted }
    let error = error(.typeNotAllowed, refusal(of: name, type), slot)
    guard let place else { throw refuse(error, path()) }
    throw ledger.refuse(error, at: offset(of: place), in: scope.objects, path())
  }

  /// The type that a name stands for in an existential.
  func listedType(
    _ row: Int, _ requestedName: String, _ slot: Slot, _ path: () -> [any CodingKey]
  ) throws -> any Decodable.Type {
    let name = scope.typeName(row, document.definitions)
    let grant = ledger.allowList[name.utf8.digest]
    // One that is itself told by a name would be asked for again and again.
    let isPlain = !(grant?.type is any ArchiveExistential.Type)
    var wanted: (any Decodable.Type)?
    if isPlain, let grant, grant.allows({ ledger.path(path()) }) { wanted = grant.type }
    if wanted == nil, let other = try handled(row, requestedName, path),
      !(other is any ArchiveExistential.Type)
    {
      wanted = other
    }
    ledger.observer?(
      TypeDecision(
        name: name, version: document.definitions.types[row].version,
        requestedName: requestedName, isAllowed: wanted != nil,
        place: LazyPath(outer: path()), rootName: ledger.rootName))
    if let wanted { return wanted }
    let message =
      grant == nil
      ? "the type “\(name)” is not allowed where \(requestedName) is asked for"
      : "the type “\(name)” is allowed in other places, not in this one"
    throw refuse(error(.typeNotAllowed, message, slot), path())
  }

  /// What the caller puts in the place of a type that the list does not name.
  private func handled(
    _ row: Int, _ requestedName: String, _ path: () -> [any CodingKey]
  ) throws -> TypeAllowList.DecodableType? {
    let name = scope.typeName(row, document.definitions)
    guard let handler = ledger.settings.unknownTypeHandler,
      ledger.allowList[name.utf8.digest] == nil
    else { return nil }
    let type = document.definitions.types[row]
    return try ledger.sticky {
      try handler(
        UnknownType(
          name: name, version: type.version, isClass: type.isClass, requestedName: requestedName,
          path: ledger.path(path())))
    }
  }

  private func refusal(of name: String, _ type: any Any.Type) -> String {
    guard let grant = ledger.allowList[name.utf8.digest] else {
      return "the class “\(name)” is not allowed where \(TypePhrase.one(type)) is asked for"
    }
    let isElsewhere = !grant.paths.isEmpty
    return isElsewhere
      ? "the class “\(name)” is allowed in other places, not in this one"
      : "\(TypePhrase.one(type)) is asked for, and the class “\(name)” is none"
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
    // The name of a value type asks for no class: a struct that became one still reads its archives.
    if seen.cell.kind == .record, case let row = Int(seen.cell.detail) - 1, row >= 0,
      document.definitions.types[row].isClass
    {
      wanted = try allowedClass(type, row: row, slot, { child.uncountedPath(to: .none) })
    }
    child.evolution = try evolution(
      of: wanted, row: row(of: wanted, slot) ?? row(of: wanted, seen), slot,
      { child.uncountedPath(to: .none) })
    return try nested(slot, child) {
      try instance(
        wanted, slot, isItself: row(of: wanted, seen) != nil, child, parent: parent, step: step)
    }
  }
}
