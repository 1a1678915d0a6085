import TestSupport

/// Random JSON texts in exactly the form in which export writes them, so that a round trip must give
/// the same bytes.
struct RandomJSON {
  private var random: SeededGenerator
  private let keys: [String]
  private var remaining: Int

  static let strings = [
    "", "a", "é", "e\u{301}", "😀", "line\\nbreak", "\\u0000", "\\\"\\\\",
    String(repeating: "x", count: 70), "\u{202E}",
  ]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let stems = ["k", "", "é", "e\u{301}", "-", "id "]
    let count = [2, 5, 20, 40].randomElement(using: &random) ?? 2
    keys = (0..<count).map { "\(stems[$0 % stems.count])\($0 + 1)" }
    remaining = [30, 300, 3_000].randomElement(using: &random) ?? 30
  }

  static func text(seed: UInt64) -> String {
    var json = RandomJSON(seed: seed)
    return json.value(depth: Int.random(in: 0...9, using: &json.random))
  }

  private mutating func value(depth: Int) -> String {
    remaining -= 1
    let choice = Int.random(in: 0..<10, using: &random)
    if depth == 0 || remaining < 0 || choice < 4 { return leaf() }
    let count = Int.random(in: 0...12, using: &random)
    if choice < 7 {
      return "[" + (0..<count).map { _ in value(depth: depth - 1) }.joined(separator: ",") + "]"
    }
    let chosen = keys.shuffled(using: &random).prefix(count)
    return "{" + chosen.map { "\"\($0)\":" + value(depth: depth - 1) }.joined(separator: ",") + "}"
  }

  private mutating func leaf() -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return "null"
    case 1: return "true"
    case 2: return "false"
    case 3: return String(Int.random(in: -70...70, using: &random))
    case 4: return String(Int64.random(in: .min ... .max, using: &random))
    case 5: return String(UInt64.random(in: .min ... .max, using: &random))
    case 6: return String(Int128.random(in: .min ... .max, using: &random))
    case 7: return (Double(Int.random(in: -999...999, using: &random)) / 8).description
    case 8: return double().description
    case 9: return digits(1) + "." + digits(20) + "1"
    case 10: return digits(2) + "3e" + String(Int.random(in: 400...9_999, using: &random))
    default: return "\"\(Self.strings.randomElement(using: &random) ?? "")\""
    }
  }

  /// A Double that is imported as itself: an integer of up to 128 bits that is no Double becomes a decimal, which export writes as digits and a power of ten.
  private mutating func double() -> Double {
    let value = Double(bitPattern: UInt64.random(in: .min ... .max, using: &random))
    let mayBeOtherInteger = value.magnitude > 0x1p53 && value.magnitude < 0x1p128
    return value.isFinite && !mayBeOtherInteger ? value : 0.5
  }

  private mutating func digits(_ count: Int) -> String {
    (0..<count).map { _ in String(Int.random(in: 1...9, using: &random)) }.joined()
  }
}
