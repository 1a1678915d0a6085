/// Why bytes are no value of the fixed layout.
package enum FixedLayoutError: Error {
  case cutOff, unknownCase, damaged
}
