extension Entity {
  /// Checks that no two fields have one property, that the values of former transforms can be told from those of present ones, and that unique and
  /// indexed fields can be compared.
  ///
  /// - Throws: ``SchemaError/Code/duplicateProperty``, ``SchemaError/Code/wrongField``, ``SchemaError/Code/notComparable``.
  static func check(
    _ attributes: [any StoredAttribute], of schema: EntitySchema
  ) throws(SchemaError) {
    var names: [AnyKeyPath: String] = [:]
    for attribute in attributes {
      if let path = attribute.path,
        let other = names.updateValue(attribute.schema.name, forKey: path)
      {
        throw SchemaError(
          .duplicateProperty,
          "the fields '\(other)' and '\(attribute.schema.name)' have one key path: name the property of each",
          entity: schema.name)
      }
      if let form = attribute.repeatedForm {
        throw SchemaError(
          .wrongField,
          "a former transform of '\(attribute.schema.name)' has the form “\(form)” of another one: nothing would tell their values apart",
          entity: schema.name,
          lines: [".step(from: \(max(1, schema.version - 1))) { … }  // converts the values"])
      }
      guard attribute.schema.isUnique || attribute.schema.isIndexed else { continue }
      try attribute.check(
        .equality, for: attribute.schema.isUnique ? "is unique" : "is indexed", in: schema.name)
    }
  }

  /// Returns true if `added(default:)` gives the attribute of an id a value in records without one.
  func isAdded(_ id: String) -> Bool {
    attributes.contains { $0.schema.id == id && $0.isAdded }
  }

  /// Returns what the transform of an attribute keeps: ``StoringTransform/keeps``.
  ///
  /// - Parameter position: That of the attribute in ``schema``; nothing for a position without one.
  public func keeps(at position: Int) -> KeptRelation {
    attributes.indices.contains(position) ? attributes[position].keeps : .nothing
  }

  /// Refuses what an attribute is to be used for, unless its transform keeps enough for that.
  ///
  /// - Throws: ``SchemaError/Code/notComparable`` with the line to write.
  package func check(
    _ needed: KeptRelation, at position: Int, for use: String
  ) throws(SchemaError) {
    guard attributes.indices.contains(position) else { return }
    try attributes[position].check(needed, for: use, in: schema.name)
  }
}

extension StoredAttribute {
  /// - Throws: ``SchemaError/Code/notComparable`` unless the transform keeps enough.
  func check(
    _ needed: KeptRelation, for use: String, in entity: String
  ) throws(SchemaError) {
    guard keeps < needed else { return }
    throw SchemaError(
      .notComparable,
      "'\(schema.name)' \(use), which needs \(needed == .order ? "order" : "equality"), and its form “\(schema.form)” keeps \(keeps)",
      entity: entity, lines: remedies(needed))
  }

  /// The lines to write instead.
  private func remedies(_ needed: KeptRelation) -> [String] {
    let field = "Field(\"\(schema.name)\", \\.…"
    if schema.form.steps.first == "iso8601" || schema.form.steps.first == "rfc2822" {
      return [
        "\(field))  // a column of dates",
        "\(field), as: .sortable(fractionDigits: 9))  // text in the order of the dates",
      ]
    }
    guard needed == .equality else {
      return ["\(field))  // a column of numbers, text, bytes, dates or UUIDs, without a transform"]
    }
    let canonical = "\(field), as: ArchiveTransform.canonical)  // equal values, equal bytes"
    let digest =
      "Field(\"\(schema.name)_digest\", \\.…)  // a property with what DigestTransform stores of the value"
    if schema.form.steps == ["archive"] { return [canonical, digest] }
    let promise =
      "var keeps: KeptRelation { .equality }  // of the transform or the StoredForm, if equal values always have one stored form"
    return [promise, digest]
  }
}
