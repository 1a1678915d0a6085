import Foundation
import Workloads

/// The instructions that `.ci/forms` counted.
struct FormCounts {
  /// The coders that are compared on a form.
  enum Coder: String, CaseIterable {
    case archive, json, loop

    func of(_ subject: FormSubject) -> FormCoder? {
      switch self {
      case .archive: subject.archive
      case .json: subject.json
      case .loop: subject.loop
      }
    }

    var figures: WritableKeyPath<FormFigures.Row, FormFigures.Both?> {
      switch self {
      case .archive: \.archive
      case .json: \.json
      case .loop: \.loop
      }
    }
  }

  /// The counts, each under the fields that come before it on its line.
  private var counts: [String: Double] = [:]

  /// Reads a file whose lines hold a form, a size, a coder, a direction and a count, between tabs.
  init(contentsOf file: URL) throws {
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let fields = line.split(separator: "\t")
      guard fields.count == 5, let count = Double(fields[4]) else {
        throw UsageError(message: "no count: \(line)")
      }
      counts[fields[..<4].joined(separator: "\t")] = count
    }
  }

  /// The counts of both sizes.
  func figures(_ form: String, _ coder: Coder, _ direction: String) throws -> [Double] {
    try [1, 2].map { size -> Double in
      let key = "\(form)\t\(size)\t\(coder.rawValue)\t\(direction)"
      guard let count = counts[key] else {
        throw UsageError(message: "nothing was counted for \(form), \(coder) \(direction)")
      }
      return count
    }
  }
}
