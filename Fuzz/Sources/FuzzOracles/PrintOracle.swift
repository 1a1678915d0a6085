internal import ArchiveFormat
internal import ArchiveInspection
internal import RecordLog

/// Prints bytes as `archivecat` does, an archive or a record log: nothing in a file commands the terminal.
public enum PrintOracle {
  /// Prints the content of an input.
  public static func run(_ bytes: [UInt8]) {
    let input = FuzzInput(bytes)
    if input.content.starts(with: [0x89]) {
      printLog(input.content, isSalvaged: input.option & 1 == 1)
    } else {
      printArchive(input.content, isFull: input.option & 1 == 1)
    }
  }

  private static func check(line: String) {
    Oracle.require(!line.utf8.contains(0x0A), "a line has two lines: \(line.debugDescription)")
    check(Array(line.utf8))
  }

  /// Whether all are characters that a terminal shows.
  private static func check(_ text: [UInt8]) {
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    let isSafe = scalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x20...0x7E, 0x200C, 0x200D: true
      case 0..<0xA0, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: false
      default: true
      }
    }
    Oracle.require(
      isSafe, "this is printed: \(String(decoding: text, as: UTF8.self).debugDescription)")
  }

  private static func printArchive(_ content: [UInt8], isFull: Bool) {
    let verification = ArchiveVerification(of: content, limits: FuzzLimits.small)
    for finding in verification.findings {
      check(line: TerminalText.escaped(sentence: finding.description))
    }
    if let report = try? JSONReport.verification("file", verification) { check(report) }
    guard let inspector = try? ArchiveInspector(content, limits: FuzzLimits.small) else { return }
    do {
      try inspector.printTree(isFull ? .full : ValueTree.Style()) { check(line: $0) }
    } catch {
      check(line: TerminalText.escaped(sentence: error.description))
    }
    check(line: "\(inspector.summary)")
    if let dump = try? inspector.dump() { check(dump) }
    for fidelity in [JSONFidelity.exact, .lossy] {
      do {
        check(try inspector.json(fidelity, isEscapedForTerminal: true))
      } catch {
        check(line: TerminalText.escaped(sentence: error.description))
      }
    }
    let usages = inspector.typeUsages()
    TypeReport(usages).print { check(line: $0) }
    if let report = try? JSONReport.types("file", usages) { check(report) }
    for root in inspector.roots {
      if let text = root.value.bareText { check(line: TerminalText.escaped(text)) }
    }
  }

  private static func printLog(_ content: [UInt8], isSalvaged: Bool) {
    let file = StoreInspector.file(of: content)
    do {
      for finding in try StoreVerification(of: file).findings {
        check(line: TerminalText.escaped(sentence: finding.description))
      }
      var log = try StoreLog(file, isSalvaged: isSalvaged)
      var text = CommitText(maximumEntryCount: 8)
      while let commit = try log.next() { check(line: text.line(commit).text) }
      for gap in log.missing { check(line: CommitText.missing(gap)) }
      check(line: CommitText.ending(log.ending ?? .complete, behind: log.byteOffset))
      let store = try StoreInspector(file, isSalvaged: isSalvaged)
      StoreReport(store, title: "file").print { check(line: $0) }
      let shapes = store.shapeDictionary(limits: FuzzLimits.small)
      for entity in store.entities { try printRecords(of: entity, store, shapes) }
    } catch {
      Oracle.check(error, in: content.count)
      check(line: TerminalText.escaped(sentence: "\(error)"))
    }
  }

  private static func printRecords(
    of entity: StoreEntity, _ store: StoreInspector, _ shapes: ShapeDictionary?
  ) throws {
    for key in entity.keys.prefix(100) {
      check(line: key.text)
      guard let record = try store.record(key, of: entity) else { continue }
      check(store.json(record, of: entity, shapes: shapes, limits: FuzzLimits.small))
    }
  }
}
