/// The keys of a record of the product, in one of three styles.
protocol FormKey: CodingKey {
  static var number: Self { get }
  static var text: Self { get }
  static var ratio: Self { get }
  static var isOn: Self { get }
  static var otherNumber: Self { get }
  static var otherText: Self { get }
  static var otherRatio: Self { get }
  static var otherIsOn: Self { get }
  static var first: Self { get }
  static var second: Self { get }
}

/// Keys as the compiler makes them.
enum EnumKey: String, FormKey {
  case number, text, ratio, isOn, otherNumber, otherText, otherRatio, otherIsOn, first, second
}

/// Keys with numbers.
enum IntegerKey: Int, FormKey {
  case number = 1
  case text, ratio, isOn, otherNumber, otherText, otherRatio, otherIsOn, first, second
}

/// Keys that are a struct with a text.
struct StructKey: FormKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }

  static let number = StructKey(stringValue: "number")
  static let text = StructKey(stringValue: "text")
  static let ratio = StructKey(stringValue: "ratio")
  static let isOn = StructKey(stringValue: "isOn")
  static let otherNumber = StructKey(stringValue: "otherNumber")
  static let otherText = StructKey(stringValue: "otherText")
  static let otherRatio = StructKey(stringValue: "otherRatio")
  static let otherIsOn = StructKey(stringValue: "otherIsOn")
  static let first = StructKey(stringValue: "first")
  static let second = StructKey(stringValue: "second")
}
