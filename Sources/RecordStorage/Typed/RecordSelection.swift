internal import StorageTransforms

/// A selection: the values that are fetched, and their order.
///
/// ```swift
/// try photos.fetch(where: .ordered(by: \.dateTaken, descending: true, limit: 10))
/// try photos.fetch(where: .property(\.dateTaken, from: monday, upTo: sunday))
/// try photos.fetch(where: .property(\.title, hasPrefix: "sea"))
/// ```
///
/// Values are compared as they are stored: text by its UTF-8 bytes, dates as seconds, and what a transform makes text of as that text.
/// A range, a prefix and the order of a property need a transform that keeps order, and a value one that keeps equality
/// (``KeptRelation``). Otherwise the query is refused: ``SchemaError/Code/notComparable``.
public struct RecordSelection<Root>: Sendable {
  /// Where a range ends, before its value is in stored form.
  struct Bound: Sendable {
    let form:
      @Sendable (_ entity: Entity<Root>, _ position: Int, _ context: TransformContext) throws ->
        StoredValue
    let isIncluded: Bool

    init<Value: Sendable>(_ value: Value, isIncluded: Bool = true) {
      form = { entity, position, context in
        try entity.storedForm(of: value, at: position, in: context)
      }
      self.isIncluded = isIncluded
    }
  }

  /// How an attribute is named.
  enum Subject: Sendable {
    case key
    case property(any AnyKeyPath & Sendable)
    case name(String)
  }

  var subject: Subject
  var lower: Bound?
  var upper: Bound?
  var isPrefix = false
  var isEquality = false
  var isDescending = false
  var limit: Int?

  private init(_ subject: Subject, _ isDescending: Bool, _ limit: Int?) {
    self.subject = subject
    self.isDescending = isDescending
    self.limit = limit
  }

  /// All, in the order of their keys.
  public static var all: RecordSelection { all() }

  /// All, in the order of their keys.
  ///
  /// - Parameters:
  ///   - isDescending: Whether the greatest comes first.
  ///   - limit: How many are taken; nil for all.
  public static func all(descending isDescending: Bool = false, limit: Int? = nil)
    -> RecordSelection
  {
    RecordSelection(.key, isDescending, limit)
  }

  /// All, in the order of a property. Those without a value come first when ascending.
  ///
  /// - Parameters:
  ///   - path: The property, whose field is indexed or unique, or the key.
  ///   - isDescending: Whether the greatest comes first.
  ///   - limit: How many are taken; nil for all.
  public static func ordered<Value>(
    by path: any KeyPath<Root, Value> & Sendable, descending isDescending: Bool = false,
    limit: Int? = nil
  ) -> RecordSelection {
    RecordSelection(.property(path), isDescending, limit)
  }

  /// Those with a value. Nil asks for those without one.
  ///
  /// - Parameters:
  ///   - path: The property, whose field is indexed or unique, or the key.
  ///   - value: The value.
  ///   - limit: How many are taken; nil for all.
  public static func property<Value: Sendable>(
    _ path: any KeyPath<Root, Value> & Sendable, equals value: Value, limit: Int? = nil
  ) -> RecordSelection {
    var selection = RecordSelection(.property(path), false, limit)
    selection.lower = Bound(value)
    selection.upper = selection.lower
    selection.isEquality = true
    return selection
  }

  /// Those whose value is in a range, in the order of the values.
  ///
  /// - Parameters:
  ///   - path: The property, whose field is indexed or unique, or the key.
  ///   - first: The least value; nil for no bound.
  ///   - last: The greatest value; nil for no bound.
  ///   - isDescending: Whether the greatest comes first.
  ///   - limit: How many are taken; nil for all.
  public static func property<Value: Sendable>(
    _ path: any KeyPath<Root, Value> & Sendable, from first: Value? = nil, through last: Value,
    descending isDescending: Bool = false, limit: Int? = nil
  ) -> RecordSelection {
    var selection = RecordSelection(.property(path), isDescending, limit)
    selection.lower = first.map { Bound($0) }
    selection.upper = Bound(last)
    return selection
  }

  /// Those whose value is in a range, in the order of the values.
  ///
  /// - Parameters:
  ///   - path: The property, whose field is indexed or unique, or the key.
  ///   - first: The least value.
  ///   - end: What is greater than the last one; nil for no bound.
  ///   - isDescending: Whether the greatest comes first.
  ///   - limit: How many are taken; nil for all.
  public static func property<Value: Sendable>(
    _ path: any KeyPath<Root, Value> & Sendable, from first: Value, upTo end: Value? = nil,
    descending isDescending: Bool = false, limit: Int? = nil
  ) -> RecordSelection {
    var selection = RecordSelection(.property(path), isDescending, limit)
    selection.lower = Bound(first)
    selection.upper = end.map { Bound($0, isIncluded: false) }
    return selection
  }

  /// Those whose value begins with text or bytes.
  ///
  /// - Parameters:
  ///   - path: The property, whose field is indexed or unique, or the key.
  ///   - prefix: What the values begin with.
  ///   - isDescending: Whether the greatest comes first.
  ///   - limit: How many are taken; nil for all.
  public static func property<Value: Sendable>(
    _ path: any KeyPath<Root, Value> & Sendable, hasPrefix prefix: Value,
    descending isDescending: Bool = false, limit: Int? = nil
  ) -> RecordSelection {
    var selection = RecordSelection(.property(path), isDescending, limit)
    selection.lower = Bound(prefix)
    selection.isPrefix = true
    return selection
  }

  /// The same for the attribute with a name: for properties that no field was declared for.
  public func named(_ attribute: String) -> RecordSelection {
    var selection = self
    selection.subject = .name(attribute)
    return selection
  }
}
