/// A field of a record as its type describes it: its key, and the type of its values.
package struct DescribedField: Sendable {
  package let key: String
  /// The type of the values that are there.
  package let type: any Any.Type
  package let isOptional: Bool

  package init(key: String, type: any Any.Type, isOptional: Bool) {
    self.key = key
    self.type = type
    self.isOptional = isOptional
  }

  /// The fields of a type that describes them; nil for a type that does not, or has a superclass.
  package static func fields(of type: any Any.Type) -> [DescribedField]? {
    var fields = ArchiveFields(described: [])
    switch type {
    case let type as any ArchivableRecord.Type:
      if let keys = type.confirmedKeys, !OwnCoding.decodes(type, keys, [:]) { return nil }
      type.describeFields(&fields)
    case let type as any ArchivableObject.Type where type.archivedClass == type:
      type.describeFields(&fields)
    default: return nil
    }
    return fields.isUsable ? fields.described : nil
  }
}
