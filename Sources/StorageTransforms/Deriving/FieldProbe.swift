/// What an `init(from:)` reads, found out by letting it read values that are made up.
///
/// Three passes tell apart what it always reads from what it reads if it is there, and from what depends on other values:
/// nothing is there that may be missing; everything is; and everything is, with other values.
final class FieldProbe {
  /// What one pass does.
  struct Pass {
    let isPresent: Bool
    let variant: Int
  }

  /// A property that was read.
  struct Finding {
    let key: String
    /// The type of the values that are there.
    var type: any Any.Type
    /// Whether it was read as one that may be missing.
    var mayBeMissing: Bool
    /// The passes that read it.
    var passes: Set<Int>
  }

  /// Why properties cannot be found out.
  struct Refusal: Error {
    let property: String?
    let reason: String
    let remedy: Remedy
  }

  /// What to write then.
  enum Remedy {
    /// An example of the property's values; with the transform that stores them, if one does.
    case example(transform: String?)
    /// The entity by its fields.
    case fields
  }

  static let passes = [
    Pass(isPresent: false, variant: 0), Pass(isPresent: true, variant: 0),
    Pass(isPresent: true, variant: 1),
  ]

  private let examples: [String: @Sendable () -> Any]
  private var findings: [Finding] = []
  private(set) var refusal: Refusal?
  private(set) var lastKey: String?
  private var pass = 0
  /// Properties of which it was asked whether they are there.
  private var asked: Set<String> = []
  /// The keys of all properties, in the order in which they were met.
  private var order: [String] = []

  private let budget = ValueMaker.Budget()
  private static let maximumKeyCount = 1_000

  init(examples: [String: @Sendable () -> Any]) { self.examples = examples }

  /// Whether what may be missing is there in this pass.
  var isPresent: Bool { Self.passes[pass].isPresent }

  func begin(pass: Int) {
    self.pass = pass
    lastKey = nil
  }

  /// Remembers why properties cannot be found out; the first reason stays.
  func refuse(_ property: String?, _ reason: String, _ remedy: Remedy) -> Refusal {
    let new = Refusal(property: property, reason: reason, remedy: remedy)
    refusal = refusal ?? new
    return new
  }

  func ask(_ key: String) {
    asked.insert(key)
    meet(key)
  }

  private func meet(_ key: String) {
    lastKey = key
    if !order.contains(key) { order.append(key) }
  }

  func note(_ key: String, _ type: any Any.Type, mayBeMissing: Bool) throws {
    let optional = type as? any OptionalValue.Type
    let (type, mayBeMissing) = (optional?.wrappedType ?? type, mayBeMissing || optional != nil)
    if mayBeMissing { asked.insert(key) }
    meet(key)
    guard order.count <= Self.maximumKeyCount else {
      throw refuse(nil, "it reads key after key as long as there is one", .fields)
    }
    guard let index = findings.firstIndex(where: { $0.key == key }) else {
      findings.append(
        Finding(key: key, type: type, mayBeMissing: mayBeMissing, passes: [pass]))
      return
    }
    guard findings[index].type == type else {
      throw refuse(key, "is read as \(findings[index].type) and as \(type)", .fields)
    }
    findings[index].passes.insert(pass)
    if mayBeMissing { findings[index].mayBeMissing = true }
  }

  /// The value of a property that is made up.
  func value<Value: Decodable>(_ type: Value.Type, _ key: String) throws -> Value {
    if let example = examples[key]?() {
      if let value = Self.example(example, as: type) { return value }
      throw refuse(
        key, "is read as \(type), and the value of its field is a \(Swift.type(of: example))",
        .fields)
    }
    do {
      return try ValueMaker(variant: Self.passes[pass].variant, budget).make(type)
    } catch {
      let unmakeable = (error as? ValueMaker.Unmakeable)?.type ?? type
      let property = type as? any StoredProperty.Type
      throw refuse(
        key, "is of type \(type), and no \(unmakeable) can be made up",
        .example(transform: property?.transformName))
    }
  }

  private static func example<Value>(_ example: Any, as type: Value.Type) -> Value? {
    if let property = type as? any StoredProperty.Type {
      return property.init(erased: example) as? Value
    }
    return example as? Value
  }

  /// The properties, in the order in which they were read: those that are always read, and those that may be missing.
  ///
  /// - Throws: ``Refusal`` for one that is read or not for a reason that cannot be seen.
  func properties() throws -> [DescribedField] {
    let found = order.compactMap { key in findings.first { $0.key == key } }
    return try found.map {
      let isAlwaysRead = $0.passes.count == Self.passes.count
      guard isAlwaysRead || asked.contains($0.key) else {
        throw refuse($0.key, "is read or not depending on others", .fields)
      }
      return DescribedField(
        key: $0.key, type: $0.type, isOptional: $0.mayBeMissing || !isAlwaysRead)
    }
  }
}
