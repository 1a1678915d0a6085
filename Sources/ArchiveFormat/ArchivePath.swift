/// The way from a root to a value: `$.users[3].name`.
public struct ArchivePath: Hashable, Sendable, CustomStringConvertible {
  /// One step of a path.
  public enum Step: Hashable, Sendable {
    /// Into the root of this name.
    case root(String)
    /// To the value of a key.
    case key(String)
    /// To an element, from 0.
    case index(Int)
  }

  /// The steps, outermost first.
  public var steps: [Step]

  /// A path of these steps.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// Whether it is the unnamed root itself.
  public var isEmpty: Bool { steps.isEmpty }

  /// `$`, then `.key`, `["a key"]` or `[index]` per step; a named root is `$name` or `$"a name"`. Characters in quotes that nobody
  /// would see are escapes.
  public var description: String {
    var text = "$"
    for step in steps {
      switch step {
      case .root(let name): text = "$" + (Self.isPlain(name) ? name : VisibleText.quoted(name))
      case .index(let index): text += "[\(index)]"
      case .key(let key):
        text += Self.isPlain(key) ? ".\(key)" : "[\(VisibleText.quoted(key))]"
      }
    }
    return text
  }

  /// Returns whether a path shows a name without quotes.
  package static func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.unicodeScalars.allSatisfy {
        ($0.properties.isXIDContinue || $0 == "-") && !VisibleText.isHidden($0)
      }
  }
}
