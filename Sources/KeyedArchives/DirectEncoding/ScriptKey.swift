/// The key of a call that is made later: the text that the key of the user had when the call was given.
struct ScriptKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  /// The key of elements, which have none.
  static var none: ScriptKey { ScriptKey(stringValue: "") }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
