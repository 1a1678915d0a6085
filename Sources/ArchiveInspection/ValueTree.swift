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
    var children: [Child]
    var next = 0
    var labelWidth = 0
    var kindWidth = 0
    var omittedCount = 0
    var childName = ""
  }

  /// A labelled value with the words of its kind, and their characters.
  private struct Child {
    let label: String
    let labelWidth: Int
    let value: ArchivedValue
    let kind: String
    let kindWidth: Int

    init(_ label: String, _ value: ArchivedValue) {
      (self.label, self.value, kind) = (label, value, value.kindText)
      (labelWidth, kindWidth) = (Self.width(label), Self.width(kind))
    }

    private static func width(_ text: String) -> Int {
      text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.count
    }
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
    frames = [frame([Child(label, value)])]
    while let frame = frames.last {
      if frame.next < frame.children.count {
        frames[frames.count - 1].next += 1
        let child = frame.children[frame.next]
        let value = child.value.innermost
        let text = line(child, value, frame)
        try budget.take(text.utf8.count + 1)
        write(text)
        guard value.count > 0 else { continue }
        // The children of one level are listed before their lines are made.
        try budget.check(
          min(value.count, style.maximumElementCount) * TextBudget.childByteCount)
        frames.append(children(of: value))
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
    var indent = ""
    pad(&indent, 2 * min(max(0, frames.count - 1), Self.maximumIndentation))
    return indent
  }

  /// - Parameter value: The innermost value of the child.
  private func line(_ child: Child, _ value: ArchivedValue, _ frame: Frame) -> String {
    let byteCount = sizes.flatMap {
      child.value.index < 0 ? nil : $0.byteCount(of: child.value)
    }
    let detail = value.detailText(style.maximumTextLength, byteCount)
    var line = indent
    if style.isColoured { line += "\u{1B}[1m" }
    line += child.label
    if style.isColoured { line += "\u{1B}[0m" }
    pad(&line, max(0, frame.labelWidth - child.labelWidth) + 2)
    if style.isColoured { line += "\u{1B}[2m" }
    line += child.kind
    if style.isColoured { line += "\u{1B}[0m" }
    if !detail.isEmpty {
      pad(&line, max(0, frame.kindWidth - child.kindWidth) + 2)
      line += detail
    }
    return line
  }

  private func pad(_ line: inout String, _ count: Int) {
    var left = count
    while left > 0 {
      let count = min(left, Self.spaces.count - 1)
      line += Self.spaces[count]
      left -= count
    }
  }

  /// So many spaces at each index.
  private static let spaces = (0...32).map { String(repeating: " ", count: $0) }

  // MARK: Children

  private func frame(_ children: [Child], of count: Int = 0, _ name: String = "") -> Frame {
    var frame = Frame(children: children)
    for child in children {
      frame.labelWidth = max(frame.labelWidth, min(child.labelWidth, Self.maximumAlignedWidth))
      frame.kindWidth = max(frame.kindWidth, min(child.kindWidth, Self.maximumAlignedWidth))
    }
    frame.omittedCount = max(0, count - children.count)
    frame.childName = name
    return frame
  }

  private func children(of value: ArchivedValue) -> Frame {
    let limit = style.maximumElementCount
    switch value.kind {
    case .record: return frame(value.fields.map { Child(label($0.key), $0.value) })
    case .array, .set:
      let shown = value.elements.prefix(limit).enumerated().map { Child("[\($0)]", $1) }
      return frame(shown, of: value.count, value.kind == .set ? "members" : "elements")
    case .map:
      var children: [Child] = []
      let entries = value.entries(atMost: limit)
      var texts: Set<String.UTF8View.Digest> = []
      for (position, entry) in entries.enumerated() {
        // A key leads to the first entry that has its text; any entry has a position.
        if let text = entry.key.keyText, texts.insert(text.utf8.digest).inserted {
          children.append(Child(label(text), entry.value))
        } else {
          children.append(Child("[\(position)] key", entry.key))
          children.append(Child("[\(position)]", entry.value))
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
