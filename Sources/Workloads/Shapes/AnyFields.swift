/// Asks for all keys that there are.
package struct AnyFields: Decodable {
  package var keys: [String]

  package init(from decoder: any Decoder) throws {
    keys = try decoder.container(keyedBy: TextKey.self).allKeys.map(\.text)
  }
}
