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

  /// The steps, or the coding keys that they are made from. A program that tries one type after another catches most errors, and asks for no steps.
  private enum Source: Sendable {
    case steps([Step])
    case codingPath([any CodingKey])
  }

  private var source: Source

  /// The steps, outermost first. O(steps).
  public var steps: [Step] {
    get {
      switch source {
      case .steps(let steps): steps
      case .codingPath(let keys): keys.map(Step.init)
      }
    }
    set { source = .steps(newValue) }
  }

  /// A path of these steps.
  public init(_ steps: [Step] = []) { source = .steps(steps) }

  /// Coding keys as a path; those made from an index are steps by index. O(1).
  package init(codingPath: [any CodingKey]) { source = .codingPath(codingPath) }

  /// Whether it is the unnamed root itself.
  public var isEmpty: Bool {
    switch source {
    case .steps(let steps): steps.isEmpty
    case .codingPath(let keys): keys.isEmpty
    }
  }

  /// True if both have the same steps.
  public static func == (left: ArchivePath, right: ArchivePath) -> Bool {
    left.steps == right.steps
  }

  /// Hashes the steps.
  public func hash(into hasher: inout Hasher) { hasher.combine(steps) }

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

extension ArchivePath.Step {
  fileprivate init(_ key: any CodingKey) {
    guard let index = key.intValue, key.stringValue == "Index \(index)" else {
      self = .key(key.stringValue)
      return
    }
    self = .index(index)
  }
}
