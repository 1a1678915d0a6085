internal import ArchiveFormat

extension ArchivedPlanner {
  /// Finds out which shapes are cases of the enumeration that stands at a place.
  func prepareCases<Value: ArchivableCases>(_ type: Value.Type, _ place: ArchivedPlace) {
    if let keys = type.confirmedKeys,
      !OwnCoding.decodes(type, keys, engine.settings.values.userInfo)
    {
      return
    }
    guard place.code == KindCode.record || place.code == KindCode.recordOfShape,
      engine.schema.readings.hasRoom,
      unsafe engine.schema.isCurrent(type, place.pointee.pointee.slot)
    else { return }
    let cases = unsafe engine.cases(of: type)
    if place.code == KindCode.recordOfShape {
      let slot = unsafe place.pointee.pointee.slot
      unsafe place.pointee.pointee.caseShape = engine.schema.shape(of: slot.pointee.kind)
    }
    unsafe place.pointee.pointee.cases = unsafe cases
    unsafe place.pointee.pointee.isGenerated = true
    if unsafe cases.pointee.tracksPath { unsafe place.pointee.pointee.tracksPath = true }
  }
}

extension DirectEngine {
  /// What the shapes are to an enumeration, found once.
  func cases<Value: ArchivableCases>(of type: Value.Type) -> UnsafeMutablePointer<ReadingCases> {
    let readings = schema.readings
    let address = TypeAddress.of(type)
    if let known = unsafe readings.findCases(address) { return unsafe known }
    let shapes = schema.definitions.shapes
    let table = unsafe readings.newCases(address, count: shapes.count)
    var cases = ArchiveCases()
    type.describeCases(&cases)
    let payloads = cases.payloads.map { describe in
      var fields = ArchiveFields()
      describe(&fields)
      return fields
    }
    var left = payloads.map { _ in Self.shapesOfCase }
    let rows = typeRows(named: TypeName.of(type).text)
    readings.inCollection {
      for (number, shape) in shapes.enumerated() {
        guard let row = shape.type, rows.contains(row), let payload = payload(of: shape),
          let index = cases.names.firstIndex(where: {
            $0.hasSameBytes(as: schema.definitions.keys[shape.fields[0].key])
          }), left[index] > 0, schema.has(payloads[index], inShape: payload)
        else { continue }
        left[index] -= 1
        let key = ReadingPlans.Key(shape: payload, type: address, payload: index)
        let record = plan(key) { fields, bitCount in
          cases.payloads[index](&fields)
          fields.reading?.finish(withoutCopies: bitCount)
        }
        awaitCoding(record, of: type, type.confirmedKeys, case: index)
        if record.isUsable {
          unsafe table.pointee.cases[number] = unsafe ReadingCase(
            index: index, payload: record.pointee)
          unsafe table.pointee.levels = unsafe max(
            table.pointee.levels, record.pointee.pointee.levels + 1)
        }
      }
    }
    unsafe readings.finishCases(address, table)
    return unsafe table
  }

  /// Shapes of one case that are planned at most; values of others are decoded by their `init(from:)`.
  private static var shapesOfCase: Int { 16 }

  private func typeRows(named name: String) -> Set<Int> {
    let types = schema.definitions.types
    return Set(types.indices.filter { !types[$0].isClass && types[$0].name.hasSameBytes(as: name) })
  }

  /// The shape of the payload, if records of a shape are cases (Spec, section 13).
  private func payload(of shape: ArchiveShape) -> Int? {
    guard shape.fields.count == 1, shape.fields[0].mode == .required else { return nil }
    let kind = schema.definitions.kinds[shape.fields[0].kind]
    guard kind.code == .recordOfShape else { return nil }
    let payload = Int(kind.number)
    return schema.definitions.shapes[payload].type == nil ? payload : nil
  }
}

extension DirectSchema {
  /// Whether the fields of a shape are those that were described, as far as keys and modes tell: nothing is
  /// made for the shapes of others, of which a small archive may have many.
  fileprivate func has(_ fields: ArchiveFields, inShape shape: Int) -> Bool {
    let found = definitions.shapes[shape].fields
    guard found.count == fields.keys.count else { return false }
    return found.indices.allSatisfy { index in
      let isOptional = unsafe fields.slots[index].isOptional
      return found[index].mode == (isOptional ? .optional : .required)
        && definitions.keys[found[index].key].hasSameBytes(as: fields.keys[index])
    }
  }
}
