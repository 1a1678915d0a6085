public import RecordLog

/// Commits of a record log in one line each, safe to print.
public struct CommitText {
  /// The entries of a commit that are printed.
  private let maximumEntryCount: Int
  /// The names of entities as they are printed, as far as schemas told them.
  private var names: [Int: String] = [:]

  /// The text of commits, of each of which so many entries are shown.
  public init(maximumEntryCount: Int) { self.maximumEntryCount = maximumEntryCount }

  /// Where a commit stands and what it says.
  public mutating func line(_ commit: LogReader.Commit) -> (text: String, isMalformed: Bool) {
    let frame = commit.frame
    var parts: [String] = []
    var count = 0
    var failure: LogError?
    do throws(LogError) {
      try commit.payload.forEachEntry { entry, _ in
        count += 1
        learnName(from: entry)
        if count <= maximumEntryCount { parts.append(words(for: entry)) }
        forgetName(after: entry)
      }
    } catch {
      failure = error
    }
    if count > maximumEntryCount { parts.append("… \((count - maximumEntryCount).grouped) more") }
    if let failure { parts.append(TerminalText.escaped(sentence: "\(failure)")) }
    let place = "\(frame.byteOffset)  #\(frame.sequence)  group \(frame.group)"
    let size = frame.payloadByteCount.counted("byte")
    return ("\(place)  \(size)  \(parts.joined(separator: ", "))", failure != nil)
  }

  private mutating func learnName(from entry: LogEntry) {
    guard case .schema(let entity, _, _, let archive) = entry else { return }
    names[entity] = StoreInspector.entityName(inSchema: archive).map {
      TerminalText.escaped(String($0.unicodeScalars.prefix(Self.maximumNameLength)))
    }
  }

  private mutating func forgetName(after entry: LogEntry) {
    if case .drop(let entity) = entry { names[entity] = nil }
  }

  /// Unicode scalars of a name that are printed: each entry may name one.
  private static var maximumNameLength: Int { 200 }

  private func words(for entry: LogEntry) -> String {
    switch entry {
    case .schema(let entity, let revision, let attributeCount, _):
      let attributes = attributeCount.counted("attribute")
      return "schema \(name(entity)) = #\(entity) revision \(revision) with \(attributes)"
    case .put(let entity, let key, let values):
      return "put \(name(entity)) \(key.text) (\(values.count.counted("byte")))"
    case .remove(let entity, let key): return "remove \(name(entity)) \(key.text)"
    case .drop(let entity): return "drop \(name(entity))"
    case .note(let bytes): return "note (\(bytes.count.counted("byte")))"
    }
  }

  private func name(_ entity: Int) -> String { names[entity] ?? "#\(entity)" }
}

extension CommitText {
  /// How a log ends, in a line.
  ///
  /// - Parameters:
  ///   - ending: How the log ends.
  ///   - byteOffset: Where the last commit ends.
  public static func ending(_ ending: LogEnding, behind byteOffset: Int) -> String {
    switch ending {
    case .complete: "complete at byte \(byteOffset)"
    case .torn(let byteOffset, let byteCount):
      "torn tail at byte \(byteOffset): \(byteCount.counted("byte"))"
    case .damaged(let byteOffset): "damaged at byte \(byteOffset)"
    }
  }

  /// Which commits are missing, in a line.
  public static func missing(_ numbers: Range<UInt64>) -> String {
    numbers.count == 1
      ? "missing: #\(numbers.lowerBound)"
      : "missing: #\(numbers.lowerBound) to #\(numbers.upperBound - 1)"
  }
}
