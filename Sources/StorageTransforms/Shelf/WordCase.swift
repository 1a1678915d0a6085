/// A way to join the words of a name.
public enum WordCase: String, Sendable, CaseIterable {
  /// “HttpServerName”.
  case camel
  /// “httpServerName”.
  case llama
  /// “http_server_name”.
  case snake
  /// “http-server-name”.
  case train

  /// The words of a text in this case, without what stands between them. O(n).
  func applied(to text: String) -> String {
    let words = Self.words(of: text)
    switch self {
    case .camel: return words.map(Self.capitalized).joined()
    case .llama:
      return words.prefix(1).joined() + words.dropFirst().map(Self.capitalized).joined()
    case .snake: return words.joined(separator: "_")
    case .train: return words.joined(separator: "-")
    }
  }

  private static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// The words in lower case. A word is a run of letters and digits; another begins at a capital behind a small letter or a digit, and at the last
  /// capital of several before a small letter: “HTTPServer2Name” has “http”, “server2”, “name”. Apostrophes are inside of words, and left out.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var word: [Character] = []
    func end() {
      if !word.isEmpty { words.append(String(word).lowercased()) }
      word = []
    }
    for character in text {
      if character == "'" || character == "’" { continue }
      guard character.isLetter || character.isNumber else {
        end()
        continue
      }
      if character.isUppercase, let last = word.last, !last.isUppercase {
        end()
      } else if character.isLowercase, word.count > 1, let last = word.last, last.isUppercase,
        word[word.count - 2].isUppercase
      {
        word.removeLast()
        end()
        word = [last]
      }
      word.append(character)
    }
    end()
    return words
  }
}
