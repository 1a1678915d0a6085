/// Asks for the one field that it knows, and passes over the others.
package struct KnownField: Decodable {
  package var common: Int
}
