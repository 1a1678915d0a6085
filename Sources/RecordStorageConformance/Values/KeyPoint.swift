internal import RecordStorage
internal import StorageTransforms

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A key of the domain, or one just outside of it.
struct KeyPoint: Sendable {
  /// What it is called in ids of cases.
  let name: String
  let key: RecordKey
  /// Why it is refused; nil if it is a key.
  var refusal: StorageError.Code?

  static let all: [KeyPoint] = [integers, texts, blobs, refused].flatMap { $0 }

  private static let integers: [KeyPoint] = {
    let keys: [(String, Int64)] = [
      ("zero", 0), ("one", 1), ("minus one", -1), ("least", .min), ("greatest", .max),
      ("2^53", 9_007_199_254_740_992), ("2^53 + 1", 9_007_199_254_740_993), ("9", 9), ("10", 10),
      ("2^32", 4_294_967_296),
    ]
    return keys.map { KeyPoint(name: "integer: \($0.0)", key: .integer($0.1)) }
  }()

  private static let texts: [KeyPoint] = {
    let keys: [(String, String)] = [
      ("empty", ""), ("space", " "), ("a", "a"), ("A", "A"), ("a and a space", "a "), ("ab", "ab"),
      ("composed", "\u{E9}"), ("decomposed", "e\u{301}"), ("digit", "1"), ("zero and digit", "01"),
      ("digit and point", "1.0"), ("quotes", "'\""), ("slashes", "../a/b\\c"), ("point", "."),
      ("two points", ".."), ("wildcards", "%_*"), ("word null", "NULL"), ("emoji", "👩🏽‍🚀"),
      ("noncharacter", "\u{FFFF}"), ("last scalar", "\u{10FFFF}"), ("line feed", "a\nb"),
      ("300 letters", String(repeating: "k", count: 300)),
      ("2,000 bytes", String(repeating: "k", count: 2_000)),
      ("2,000 other bytes", String(repeating: "k", count: 1_998) + "é"),
    ]
    return keys.map { KeyPoint(name: "text: \($0.0)", key: .text($0.1)) }
  }()

  private static let blobs: [KeyPoint] = {
    let keys: [(String, Data)] = [
      ("empty", Data()), ("one zero", Data([0])), ("two zeros", Data([0, 0])),
      ("zero and one", Data([0, 1])), ("1", Data([1])), ("255", Data([255])),
      ("255 and zero", Data([255, 0])), ("ill-formed UTF-8", Data([0xC3, 0x28])),
      ("text", Data("a".utf8)), ("2,000 bytes", Data(noise: 2_000)),
    ]
    return keys.map { KeyPoint(name: "blob: \($0.0)", key: .blob($0.1)) }
  }()

  private static let refused: [KeyPoint] = [
    KeyPoint(
      name: "text: 2,001 bytes", key: .text(String(repeating: "k", count: 2_001)),
      refusal: .limitExceeded),
    KeyPoint(name: "text: U+0000", key: .text("k\u{0}"), refusal: .notStorable),
    KeyPoint(name: "blob: 2,001 bytes", key: .blob(Data(noise: 2_001)), refusal: .limitExceeded),
  ]
}
