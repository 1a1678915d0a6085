/// The things that a transform may know of the place that a value is stored in, and what its caller hands to it.
///
/// ```swift
/// var context = TransformContext(entity: "Photo", attribute: "file", recordKey: .integer(7))
/// context.baseURL = folder
/// ```
public struct TransformContext: Sendable {
  /// An entity or an attribute: its name, and an id that stays the same when it is renamed.
  public struct Subject: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The present name.
    public var name: String
    /// The name that it had first, unless it was given another id.
    public var id: String

    /// A subject with an id of its own, or with its name as the id.
    public init(_ name: String, id: String? = nil) {
      self.name = name
      self.id = id ?? name
    }

    /// A subject that never was renamed.
    public init(stringLiteral name: String) { self.init(name) }
  }

  /// The entity that the value belongs to.
  public var entity: Subject?
  /// The attribute that the value is stored in.
  public var attribute: Subject?
  /// The key of the record; nil if it is not known, as when the database makes it.
  public var recordKey: StoredValue?

  /// What a store keeps once for all archives in it; nil if they are to be complete in themselves.
  package var shapes: SharedShapes?

  /// The shares of the archives inside of the one that the value stands in.
  var nesting = Nesting()

  /// True while a store checks that a value can be restored: fallbacks then do not apply.
  var isTrial = false

  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// A context.
  public init(entity: Subject? = nil, attribute: Subject? = nil, recordKey: StoredValue? = nil) {
    self.entity = entity
    self.attribute = attribute
    self.recordKey = recordKey
  }

  /// A value that the caller hands to transforms; nil if it did not.
  public subscript<Key: TransformContextKey>(key: Key.Type) -> Key.Value? {
    get { values[ObjectIdentifier(key)] as? Key.Value }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// Whether the caller handed anything to transforms.
  var hasValues: Bool { !values.isEmpty }

  /// The place in words, “attribute 'tint' of entity 'User', record 7”; nil if nothing is known.
  var place: String? {
    var words: [String] = []
    if let attribute { words.append("attribute '\(attribute.name)'") }
    if let entity { words.append("\(words.isEmpty ? "" : "of ")entity '\(entity.name)'") }
    if words.isEmpty, recordKey == nil { return nil }
    let subject = words.joined(separator: " ")
    guard let recordKey else { return subject }
    return subject.isEmpty ? "record \(recordKey)" : "\(subject), record \(recordKey)"
  }
}

/// The name and the type of something that callers hand to transforms in a ``TransformContext``.
///
/// ```swift
/// enum PaletteKey: TransformContextKey { typealias Value = Palette }
///
/// extension TransformContext {
///   var palette: Palette? {
///     get { self[PaletteKey.self] }
///     set { self[PaletteKey.self] = newValue }
///   }
/// }
/// ```
public protocol TransformContextKey {
  associatedtype Value: Sendable
}
