import RecordLog
import RecordTestSupport
import Testing

extension LogPayload {
  /// All entries, in order.
  var entries: [LogEntry] {
    get throws(LogError) {
      var entries: [LogEntry] = []
      try forEachEntry { entry, _ in entries.append(entry) }
      return entries
    }
  }
}

/// Logs whose commits each put one record with their number.
enum TestLog {
  static let name = "test.krec"

  static func payload(_ number: Int, byteCount: Int = 0) -> LogPayload {
    var payload = LogPayload()
    let text = String(repeating: "x", count: byteCount)
    payload.addPut(
      entity: 1, key: .integer(Int64(number)),
      LogRecord(revision: 1, values: [.integer(Int64(number)), .text(text)]))
    return payload
  }

  /// The numbers of commits.
  static func number(_ commit: LogReader.Commit) throws(LogError) -> Int {
    guard case .put(_, .integer(let number), let values)? = try commit.payload.entries.first,
      try commit.payload.record(in: values).values.first == .integer(number)
    else { throw LogError(.malformed, "this is no commit of the test") }
    return Int(number)
  }

  /// Opens the log, and says which commits are there.
  static func open(
    _ folder: some LogFileSystem
  ) throws(LogError) -> (writer: LogWriter, numbers: [Int], ending: LogEnding) {
    var numbers: [Int] = []
    let opening = try LogWriter.open(name, in: folder) { commit throws(LogError) in
      numbers.append(try number(commit))
    }
    return (opening.writer, numbers, opening.ending)
  }

  /// What a reader finds in bytes.
  static func read(_ bytes: [UInt8]) throws(LogError) -> (numbers: [Int], ending: LogEnding) {
    let folder = MemoryFolder(name, bytes)
    guard let file = try folder.open(name, .read) else { return ([], .complete) }
    var reader = try LogReader(file)
    var numbers: [Int] = []
    while let commit = try reader.next() { numbers.append(try number(commit)) }
    return (numbers, try reader.ending())
  }
}
