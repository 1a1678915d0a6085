/// The differences between what is stored and what a program declares: those that it declares are steps, the others lines
/// that it has to write.
struct SchemaComparison<Root> {
  private let stored: EntitySchema
  private let schema: EntitySchema
  private let attributes: [any StoredAttribute]
  /// Whether what is stored is newer, so that it only has to be readable.
  private let isNewer: Bool

  private(set) var steps: [SchemaPlan<Root>.Step] = []
  private(set) var places: [StoredAttributes.Place] = []
  /// What is different and not declared, in words.
  private(set) var differences: [String] = []
  /// What to write for it.
  private(set) var lines: [String] = []

  init(
    _ stored: EntitySchema, _ schema: EntitySchema, _ attributes: [any StoredAttribute],
    isNewer: Bool
  ) {
    self.stored = stored
    self.schema = schema
    self.attributes = attributes
    self.isNewer = isNewer
  }

  mutating func compare() {
    if stored.name != schema.name {
      steps.append(.renameEntity(from: stored.name, to: schema.name))
    }
    for attribute in attributes { compare(attribute) }
    if !isNewer { findRemoved() }
    if stored.version == schema.version, !isNewer, !steps.isEmpty {
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
    let hasForm = old.hasForm(of: new)
    places.append(StoredAttributes.Place(position: position, schema: hasForm ? nil : old))
    if old.name != new.name { steps.append(.rename(from: old.name, to: new.name)) }
    if !hasForm {
      if attribute.reads(old) {
        steps.append(.convert(from: old, to: new))
      } else {
        refuse(
          "'\(new.name)' was stored as “\(old.form)”\(Self.stamp(old, new)), and is “\(new.form)”\(Self.stamp(new, old))",
          "Field(\"\(new.name)\", …).formerly(as: …\(old.isStamped || old.type != .blob ? "" : ", isStamped: false"))  // what stored “\(old.form)”"
        )
      }
    } else if old.type != new.type {
      compareTypes(old, new)
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

  private mutating func compareTypes(_ old: AttributeSchema, _ new: AttributeSchema) {
    if old.type.widens(to: new.type) || isNewer {
      steps.append(.widen(from: old, to: new))
    } else {
      refuse(
        "'\(new.name)' was of type \(old.type), of which \(new.type) does not hold every value",
        "Field(\"\(new.name)\", …)  // of type \(old.type), or another field and removed: [\"\(old.id)\"]"
      )
    }
  }

  private mutating func compareAbsent(_ attribute: any StoredAttribute) {
    let new = attribute.schema
    if isNewer {
      guard new.isRequired, !attribute.isAdded else { return }
      refuse("'\(new.name)' is not stored any more", "")
      return
    }
    if stored.removed.contains(new.id) {
      refuse(
        "'\(new.name)' has the id '\(new.id)' of an attribute that was removed",
        "Field(TransformContext.Subject(\"\(new.name)\", id: \"…\"), …)  // an id that was never used"
      )
      return
    }
    if attribute.isAdded || attribute.hasDefault || !new.isRequired {
      steps.append(.add(new))
      return
    }
    refuse("'\(new.name)' is not stored", "Field(\"\(new.name)\", …).added(default: …)")
  }

  /// The one attribute that is not stored and could be a stored one under another name.
  private func newName(of old: AttributeSchema) -> AttributeSchema? {
    let candidates = schema.attributes.filter {
      stored.position(ofID: $0.id) == nil && $0.hasForm(of: old) && $0.type == old.type
    }
    return candidates.count == 1 ? candidates[0] : nil
  }

  private mutating func findRemoved() {
    for old in stored.attributes where schema.position(ofID: old.id) == nil {
      if schema.removed.contains(old.id) {
        steps.append(.remove(old))
      } else {
        let line = "removed: [\"\(old.id)\"]"
        refuse(
          "'\(old.name)' is stored and not declared",
          newName(of: old).map {
            "Field(\"\($0.name)\", …).renamed(from: \"\(old.id)\")  // or: \(line)"
          } ?? line)
      }
    }
    for id in stored.removed where !schema.removed.contains(id) {
      guard schema.position(ofID: id) == nil else { continue }
      refuse("'\(id)' was removed, which is not declared any more", "removed: [\"\(id)\"]")
    }
  }

  private mutating func refuse(_ difference: String, _ line: String) {
    differences.append(difference)
    lines.append(line)
  }
}
