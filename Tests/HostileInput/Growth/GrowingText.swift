/// An adversarial JSON text that can be made of any size.
package struct GrowingText: Sendable {
  package let name: String
  package let size: Int
  package let text: @Sendable (_ size: Int) -> [UInt8]

  private init(_ name: String, _ size: Int, _ text: @escaping @Sendable (_ size: Int) -> String) {
    (self.name, self.size) = (name, size)
    self.text = { Array(text($0).utf8) }
  }

  private static func joined(
    _ size: Int, _ open: String, _ close: String, _ item: (Int) -> String
  ) -> String {
    open + (0..<size).map(item).joined(separator: ",") + close
  }

  package static let all = [
    GrowingText("a wide object", 16_000) { joined($0, "{", "}") { "\"key \($0)\":\($0)" } },
    GrowingText("objects of one key each, all other keys", 16_000) {
      joined($0, "[", "]") { "{\"key \($0)\":\($0)}" }
    },
    GrowingText("objects of one key each, nulls and numbers", 16_000) {
      joined($0, "[", "]") { "{\"key\":\($0 & 1 == 0 ? "null" : "1")}" }
    },
    GrowingText("objects with one more key each", 1_024) { size in
      joined(size, "[", "]") { number in
        joined(number, "{", "}") { "\"key \($0)\":1" }
      }
    },
    GrowingText("objects with ever other subsets of keys", 4_000) { size in
      joined(size, "[", "]") { number in
        let keys = (0..<12).filter { number >> $0 & 1 == 1 }
        return "{" + keys.map { "\"k\($0)\":\(number)" }.joined(separator: ",") + "}"
      }
    },
    GrowingText("objects with keys in ever another order", 2_000) { size in
      joined(size, "[", "]") { number in
        joined(8, "{", "}") { "\"k\(($0 * 3 + number) % 8)\":\(number)" }
      }
    },
    GrowingText("arrays in arrays", 4_000) {
      String(repeating: "[", count: $0) + String(repeating: "]", count: $0)
    },
    GrowingText("objects in objects", 4_000) {
      String(repeating: "{\"key\":", count: $0) + "1" + String(repeating: "}", count: $0)
    },
    GrowingText("objects in objects, other keys", 4_000) { size in
      (0..<size).map { "{\"key \($0)\":" }.joined() + "1" + String(repeating: "}", count: size)
    },
    GrowingText("a long text with escapes", 200_000) {
      "\"" + String(repeating: "\\u00e9\\n", count: $0 / 8) + "\""
    },
    GrowingText("a number of many digits", 20_000) { "1." + String(repeating: "7", count: $0) },
    GrowingText("numbers with many digits", 8_000) {
      joined($0, "[", "]") { "\($0).12345678901234567890123456789" }
    },
    GrowingText("nulls and objects in turn", 8_000) {
      joined($0, "[", "]") { $0 & 1 == 0 ? "null" : "{\"key\":[\($0),\"\($0)\"]}" }
    },
    GrowingText("columns of ever other kinds", 8_000) {
      joined($0, "[", "]") { ["1", "\"a\"", "[]", "{}", "1.5", "null", "true"][$0 % 7] }
    },
  ]
}
