/// What was measured on one workload.
struct ContestResult: Encodable {
  struct Row: Encodable {
    var coder: String
    var output: CoderOutput
    var encodeNanoseconds: Double
    var decodeNanoseconds: Double
    var byteCount: Int
    var deflatedByteCount: Int?
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
  var rows: [Row] = []
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

  /// The row of a coder; nil if it was not measured.
  func row(of coder: String) -> Row? { rows.first { $0.coder == coder } }
}
