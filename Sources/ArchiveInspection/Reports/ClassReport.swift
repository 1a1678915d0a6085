internal import FoundationArchiveFormat

/// The classes of a keyed archive of Foundation's, in lines that are safe to print.
struct ClassReport {
  let usages: [FoundationClassUsage]

  /// Hands the lines to `write`, each without its line break.
  func print(_ write: (String) -> Void) {
    let hasHints = usages.contains { !$0.hints.isEmpty }
    var rows = [["type", "count", "superclasses"] + (hasHints ? ["stand-ins"] : [])]
    for usage in usages {
      let hints = hasHints ? [Self.names(usage.hints)] : []
      rows.append(
        [TerminalText.escaped(usage.name), usage.count.grouped, Self.names(usage.superclasses)]
          + hints)
    }
    TextTable(rows: rows, wordColumns: [0, 2, 3]).print(write)
  }

  private static func names(_ names: [String]) -> String {
    let shown = names.prefix(maximumNameCount).map { TerminalText.escaped($0) }
    return shown.joined(separator: ", ") + (names.count > shown.count ? ", …" : "")
  }

  /// Names in a line.
  private static var maximumNameCount: Int { 16 }
}
