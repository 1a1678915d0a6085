public import ArchiveCompression

/// The types of an archive, in lines that are safe to print.
public struct TypeReport {
  private let usages: [TypeUsage]

  /// A report of types, in their order.
  public init(_ usages: [TypeUsage]) { self.usages = usages }

  /// Hands the lines to `write`, each without its line break.
  public func print(_ write: (String) -> Void) {
    var rows = [["type", "count", "bytes", "own bytes", "among others"]]
    for usage in usages {
      var title = usage.name.map { TerminalText.escaped($0) } ?? "(no type)"
      if usage.version > 0 { title += " version \(usage.version)" }
      let superclass = usage.superclass.map { ", superclass \(TerminalText.escaped($0))" } ?? ""
      if usage.isClass { title += " (class\(superclass))" }
      rows.append(
        [title] + [usage.count, usage.byteCount, usage.ownByteCount].map { $0.grouped }
          + [usage.isAmongOthers ? "yes" : ""])
    }
    TextTable(rows: rows).print(write)
  }
}
