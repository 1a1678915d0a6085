import Foundation
import Workloads

extension FormFigures {
  private static let title = "## Forms of Codable code"

  /// The chapter of `BENCHMARKS.md`.
  func chapter() -> String {
    """
    \(Self.title)

    Code with `Codable` takes many forms, and not all cost the same here. `make forms` counts the \(unit) of each again and
    writes this chapter, in about five minutes. The figures are of \(toolchain).

    \(Self.definitions)

    \(table().text)
    """
  }

  /// The text of a page with this chapter in the place of the one that it has, or at its end.
  func chapter(in page: String) -> String {
    guard let start = page.range(of: "\n\(Self.title)\n") else {
      let end = page.range(of: "\n\(PeerFigures.title)\n")?.lowerBound ?? page.endIndex
      return page[..<end] + "\n" + chapter() + "\n" + page[end...]
    }
    let rest = page[start.upperBound...].range(of: "\n## ").map { page[$0.lowerBound...] } ?? ""
    return page[..<start.lowerBound] + "\n" + chapter() + "\n" + rest
  }

  /// The table; figures are for encoding and decoding.
  func table() -> TextTable {
    TextTable(
      head: [
        "", "way", "calls a value", "\(unit) a leaf", "loop", "× plain", "× plain, less loop",
        "JSON ×",
      ],
      rows: rows.map { row in
        let fields = Self.fields(row.ways)
        let plain = self.row(of: row.plain.formName)
        return [
          row.name, "\(fields[0]) / \(fields[1])",
          fields[2].isEmpty ? "–" : "\(fields[2]) / \(fields[3])",
          Self.cell(row.archive), Self.cell(row.loop),
          Self.cell(Self.ratio(row.archive, plain?.archive)),
          Self.cell(
            Self.ratio(
              Self.difference(row.archive, row.loop),
              Self.difference(plain?.archive, plain?.loop))),
          Self.cell(Self.ratio(row.json, row.archive)),
        ]
      })
  }

  private static func difference(_ first: Both?, _ second: Both?) -> Both? {
    guard let first, let second else { return nil }
    return Both(encode: first.encode - second.encode, decode: first.decode - second.decode)
  }

  private static func ratio(_ first: Both?, _ second: Both?) -> Both? {
    guard let first, let second else { return nil }
    return Both(encode: first.encode / second.encode, decode: first.decode / second.decode)
  }

  private static func cell(_ both: Both?) -> String {
    both.map { "\(text($0.encode)) / \(text($0.decode))" } ?? "–"
  }

  private static func text(_ value: Double) -> String {
    String(format: abs(value) < 9.95 ? "%.1f" : "%.0f", value)
  }

  private static let definitions = """
    - A *leaf* is a number, a text, a Boolean, a null that is written, a value of Foundation or a reference. A dictionary's key, a key that is data, a
      type tag and the name of an enum's case are leaves too. An absent field is no leaf.
    - The *way* tells how values are encoded and decoded. `generated`: generated code alone. `direct`: straight to bytes or from bytes. `tape` and
      `cells`: through a list of all values. `direct, cells`: both, for different values or one after the other.
    - *Calls a value*: how often `encode(to:)` and `init(from:)` run for one value, in the one of eight archiver calls that runs them most. An archiver
      that gives up the direct way runs `encode(to:)` twice. It then skips the direct way for some calls. Compiler-written coding is not counted;
      `keyed, enum keys, in order, struct` makes the same calls.
    - Figures are for encoding and decoding. Each is the slope between two values of about 1,024 and 2,048 leaves, so the fixed cost of a call is left
      out. The coder did the work before. Where the archiver gave up the direct way before, the figure is of the tape alone; a call that tries the
      direct way costs more.
    - The *loop* is written by hand. It allocates the objects, arrays, dictionaries and texts of the values, and makes each Foundation call once that
      the values need; this package makes some of them more often. It copies leaves at full width, without keys, kinds, checks and checksum. A
      negative figure less the loop means that the loop costs more than the coder: there the loop is no lower bound. For a URL it calls `relativeString` and `URL(string:)`; for a decimal
      `String(describing:)`, `Decimal(string:)` and `Decimal(sign:exponent:significand:)`. For an enum's case, an object's class and a reference it
      stores a byte.
    - *× plain* compares with the plain record of the same kind of leaves: eight fields, coded by the compiler. Range, arrays and sets compare with
      integers; points, decimals, UUIDs and dates with doubles; URLs, data and texts alone with texts; all others with mixed leaves.
      *× plain, less loop* subtracts the loop from both.
    - *JSON ×*: how many times as much Foundation's `JSONEncoder` and `JSONDecoder` take. A dash: JSON cannot carry the form (references,
      existentials, subclasses, defaults), or has no counterpart (streams). JSON has no observers, hooks, paths and roots: its figure there is that
      of the plain record or class.
    - Values are records in an array, which is the root. *Reordered*: fields are read from the last to the first. *Interleaved*: two containers are used
      in turns. *Kept for later*: a container is filled after another one, and read after `decode` returned. *Conditional*: about half of the fields
      are absent; in unkeyed containers the second half in each third record; a single value is null in each third record. Structs have each style of keys in each order; classes have each order with enum keys, and each style in order.
    - *Alone*: each value is an archive of its own; a call of the coder is counted with it. *Stream*: `ArchiveStreamWriter` and `ArchiveStreamReader`.
      Settings such as observers are used on the plain record, or on a class of the same leaves.
    """
}
