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

  /// `$`, then `.key`, `["a key"]` or `[index]` per step; a named root is `$name` or `$"a name"`.
  public var description: String {
    var text = "$"
    for step in steps {
      switch step {
      case .root(let name): text = "$" + (Self.isPlain(name) ? name : Self.quoted(name))
      case .index(let index): text += "[\(index)]"
      case .key(let key):
        text += Self.isPlain(key) ? ".\(key)" : "[\(Self.quoted(key))]"
      }
    }
    return text
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "-" }
  }

  private static func quoted(_ key: String) -> String {
    var text = "\""
    for scalar in key.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.properties.generalCategory == .control || scalar.value == 0x7F:
        text += "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst()
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
