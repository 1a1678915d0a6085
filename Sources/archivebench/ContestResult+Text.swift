import Foundation

extension ContestResult {
  /// A heading, an aligned table, and a line for each coder that could not be measured.
  func text() -> String {
    var lines = ["\(name): \(subject)"]
    if let absence { lines.append("  not measured, \(absence)") }
    if !rows.isEmpty { lines += table() }
    lines += failures.map { "  \($0.coder) failed: \($0.reason)" }
    return lines.joined(separator: "\n")
  }

  private func table() -> [String] {
    let head = ["", "encode", "", "decode", "", "bytes", ""]
    let cells = rows.map { row in
      [
        row.coder, Self.time(row.encodeNanoseconds), Self.factor(row.encodeTimesFaster),
        Self.time(row.decodeNanoseconds), Self.factor(row.decodeTimesFaster),
        row.byteCount.formatted(.number.locale(Locale(identifier: "en_US"))),
        String(format: "%.3f", row.byteRatio),
      ]
    }
    let widths = head.indices.map { column in
      ([head] + cells).map { $0[column].count }.max() ?? 0
    }
    return ([head] + cells).map { line in
      let padded = line.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - line[column].count)
        return column == 0 ? line[column] + space : space + line[column]
      }
      return "  " + padded.joined(separator: "  ")
    }
  }

  private static func factor(_ value: Double) -> String {
    String(format: value < 0.995 ? "%.2f×" : "%.1f×", value)
  }

  private static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1e4: String(format: "%.0f ns", nanoseconds)
    case ..<1e7: String(format: "%.1f µs", nanoseconds / 1e3)
    default: String(format: "%.2f ms", nanoseconds / 1e6)
    }
  }
}
