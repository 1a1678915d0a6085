extension EntitySchema {
  /// Whether names and ids tell attributes apart, in any database: names are the same there that differ only in the case
  /// of ASCII letters.
  ///
  /// - Throws: ``SchemaError/Code/duplicateAttribute``.
  func check() throws(SchemaError) {
    // Strings are equal here that look the same, whatever their bytes.
    var names: [String: String] = [:]
    var ids: [String: String] = [:]
    for attribute in attributes {
      let folded = String(attribute.name.map { $0.isASCII ? Character($0.lowercased()) : $0 })
      if let other = names.updateValue(attribute.name, forKey: folded) {
        throw SchemaError(
          .duplicateAttribute,
          other == attribute.name
            ? "two attributes are called '\(other)'"
            : "'\(other)' and '\(attribute.name)' are one name where case does not count",
          entity: name)
      }
      if let other = ids.updateValue(attribute.name, forKey: attribute.id) {
        throw SchemaError(
          .duplicateAttribute,
          "the attributes '\(other)' and '\(attribute.name)' have one id, '\(attribute.id)'",
          entity: name)
      }
    }
    for id in removed {
      guard let attribute = ids[id] else { continue }
      throw SchemaError(
        .duplicateAttribute,
        "the attribute '\(attribute)' has the id '\(id)' of one that was removed", entity: name,
        lines: [
          "Field(TransformContext.Subject(\"\(attribute)\", id: \"…\"), …)  // an id that was never used"
        ])
    }
  }
}
