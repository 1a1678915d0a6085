import Foundation

/// The file: lines of fields between tabs, the first of which names what the line tells. A line that
/// begins with `#` is for people.
extension PeerFigures {
  /// A line that is not as ``lines`` writes them.
  struct DamagedLine: Error, CustomStringConvertible {
    var line: String

    var description: String { "\(PeerFigures.path) has a line that tells nothing: \(line)" }
  }

  /// The figures of a checkout; nil if it has none.
  static func load(from checkout: URL) throws -> PeerFigures? {
    let place = checkout.appending(path: path)
    guard FileManager.default.fileExists(atPath: place.path) else { return nil }
    let text = try String(contentsOf: place, encoding: .utf8)
    return try PeerFigures(lines: text.split(separator: "\n"))
  }

  func write(to place: URL) throws {
    let text = lines.map { fields in
      // What a coder throws may be of several lines.
      let texts = fields.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      return texts.joined(separator: "\t") + "\n"
    }.joined()
    try text.write(to: place, atomically: true, encoding: .utf8)
  }

  /// Times are nanoseconds for one value.
  private var lines: [[String]] {
    [["date", date], ["rounds", "\(rounds)"]]
      + machine.map { ["machine", $0] }
      + coders.map { ["coder", $0.name, $0.version, $0.commit, $0.remark] }
      + [["# figure", "workload", "coder", "encode ns", "decode ns", "bytes", "deflated bytes"]]
      + results.flatMap { result in
        result.rows.map { row in
          [
            "figure", result.name, row.coder, String(format: "%.1f", row.encodeNanoseconds),
            String(format: "%.1f", row.decodeNanoseconds), "\(row.byteCount)",
            row.deflatedByteCount.map { "\($0)" } ?? "",
          ]
        } + result.failures.map { ["gap", result.name, $0.coder, $0.reason] }
      }
  }

  private init(lines: [Substring]) throws {
    self.init(date: "", rounds: 0, machine: [])
    for line in lines where !line.hasPrefix("#") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard read(fields) else { throw DamagedLine(line: String(line)) }
    }
  }

  /// Whether the fields of a line tell something, which is added.
  private mutating func read(_ fields: [String]) -> Bool {
    switch (fields[0], fields.count) {
    case ("date", 2): date = fields[1]
    case ("rounds", 2): rounds = Int(fields[1]) ?? 0
    case ("machine", 2): machine.append(fields[1])
    case ("coder", 5):
      coders.append(
        Coder(name: fields[1], version: fields[2], commit: fields[3], remark: fields[4]))
    case ("gap", 4):
      let failure = ContestResult.Failure(coder: fields[2], reason: fields[3])
      results[index(of: fields[1])].failures.append(failure)
    case ("figure", 7):
      guard let encode = Double(fields[3]), let decode = Double(fields[4]),
        let count = Int(fields[5])
      else { return false }
      results[index(of: fields[1])].add(
        ContestResult.Row(
          coder: fields[2], output: .plain, encodeNanoseconds: encode, decodeNanoseconds: decode,
          byteCount: count, deflatedByteCount: Int(fields[6])))
    default: return false
    }
    return true
  }

  /// Where the result of a workload is, which is added unless it is there.
  private mutating func index(of workload: String) -> Int {
    if let index = results.firstIndex(where: { $0.name == workload }) { return index }
    results.append(ContestResult(name: workload, subject: ""))
    return results.count - 1
  }
}
