/// The key of a call that is made later: the text that the key of the user had when the call was given.
struct ScriptKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
