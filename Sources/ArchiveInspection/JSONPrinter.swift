internal import ArchiveFormat

/// Writes a value as JSON text, keeping its place in a stack of open containers.
struct JSONPrinter {
  /// An open array, object, or array of pairs.
  private struct Frame {
    var elements: ArchivedValue.Elements?
    var fields: [(key: String, value: ArchivedValue)] = []
    var pairs: [(key: ArchivedValue, value: ArchivedValue)] = []
    /// Children begun; of pairs, keys and values begun.
    var count = 0
    var closingMark = "]"

    var step: ArchivePath.Step {
      fields.isEmpty ? .index(count - 1) : .key(fields[count - 1].key)
    }
  }

  let fidelity: JSONFidelity
  var text: JSONText
  private var frames: [Frame] = []
  /// The cells of objects that only back references lead to and that were written at the first of them.
  private var placed: Set<Int> = []

  private let budget: TextBudget
  /// Takes the text piece by piece; nil where it is kept whole.
  private let write: (([UInt8]) -> Void)?
  private static let pieceByteCount = 64 << 10

  /// - Parameters:
  ///   - budget: How much text may be kept.
  ///   - write: Takes the text piece by piece, so that none is kept; nil to keep it whole.
  init(
    _ fidelity: JSONFidelity, isEscapedForTerminal: Bool = false, _ budget: TextBudget = .unlimited,
    write: (([UInt8]) -> Void)? = nil
  ) {
    self.fidelity = fidelity
    self.budget = budget
    self.write = write
    text = JSONText(isEscapedForTerminal: isEscapedForTerminal)
  }

  /// Appends a value to the text.
  mutating func print(_ value: ArchivedValue) throws(ArchiveError) {
    try begin(value)
    while !frames.isEmpty {
      try step(frames.count - 1)
      try budget.check(text.bytes.count)
      if let write, text.bytes.count >= Self.pieceByteCount { write(text.take()) }
    }
  }

  /// Hands over what is left of the text, if it is not kept whole.
  mutating func finish() { write?(text.take()) }

  /// Begins, or writes, a value.
  private mutating func begin(_ value: ArchivedValue) throws(ArchiveError) {
    var value = value
    while let inner = value.body ?? unplacedTarget(of: value) {
      guard fidelity == .lossy else { throw refusal("\(value.kind.phrase)") }
      value = inner
    }
    var frame = Frame()
    switch value.kind {
    case .record:
      frame.fields = value.fields.filter { $0.value.kind != .absent }
      frame.closingMark = "}"
    case .map:
      // All entries are listed, since only the last key tells whether it is an object.
      try budget.check(value.count * TextBudget.childByteCount)
      if let fields = fields(ofMap: value) {
        frame.fields = fields
        frame.closingMark = "}"
      } else if fidelity == .lossy {
        frame.pairs = value.entries
      } else {
        throw refusal("map with keys that are no strings or that are equal as strings")
      }
    case .array: frame.elements = value.elements
    case .set where fidelity == .lossy: frame.elements = value.elements
    default: return try leaf(value)
    }
    text.raw(frame.closingMark == "}" ? "{" : "[")
    frames.append(frame)
  }

  /// The object that a back reference leads to, if it stands in the tail of its scope and was not written yet.
  private mutating func unplacedTarget(of value: ArchivedValue) -> ArchivedValue? {
    guard fidelity == .lossy, value.kind == .backReference, let target = value.target,
      value.document.isTail(target.index), placed.insert(target.index).inserted
    else { return nil }
    return target
  }

  /// Begins a scope, whose objects are others than those before.
  mutating func beginScope() { placed = [] }

  /// The entries of a map whose keys are strings or integers, with distinct texts; else nil.
  private func fields(ofMap map: ArchivedValue) -> [(key: String, value: ArchivedValue)]? {
    var fields: [(key: String, value: ArchivedValue)] = []
    var seen: Set<String.UTF8View.Digest> = []
    for (key, value) in map.entries {
      guard let text = key.keyText, seen.insert(text.utf8.digest).inserted else { return nil }
      fields.append((text, value))
    }
    return fields
  }

  /// Goes on with the next child of the innermost container, or ends it.
  private mutating func step(_ top: Int) throws(ArchiveError) {
    let count = frames[top].count
    frames[top].count += 1
    if count < frames[top].fields.count {
      if count > 0 { text.raw(",") }
      let (key, value) = frames[top].fields[count]
      text.string(key)
      text.raw(":")
      try begin(value)
    } else if count < 2 * frames[top].pairs.count {
      let (key, value) = frames[top].pairs[count / 2]
      text.raw(count % 2 == 1 ? "," : count == 0 ? "[" : "],[")
      try begin(count % 2 == 0 ? key : value)
    } else if let value = frames[top].elements?.next() {
      if count > 0 { text.raw(",") }
      try begin(value)
    } else {
      if !frames[top].pairs.isEmpty { text.raw("]") }
      text.raw(frames[top].closingMark)
      frames.removeLast()
    }
  }

  func refusal(_ what: String) -> ArchiveError {
    ArchiveError(
      .invalidValue, "JSON has no \(what)", path: ArchivePath(frames.map { $0.step }))
  }
}
