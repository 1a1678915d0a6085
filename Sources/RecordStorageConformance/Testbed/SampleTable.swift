internal import RecordStorage
internal import StorageTransforms

/// What an attribute of a case has to keep.
enum Constraint: String, CaseIterable {
  case plain, required, indexed, unique
}

extension AttributeSchema {
  /// An attribute of a case.
  static func column(
    _ name: String, _ type: StoredType, _ constraint: Constraint = .plain, id: String? = nil
  ) -> AttributeSchema {
    AttributeSchema(
      TransformContext.Subject(name, id: id ?? name), type: type, form: TransformForm("native"),
      isRequired: constraint == .required, isUnique: constraint == .unique,
      isIndexed: constraint == .indexed)
  }
}

/// Tables of cases.
enum SampleTable {
  /// A table, with a name that is its id unless there is another one.
  static func make(
    _ name: String = "Item", id: String? = nil, version: Int = 1, key kind: RecordKey.Kind,
    keyAttribute: String? = nil, _ columns: [AttributeSchema]
  ) -> RecordTable {
    RecordTable(
      EntitySchema(
        TransformContext.Subject(name, id: id ?? name), version: version, attributes: columns),
      keyKind: kind, keyAttribute: keyAttribute)
  }
}
