internal import ArchiveFormat

extension DecodingSession {
  /// Decodes a value as the type that its name stands for on the caller's list.
  func decodeExistential<Value: ArchiveExistential>(
    _ type: Value.Type, _ slot: Slot, _ parent: ValueDecoder?, _ step: ValueDecoder.Step
  ) throws -> Value {
    let path = { parent?.uncountedPath(to: step) ?? self.basePath }
    var named = slot
    while named.cell.kind == .extension { named = self.slot(named.index + 1) }
    if isNull(named) || named.cell.kind == .absent {
      if let none = type.init(erased: Optional<Any>.none as Any) { return none }
      throw mismatch(type, named)
    }
    guard let row = typeRow(of: named) else {
      throw error(
        .typeMismatch,
        "a value of \(type.baseName) is asked for, a value without the name of a type is there",
        named)
    }
    let wanted = try listedType(row, Value.baseName, named, path)
    let value = try decode(erased: wanted, named, parent, step)
    guard let result = type.init(erased: value) else {
      throw error(
        .typeMismatch,
        "a value of \(type.baseName) is asked for, and “\(scope.typeName(row, document.definitions))” does not conform to it",
        named)
    }
    return result
  }

  private func decode<Value: Decodable>(
    erased type: Value.Type, _ slot: Slot, _ parent: ValueDecoder?, _ step: ValueDecoder.Step
  ) throws -> Any { try decode(type, slot, parent: parent, step: step) }

  /// The type that a value's name says.
  private func typeRow(of slot: Slot) -> Int? {
    switch slot.cell.kind {
    case .object, .reference, .backReference, .conditionalReference:
      return document.cell(ofObject: Int(slot.cell.detail)).map { document.cells[$0].length }
    default: return slot.cell.typeRow
    }
  }
}
