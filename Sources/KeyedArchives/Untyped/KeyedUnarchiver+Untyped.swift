public import ArchiveFormat

extension KeyedUnarchiver {
  /// Decodes what was kept as it stood in an archive, once its type is known.
  ///
  /// ```swift
  /// let widget = try unarchiver.decode(Widget.self, from: placeholder.value)
  /// ```
  ///
  /// Objects that the value refers to are decoded anew: they are not those that its graph was decoded as.
  ///
  /// - Throws: As the form that takes `Data`; errors have paths from the value on and no offsets.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from value: ArchivedValue
  ) throws -> Value {
    if stackByteCount > 0 { return try onLargeStack { try $0.decode(type, from: value) } }
    let ledger = DecodingLedger(
      ScopeTables(map: nil), allowList: try allowedTypes.resolved(), settings: settings.values,
      limits: limits.forInput(byteCount: value.document.byteCount))
    var slot = Slot(cell: value.cell, index: value.index)
    // A field that is not there is null where nothing is around it.
    if slot.cell.kind == .absent { slot.cell.kind = .null }
    return try DecodingSession(value.document, ledger).decodeRoot(type, slot)
  }
}
