/// A relation between values that stored forms keep, so that a store may compare the stored forms.
///
/// | | promise | what needs it |
/// |---|---|---|
/// | ``nothing`` | none | |
/// | ``equality`` | equal values have the same stored form, and others have another one | ``Field/unique()``, ``Field/indexed()``, the key, queries for a value |
/// | ``order`` | also: the stored form of a smaller value comes first | ranges, prefixes, and queries in the order of an attribute |
///
/// The promise is about values as they come back: a transform that rounds promises it of rounded values.
///
/// Text is compared by its UTF-8 bytes, so that two spellings of “é” differ and “Z” comes before “a”. Bytes are compared
/// one by one, and raw values in place of the values that have them.
public enum KeptRelation: Int, Sendable, Comparable, CaseIterable {
  /// Equal values may have different stored forms.
  case nothing
  /// Values are equal if their stored forms are.
  case equality
  /// Values are in the order of their stored forms, too.
  case order

  /// Orders the relations: nothing, equality, order.
  public static func < (left: KeptRelation, right: KeptRelation) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension KeptRelation: CustomStringConvertible {
  /// The name in a sentence: “nothing”, “equality, and no order”, “order”.
  public var description: String {
    switch self {
    case .nothing: "nothing"
    case .equality: "equality, and no order"
    case .order: "order"
    }
  }
}
