/// A key that is a text.
package struct TextKey: CodingKey {
  package var text: String
  package var stringValue: String { text }
  package var intValue: Int? { nil }

  package init(_ text: String) { self.text = text }
  package init?(stringValue: String) { text = stringValue }
  package init?(intValue: Int) { nil }
}
