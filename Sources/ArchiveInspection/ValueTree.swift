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
    /// The elements of an array or a set, which are not listed; their labels are their positions.
    var elements: ArchivedValue.Elements?
    /// The labelled values of anything else.
    var values: [(label: String, value: ArchivedValue)] = []
    /// The number of children that are shown, and of those that were.
    var count: Int
    var next = 0
    var labelWidth = 0
    var kindWidth = 0
    var omittedCount = 0
    var childName = ""
  }

  private static func width(_ text: String) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.count
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
      if let child = nextChild() {
        let value = child.value.innermost
        let text = line(child.label, child.value, value)
        try budget.take(text.utf8.count + 1)
        write(text)
        guard value.count > 0 else { continue }
        if value.kind != .array, value.kind != .set {
          // The children of one level are listed before their lines are made.
          let count =
            value.kind == .record ? value.count : min(value.count, style.maximumElementCount)
          try budget.check(count * TextBudget.entryByteCount)
        }
        frames.append(children(of: value))
      } else {
        if frame.omittedCount > 0 {
          write(indent + "… \(frame.omittedCount.grouped) more \(frame.childName)")
        }
        frames.removeLast()
      }
    }
  }

  /// The next child of the innermost container, with its label; nil behind the last one.
  private mutating func nextChild() -> (label: String, value: ArchivedValue)? {
    let top = frames.count - 1
    let position = frames[top].next
    guard position < frames[top].count else { return nil }
    frames[top].next += 1
    guard frames[top].elements != nil else { return frames[top].values[position] }
    return frames[top].elements?.next().map { ("[\(position)]", $0) }
  }

  /// Levels that are set off from each other: a line is not longer for those below.
  private static let maximumIndentation = 256

  private var indent: String {
    var indent = ""
    pad(&indent, 2 * min(max(0, frames.count - 1), Self.maximumIndentation))
    return indent
  }

  /// - Parameter value: The innermost value of the child.
  private func line(_ label: String, _ child: ArchivedValue, _ value: ArchivedValue) -> String {
    let frame = frames[frames.count - 1]
    let byteCount = sizes.flatMap { child.index < 0 ? nil : $0.byteCount(of: child) }
    let kind = child.kindText
    let detail = value.detailText(style.maximumTextLength, byteCount)
    var line = indent
    if style.isColoured { line += "\u{1B}[1m" }
    line += label
    if style.isColoured { line += "\u{1B}[0m" }
    pad(&line, max(0, frame.labelWidth - Self.width(label)) + 2)
    if style.isColoured { line += "\u{1B}[2m" }
    line += kind
    if style.isColoured { line += "\u{1B}[0m" }
    if !detail.isEmpty {
      pad(&line, max(0, frame.kindWidth - Self.width(kind)) + 2)
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

  /// - Parameter omittedCount: The values that are there too, and are not shown.
  private func frame(
    _ values: [(label: String, value: ArchivedValue)], omitting omittedCount: Int = 0
  ) -> Frame {
    var frame = Frame(values: values, count: values.count, omittedCount: omittedCount)
    frame.labelWidth = Self.aligned(values.lazy.map { Self.width($0.label) }.max() ?? 0)
    frame.kindWidth = Self.aligned(values.lazy.map { Self.width($0.value.kindText) }.max() ?? 0)
    return frame
  }

  private static func aligned(_ width: Int) -> Int { min(width, maximumAlignedWidth) }

  private func children(of value: ArchivedValue) -> Frame {
    let limit = style.maximumElementCount
    switch value.kind {
    case .record: return frame(value.fields.map { (label($0.key), $0.value) })
    case .array, .set:
      let count = min(value.count, limit)
      var frame = Frame(
        elements: value.elements, count: count, omittedCount: value.count - count,
        childName: value.kind == .set ? "members" : "elements")
      frame.labelWidth = Self.aligned(Self.width("[\(count - 1)]"))
      let elements = value.elements
      for element in elements.prefix(elements.arePacked ? min(count, 1) : count) {
        frame.kindWidth = max(frame.kindWidth, Self.aligned(Self.width(element.kindText)))
      }
      return frame
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
      var made = frame(children, omitting: max(0, value.count - limit))
      made.childName = "entries"
      return made
    default: return frame([])
    }
  }

  private func label(_ key: String) -> String {
    TerminalText.shortened(TerminalText.quotedIfNeeded(key), to: style.maximumTextLength)
  }
}
