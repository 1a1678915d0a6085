import Foundation
import Workloads

/// The file: a line for each form, of fields between tabs. Lines that begin with `#` are for people, but for the first, which names unit and toolchain.
extension FormFigures {
  /// The text in the place of the way of a form that fails.
  private static let failure = "fails"

  private static let head = [
    "# form", "plain record", "encode way", "decode way", "encode calls", "decode calls",
    "encode", "decode", "JSON encode", "JSON decode", "loop encode", "loop decode",
  ]

  /// The figures of a checkout; nil if it has none.
  static func load(from checkout: URL) throws -> FormFigures? {
    let place = checkout.appending(path: path)
    guard FileManager.default.fileExists(atPath: place.path) else { return nil }
    return try FormFigures(String(contentsOf: place, encoding: .utf8))
  }

  func write(to checkout: URL) throws {
    try text.write(to: checkout.appending(path: Self.path), atomically: true, encoding: .utf8)
  }

  private var text: String {
    let first = "# Figures a leaf, by make forms\t\(unit)\t\(toolchain)"
    let lines = rows.map { row in
      let figures = [row.archive, row.json, row.loop].flatMap { both in
        [both?.encode, both?.decode].map { $0.map { String(format: "%.1f", $0) } ?? "" }
      }
      return ([row.name, row.plain.rawValue] + Self.fields(row.ways) + figures)
        .joined(separator: "\t")
    }
    return ([first, Self.head.joined(separator: "\t")] + lines).joined(separator: "\n") + "\n"
  }

  /// Ways and calls as the file has them.
  static func fields(_ ways: FormWays?) -> [String] {
    guard let ways else { return [failure, failure, "", ""] }
    return [ways.encodeWay, ways.decodeWay, calls(ways.encodeCalls), calls(ways.decodeCalls)]
  }

  private static func calls(_ count: Int?) -> String { count.map { "\($0)" } ?? "" }

  private init(_ text: String) throws {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let first = lines.first, first.count == 3 else {
      throw UsageError(message: "\(Self.path) has no first line")
    }
    (unit, toolchain) = (first[1], first[2])
    rows = try lines.dropFirst().filter { !$0[0].hasPrefix("#") }.map { fields in
      guard fields.count == Self.head.count, let plain = CodingForm.Plain(rawValue: fields[1])
      else { throw UsageError(message: "\(Self.path) has a line that tells nothing: \(fields)") }
      let numbers = fields[4...].map { Double($0) }
      func both(_ index: Int) -> Both? {
        guard let encode = numbers[index], let decode = numbers[index + 1] else { return nil }
        return Both(encode: encode, decode: decode)
      }
      let ways = FormWays(
        encodeWay: fields[2], decodeWay: fields[3], encodeCalls: Int(fields[4]),
        decodeCalls: Int(fields[5]))
      return Row(
        name: fields[0], plain: plain, ways: fields[2] == Self.failure ? nil : ways,
        archive: both(2), json: both(4), loop: both(6))
    }
  }
}
