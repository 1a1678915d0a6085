internal import ArchiveCompression
internal import ArchiveFormat

/// Prints values as an indented tree for people: what is there, of which kind, how large.
///
/// ```
/// $             record            2 fields, shape 1, 31 bytes
///   name        string            "Ada"
///   friends     array             2 elements, 20 bytes
///     [0]       object #0 Person  1 field, shape 0, 9 bytes
///       name    string            "Bob"
///     [1]       reference #0
/// ```
///
/// Labels are steps of a ``ValuePath``: behind the label of the root, each stands after a point or is a position. Text from the
/// archive is escaped for the terminal. Nothing recurses.
public struct ValueTree: Sendable {
  /// What is shown of long values, and how.
  public struct Style: Sendable {
    /// Elements and entries shown of an array, set or map.
    public var maximumElementCount = 10
    /// Characters shown of a text, and half the bytes shown of data.
    public var maximumTextLength = 60
    /// Whether labels and kinds are set off by ANSI escapes.
    public var isColoured = false

    /// Long values shortened, no colour.
    public init() {}

    /// Everything in full, no colour.
    public static let full = {
      var style = Style()
      style.maximumElementCount = .max
      style.maximumTextLength = .max
      return style
    }()
  }

  /// Labelled values of one container, aligned with each other.
  private struct Frame {
    var children: [(label: String, value: ArchivedValue)]
    var next = 0
    var labelWidth = 0
    var kindWidth = 0
    var omittedCount = 0
    var childName = ""
  }

  private static let maximumAlignedWidth = 40
  private let style: Style
  private let sizes: ValueSizes?
  private var frames: [Frame] = []

  init(_ style: Style, _ sizes: ValueSizes?) {
    self.style = style
    self.sizes = sizes
  }

  /// Hands the lines of a value to `write`, each without its line break.
  ///
  /// - Throws: ``ArchiveError/Code/limitExceeded``.
  mutating func print(
    _ label: String, _ value: ArchivedValue, _ budget: inout TextBudget, _ write: (String) -> Void
  ) throws(ArchiveError) {
    frames = [frame([(label, value)])]
    while let frame = frames.last {
      if frame.next < frame.children.count {
        frames[frames.count - 1].next += 1
        let (label, value) = frame.children[frame.next]
        let text = line(label, value, frame)
        try budget.take(text.utf8.count + 1)
        write(text)
        // The children of one level are listed before their lines are made.
        try budget.check(
          min(value.innermost.count, style.maximumElementCount) * TextBudget.childByteCount)
        frames.append(children(of: value.innermost))
      } else {
        if frame.omittedCount > 0 {
          write(indent + "… \(frame.omittedCount.grouped) more \(frame.childName)")
        }
        frames.removeLast()
      }
    }
  }

  /// Levels that are set off from each other: a line is not longer for those below.
  private static let maximumIndentation = 256

  private var indent: String {
    String(repeating: "  ", count: min(max(0, frames.count - 1), Self.maximumIndentation))
  }

  private func line(_ label: String, _ value: ArchivedValue, _ frame: Frame) -> String {
    let kind = value.kindText
    let byteCount = sizes.flatMap { value.index < 0 ? nil : $0.byteCount(of: value) }
    let detail = value.innermost.detailText(style.maximumTextLength, byteCount)
    let labelPadding = padding(label, frame.labelWidth)
    let kindPadding = detail.isEmpty ? "" : padding(kind, frame.kindWidth)
    guard style.isColoured else {
      return indent + label + labelPadding + kind + kindPadding + detail
    }
    return indent + "\u{1B}[1m\(label)\u{1B}[0m" + labelPadding
      + "\u{1B}[2m\(kind)\u{1B}[0m" + kindPadding + detail
  }

  private func padding(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count) + 2)
  }

  // MARK: Children

  private func frame(
    _ children: [(label: String, value: ArchivedValue)], of count: Int = 0, _ name: String = ""
  ) -> Frame {
    var frame = Frame(children: children)
    frame.labelWidth = children.map { min($0.label.count, Self.maximumAlignedWidth) }.max() ?? 0
    frame.kindWidth =
      children.map { min($0.value.kindText.count, Self.maximumAlignedWidth) }.max() ?? 0
    frame.omittedCount = max(0, count - children.count)
    frame.childName = name
    return frame
  }

  private func children(of value: ArchivedValue) -> Frame {
    let limit = style.maximumElementCount
    switch value.kind {
    case .record: return frame(value.fields.map { (label($0.key), $0.value) })
    case .array, .set:
      let shown = value.elements.prefix(limit).enumerated().map { ("[\($0)]", $1) }
      return frame(shown, of: value.count, value.kind == .set ? "members" : "elements")
    case .map:
      var children: [(label: String, value: ArchivedValue)] = []
      let entries = value.entries(atMost: limit)
      var texts: Set<String.UTF8View.Digest> = []
      for (position, entry) in entries.enumerated() {
        // A key leads to the first entry that has its text; any entry has a position.
        if let text = entry.key.keyText, texts.insert(text.utf8.digest).inserted {
          children.append((label(text), entry.value))
        } else {
          children.append(("[\(position)] key", entry.key))
          children.append(("[\(position)]", entry.value))
        }
      }
      var made = frame(children, of: 0, "entries")
      made.omittedCount = max(0, value.count - limit)
      return made
    default: return frame([])
    }
  }

  private func label(_ key: String) -> String {
    TerminalText.shortened(TerminalText.quotedIfNeeded(key), to: style.maximumTextLength)
  }
}
