internal import RecordStorage
internal import StorageTransforms

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Cases that check what each transform of the package promises to keep.
enum KeepingCases {
  static let all: [ConformanceCase] = numbers + texts + dates + archives

  private enum Grade: Int, CaseIterable { case low = -3, middle = 2, high = 40 }

  private static let numbers: [ConformanceCase] = [
    .keeping("native integer", IdentityTransform<Int>(), precedes: <) { integer(&$0) },
    .keeping("native double", IdentityTransform<Double>(), precedes: { $0 < $1 }) {
      Double(integer(&$0)) / 8
    },
    .keeping("native bool", IdentityTransform<Bool>(), precedes: { !$0 && $1 }) {
      .random(using: &$0)
    },
    .keeping("native date", IdentityTransform<Date>(), precedes: <) { date(&$0) },
    .keeping("raw integer", RawValueTransform<Grade>(), precedes: { $0.rawValue < $1.rawValue }) {
      Grade.allCases.randomElement(using: &$0) ?? .low
    },
  ]

  private static let texts: [ConformanceCase] = [
    .keeping("native text", IdentityTransform<String>(), isSame: sameText, precedes: textOrder) {
      text(&$0)
    },
    .keeping("native bytes", IdentityTransform<Data>(), precedes: byteOrder) { bytes(&$0) },
    .keeping(
      "native UUID", IdentityTransform<UUID>(),
      precedes: { textOrder($0.uuidString, $1.uuidString) }
    ) { uuid(&$0) },
    .keeping("hex", HexTransform(), precedes: byteOrder) { bytes(&$0) },
    .keeping("base64", Base64Transform()) { bytes(&$0) },
    .keeping("utf8", UTF8Transform(), isSame: sameText, precedes: textOrder) { text(&$0) },
    .keeping(
      "utf8 and hex", UTF8Transform().then(HexTransform()), isSame: sameText, precedes: textOrder
    ) { text(&$0) },
    .keeping("text", TextTransform(), precedes: byteOrder) { Data(text(&$0).utf8) },
    .keeping("stamped bytes", UTF8Transform().stamped(), isSame: sameText) { text(&$0) },
    .keeping("reversed", ReversedTransform(), isSame: sameText) { text(&$0) },
    .keeping("case", SingleCaseTransform(.upper), isSame: sameText) { text(&$0).uppercased() },
    .keeping("url", RelativeURLTransform(), in: context) { try url(&$0) },
  ]

  private static let dates: [ConformanceCase] = [
    .keeping("iso8601", ISO8601Transform()) { date(&$0) },
    .keeping("sortable iso8601", .sortable(fractionDigits: 9), precedes: <) { date(&$0) },
    .keeping("rounded iso8601", .sortable(fractionDigits: 0, isRounded: true), precedes: <) {
      date(&$0)
    },
    .keeping("unix time", UnixTimeTransform(.seconds), precedes: <) {
      Date(timeIntervalSinceReferenceDate: Double(integer(&$0)))
    },
    .keeping("rounded unix time", UnixTimeTransform(.milliseconds, isRounded: true), precedes: <) {
      date(&$0)
    },
    .keeping("rfc2822", RFC2822Transform()) {
      Date(timeIntervalSinceReferenceDate: Double(integer(&$0) % 10_000) * 40_000)
    },
  ]

  private static let archives: [ConformanceCase] = [
    .keeping("canonical set", ArchiveTransform<Set<String>>.canonical) { set(&$0) },
    .keeping("canonical dictionary", ArchiveTransform<[String: Set<Int>]>.canonical) { generator in
      var dictionary: [String: Set<Int>] = [:]
      for word in set(&generator).shuffled(using: &generator) {
        dictionary[word] = Set((0..<3).shuffled(using: &generator).prefix(2))
      }
      return dictionary
    },
    .keeping(
      "canonical set of records", ArchiveTransform<Set<Pair>>.canonical
    ) { generator in
      Set(set(&generator).map { Pair(word: $0, numbers: [$0.utf8.count: $0]) })
    },
  ]

  private struct Pair: Codable, Hashable, Sendable {
    var word: String
    var numbers: [Int: String]
  }

  private static let context: TransformContext = {
    var context = TransformContext()
    context.baseURL = URL(filePath: "/app/", directoryHint: .isDirectory)
    return context
  }()

  private static func integer(_ generator: inout any RandomNumberGenerator) -> Int {
    Bool.random(using: &generator)
      ? .random(in: -9...9, using: &generator)
      : .random(in: -1_000_000_000...1_000_000_000, using: &generator)
  }

  /// A date near another one, with and without a fraction.
  private static func date(_ generator: inout any RandomNumberGenerator) -> Date {
    let second = Int.random(in: -3...3, using: &generator)
    let fractions = [0, 0, 0.5, 0.25, 0.125, 1e-9]
    let fraction = fractions.randomElement(using: &generator) ?? 0
    return Date(timeIntervalSinceReferenceDate: Double(second) + fraction)
  }

  private static func text(_ generator: inout any RandomNumberGenerator) -> String {
    let letters = ["a", "b", "Z", "_", "10", "9", "\u{E9}", "e\u{301}", "\u{FFFD}", "😀", ""]
    return (0..<2).map { _ in letters.randomElement(using: &generator) ?? "" }.joined()
  }

  private static func bytes(_ generator: inout any RandomNumberGenerator) -> Data {
    let choices: [UInt8] = [0, 1, 0x3E, 0x3F, 0x7F, 0x80, 0xFB, 0xFF]
    let count = Int.random(in: 0...3, using: &generator)
    return Data((0..<count).map { _ in choices.randomElement(using: &generator) ?? 0 })
  }

  private static func uuid(_ generator: inout any RandomNumberGenerator) -> UUID {
    func byte(_ generator: inout any RandomNumberGenerator) -> UInt8 {
      [0, 9, 0x0A, 0xA0, 0xFF].randomElement(using: &generator) ?? 0
    }
    let (first, last) = (byte(&generator), byte(&generator))
    return UUID(uuid: (first, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last))
  }

  private static func url(_ generator: inout any RandomNumberGenerator) throws -> URL {
    let base = ["/app/", "/application/", "/"].randomElement(using: &generator) ?? "/"
    let name = ["a.png", "b/", "7:30.txt", ""].randomElement(using: &generator) ?? ""
    guard let url = URL(string: "file://\(base)\(name)") else {
      throw ConformanceFailure("no URL of \(base)\(name)")
    }
    return url
  }

  /// A set whose members came in a random order, with room for more.
  private static func set(_ generator: inout any RandomNumberGenerator) -> Set<String> {
    let words = ["sea", "sun", "sand", "shell", "storm", "ship", "shore"]
    var set = Set<String>(minimumCapacity: .random(in: 0...64, using: &generator))
    let count = Int.random(in: 5...7, using: &generator)
    for word in words.prefix(count).shuffled(using: &generator) { set.insert(word) }
    return set
  }

  private static let sameText: @Sendable (String, String) -> Bool = {
    $0.utf8.elementsEqual($1.utf8)
  }
  private static let textOrder: @Sendable (String, String) -> Bool = {
    $0.utf8.lexicographicallyPrecedes($1.utf8)
  }
  private static let byteOrder: @Sendable (Data, Data) -> Bool = {
    $0.lexicographicallyPrecedes($1)
  }
}
