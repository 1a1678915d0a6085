import Foundation

/// What was measured.
struct BenchReport: Encodable {
  var rounds: Int
  var results: [ContestResult]

  /// Whether every coder was measured on every value that is there.
  var isComplete: Bool { results.allSatisfy { $0.failures.isEmpty } }

  /// For machines. `encodeTimesFaster` and the like compare with the first coder of the workload.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// For people: a table for each workload.
  func text() -> String {
    let note = "Medians of \(rounds) rounds; × is times faster than the first coder of the table."
    return ([note] + results.map { $0.text() }).joined(separator: "\n\n")
  }
}

/// What was measured on one workload.
struct ContestResult: Encodable {
  struct Row: Encodable {
    var coder: String
    var encodeNanoseconds: Double
    var decodeNanoseconds: Double
    var byteCount: Int
    var encodeTimesFaster = 1.0
    var decodeTimesFaster = 1.0
    var byteRatio = 1.0
  }

  struct Failure: Encodable {
    var coder: String
    var reason: String
  }

  var name: String
  var subject: String
  /// The first is the one that the others are compared with.
  private(set) var rows: [Row] = []
  var failures: [Failure] = []
  var absence: String?

  init(name: String, subject: String) {
    self.name = name
    self.subject = subject
  }

  mutating func add(_ row: Row) {
    var row = row
    if let first = rows.first {
      row.encodeTimesFaster = first.encodeNanoseconds / row.encodeNanoseconds
      row.decodeTimesFaster = first.decodeNanoseconds / row.decodeNanoseconds
      row.byteRatio = Double(row.byteCount) / Double(first.byteCount)
    }
    rows.append(row)
  }
}
