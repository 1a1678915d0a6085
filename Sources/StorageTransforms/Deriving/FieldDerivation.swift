/// Finds out the attributes of a Codable type.
///
/// A type with generated code says itself what its fields are. Of others a ``FieldProbe`` learns what `init(from:)` reads,
/// and the instances that it makes show what `encode(to:)` writes: both have to be the same.
struct FieldDerivation<Root: Codable> {
  let entity: String
  /// The fields that are declared, by their names.
  let declared: [String: any StoredAttribute]
  let examples: [String: @Sendable () -> Any]

  func attributes() throws(SchemaError) -> [any StoredAttribute] {
    let properties: [DescribedField]
    if let described = DescribedField.fields(of: Root.self) {
      properties = described
    } else {
      properties = try probed()
    }
    for name in declared.keys.sorted() where !properties.contains(where: { $0.key == name }) {
      throw SchemaError(
        .wrongField, "'\(name)' is no property of \(Root.self) that is read and written",
        entity: entity)
    }
    var attributes: [any StoredAttribute] = []
    for property in properties { attributes.append(try attribute(of: property)) }
    return attributes
  }

  private func attribute(of property: DescribedField) throws(SchemaError) -> any StoredAttribute {
    let stored = property.type as? any StoredProperty.Type
    if let declared = declared[property.key] {
      guard stored?.holds(declared.valueType) ?? (declared.valueType == property.type) else {
        throw SchemaError(
          .wrongField,
          "the field '\(property.key)' is of type \(declared.valueType), and the property of type \(property.type)",
          entity: entity)
      }
      return property.isOptional ? declared.relaxed() : declared
    }
    if let stored { return stored.attribute(named: property.key) }
    guard let type = property.type as? any Codable.Type else {
      throw undeterminable(
        property.key, "is of type \(property.type), which is not read and written alike", .fields)
    }
    return Self.attribute(type, property)
  }

  private static func attribute<Value: Codable>(
    _ type: Value.Type, _ property: DescribedField
  ) -> any StoredAttribute {
    Attribute<Value>(
      TransformContext.Subject(property.key), FreeTransform.form(of: type),
      isOptional: property.isOptional)
  }

  private func probed() throws(SchemaError) -> [DescribedField] {
    let probe = FieldProbe(examples: examples)
    var instances: [Root] = []
    do {
      for pass in FieldProbe.passes.indices {
        probe.begin(pass: pass)
        instances.append(try Root(from: ProbingDecoder(probe: probe)))
        // Also what was caught on the way.
        if let refusal = probe.refusal { throw refusal }
      }
      let read = try probe.properties()
      try checkWritten(by: instances, probe, read)
      return read
    } catch {
      if let refusal = probe.refusal ?? error as? FieldProbe.Refusal {
        throw undeterminable(refusal.property, refusal.reason, refusal.remedy)
      }
      let error = TransformError(error, .unreadable)
      throw undeterminable(
        probe.lastKey,
        "is the last that init(from:) read of made-up values before it refused them (\(error.message))",
        probe.lastKey.map { examples[$0] == nil } == true ? .example(transform: nil) : .fields)
    }
  }

  /// Whether what is written are the properties that are read, of the same types. Those that may be missing need not be
  /// written by these instances.
  private func checkWritten(
    by instances: [Root], _ probe: FieldProbe, _ read: [DescribedField]
  ) throws {
    var written: Set<String> = []
    for instance in instances {
      do {
        try PropertyEncoder.encode(instance) { key, type, value in
          guard let property = read.first(where: { $0.key == key }) else {
            throw probe.refuse(
              key, "is written by encode(to:) and not read by init(from:)", .fields)
          }
          guard type == property.type || type == Never.self else {
            throw probe.refuse(key, "is written as \(type) and read as \(property.type)", .fields)
          }
          written.insert(key)
        }
      } catch let misplaced as PropertyEncoder.Sink.Misplaced {
        throw probe.refuse(misplaced.key, misplaced.reason, .fields)
      }
    }
    for property in read where !property.isOptional && !written.contains(property.key) {
      throw probe.refuse(
        property.key, "is read by init(from:) and not written by encode(to:)", .fields)
    }
  }

  private func undeterminable(
    _ property: String?, _ reason: String, _ remedy: FieldProbe.Remedy
  ) -> SchemaError {
    let name = property ?? "…"
    let message =
      property.map { "the property '\($0)' of \(Root.self) \(reason)" }
      ?? "the properties of \(Root.self) cannot be found out: \(reason)"
    let line =
      switch remedy {
      case .example(let transform):
        "Field(\"\(name)\", \\.\(name)\(transform.map { ", as: \($0)" } ?? "")).example(…)"
      case .fields:
        "Entity(\"\(entity)\", restoring: …) { Field(\"\(name)\", \\.\(name)) … }  // a line for each property"
      }
    return SchemaError(.undeterminable, message, entity: entity, lines: [line])
  }
}
