/// The differences between what is stored and what a program declares: those that it declares are steps, the others lines
/// that it has to write.
struct SchemaComparison<Root> {
  private let stored: EntitySchema
  private let schema: EntitySchema
  private let attributes: [any StoredAttribute]
  /// Whether what is stored is newer, so that it only has to be readable.
  private let isNewer: Bool
  /// True if steps are declared, which may set any attribute.
  private let hasSteps: Bool

  private(set) var steps: [SchemaPlan<Root>.Step] = []
  private(set) var places: [StoredAttributes.Place] = []
  /// What is different and not declared, in words.
  private(set) var differences: [String] = []
  /// Attributes that are not stored, and have to be.
  private var newcomers: [AttributeSchema] = []
  /// What to write for it.
  private(set) var lines: [String] = []

  init(
    _ stored: EntitySchema, _ schema: EntitySchema, _ attributes: [any StoredAttribute],
    isNewer: Bool, hasSteps: Bool
  ) {
    self.stored = stored
    self.schema = schema
    self.attributes = attributes
    self.isNewer = isNewer
    self.hasSteps = hasSteps
  }

  mutating func compare() {
    if stored.name != schema.name {
      steps.append(.renameEntity(from: stored.name, to: schema.name))
    }
    for attribute in attributes { compare(attribute) }
    if !isNewer { findRemoved() }
    let isDifferent = !steps.isEmpty || !lines.isEmpty || Set(stored.removed) != Set(schema.removed)
    if stored.version == schema.version, isDifferent {
      refuse(
        "what is stored under version \(schema.version) is not what is declared for it",
        "version: \(schema.version + 1)")
    }
  }

  private mutating func compare(_ attribute: any StoredAttribute) {
    let new = attribute.schema
    guard let position = stored.position(ofID: new.id) else {
      places.append(StoredAttributes.Place(position: nil, schema: nil))
      compareAbsent(attribute)
      return
    }
    let old = stored.attributes[position]
    places.append(
      StoredAttributes.Place(position: position, schema: old.keepsValues(of: new) ? nil : old))
    if old.name != new.name { steps.append(.rename(from: old.name, to: new.name)) }
    if old.hasColumn(of: new) {
      if old.type != new.type { steps.append(.widen(from: old, to: new)) }
    } else if hasSteps || attribute.reads(old) {
      steps.append(.convert(from: old, to: new))
    } else if !(isNewer && old.hasForm(of: new) && new.type.widens(to: old.type)) {
      if old.hasForm(of: new) {
        refuse(
          "'\(new.name)' was of type \(old.type), of which \(new.type) does not hold every value",
          "Field(\"\(new.name)\", …).formerly(as: …)  // what stored “\(old.form)” of type \(old.type)"
        )
      } else {
        refuse(
          "'\(new.name)' was stored as “\(old.form)”\(Self.stamp(old, new)), and is “\(new.form)”\(Self.stamp(new, old))",
          "Field(\"\(new.name)\", …).formerly(as: …\(old.isStamped || old.type != .blob ? "" : ", isStamped: false"))  // what stored “\(old.form)”"
        )
      }
    }
    if (old.isRequired, old.isUnique, old.isIndexed) != (
      new.isRequired, new.isUnique, new.isIndexed
    ) {
      steps.append(.constrain(from: old, to: new))
    }
  }

  private static func stamp(_ schema: AttributeSchema, _ other: AttributeSchema) -> String {
    guard schema.form == other.form else { return "" }
    return schema.isStamped ? " with a stamp" : " without a stamp"
  }

  private mutating func compareAbsent(_ attribute: any StoredAttribute) {
    let new = attribute.schema
    if isNewer {
      guard new.isRequired, !attribute.isAdded else { return }
      refuse("'\(new.name)' is not stored any more", nil)
      return
    }
    if stored.removed.contains(new.id) {
      refuse(
        "'\(new.name)' has the id '\(new.id)' of an attribute that was removed",
        "Field(TransformContext.Subject(\"\(new.name)\", id: \"…\"), …)  // an id that was never used"
      )
      return
    }
    if hasSteps || attribute.isAdded || attribute.hasDefault || !new.isRequired {
      steps.append(.add(new))
      return
    }
    newcomers.append(new)
  }

  /// Refuses what is stored and not declared, and what is declared and not stored: it may be the same under another name.
  private mutating func findRemoved() {
    var removed = stored.removed.filter {
      !schema.removed.contains($0) && schema.position(ofID: $0) == nil
    }
    for id in removed { refuse("'\(id)' was removed, which is not declared any more", nil) }
    for old in stored.attributes where schema.position(ofID: old.id) == nil {
      if schema.removed.contains(old.id) {
        steps.append(.remove(old))
        continue
      }
      let index = newcomers.firstIndex { $0.hasForm(of: old) && $0.type == old.type }
      if let new = index.map({ newcomers.remove(at: $0) }) {
        refuse(
          "'\(old.name)' is stored and not declared, and '\(new.name)' is not stored",
          "Field(\"\(new.name)\", …).renamed(from: \"\(old.id)\")  // if it is the same; else .added(default: …), and removed: [\"\(old.id)\"]"
        )
      } else {
        refuse("'\(old.name)' is stored and not declared", nil)
        removed.append(old.id)
      }
    }
    for new in newcomers {
      refuse("'\(new.name)' is not stored", "Field(\"\(new.name)\", …).added(default: …)")
    }
    if !removed.isEmpty {
      lines.append(
        "removed: [\((schema.removed + removed).map { "\"\($0)\"" }.joined(separator: ", "))]")
    }
  }

  private mutating func refuse(_ difference: String, _ line: String?) {
    differences.append(difference)
    if let line { lines.append(line) }
  }
}
