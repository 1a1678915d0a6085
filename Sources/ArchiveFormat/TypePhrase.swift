/// Names types in sentences: “an Int”, “an array of strings”, “a dictionary with keys of type UUID and values of type [Int]”.
package enum TypePhrase {
  /// One value of the type, with an article.
  package static func one(_ type: any Any.Type) -> String {
    if let type = type as? any NamedInSentences.Type { return type.phrase.one }
    let name = "\(type)"
    // Existential types, functions and tuples have no article.
    if name.contains(" ") || name.hasPrefix("(") { return "a value of type \(name)" }
    return "\(article(name)) \(name)"
  }

  /// Several values of the type.
  fileprivate static func several(_ type: any Any.Type) -> String {
    (type as? any NamedInSentences.Type)?.phrase.several ?? "values of type \(type)"
  }

  /// “an” before a name that is spoken with a vowel first: “an Int”, “a URL”, “an SQLRow”.
  private static func article(_ name: String) -> String {
    let letters = Array(name.utf8.prefix(3))
    guard let first = letters.first else { return "a" }
    let isAcronym = letters.count > 1 && (65...90).contains(letters[1])
    switch first {
    case UInt8(ascii: "A"), UInt8(ascii: "E"), UInt8(ascii: "I"), UInt8(ascii: "O"): return "an"
    // “Under” and “Unkeyed”, not “Unit” and “User”.
    case UInt8(ascii: "U"):
      let isOpen =
        letters.count == 3 && letters[1] == UInt8(ascii: "n") && letters[2] != UInt8(ascii: "i")
      return isOpen ? "an" : "a"
    // Spelled letters: “an NSObject”, “an XMLNode”.
    case _ where isAcronym && "FHLMNRSX".utf8.contains(first): return "an"
    default: return "a"
    }
  }
}

/// A type with words of its own.
private protocol NamedInSentences {
  static var phrase: (one: String, several: String) { get }
}

extension String: NamedInSentences {
  fileprivate static var phrase: (one: String, several: String) { ("a String", "strings") }
}

extension Optional: NamedInSentences {
  fileprivate static var phrase: (one: String, several: String) {
    (
      "\(TypePhrase.one(Wrapped.self)) or nil",
      "\(TypePhrase.several(Wrapped.self)) or nil"
    )
  }
}

extension Array: NamedInSentences {
  fileprivate static var phrase: (one: String, several: String) {
    if Element.self == Any.self { return ("an array", "arrays") }
    let elements = TypePhrase.several(Element.self)
    return ("an array of \(elements)", "arrays of \(elements)")
  }
}

extension Set: NamedInSentences {
  fileprivate static var phrase: (one: String, several: String) {
    let elements = TypePhrase.several(Element.self)
    return ("a set of \(elements)", "sets of \(elements)")
  }
}

extension Dictionary: NamedInSentences {
  fileprivate static var phrase: (one: String, several: String) {
    // The type of any keyed container.
    if Key.self == String.self, Value.self == Any.self {
      return ("a value with keys", "values with keys")
    }
    let content = "with keys of type \(Key.self) and values of type \(Value.self)"
    return ("a dictionary \(content)", "dictionaries \(content)")
  }
}
