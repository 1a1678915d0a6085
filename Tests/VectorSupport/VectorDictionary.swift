import ArchiveCompression
import ArchiveFormat

/// A shape dictionary that vectors were written against: `Spec/vectors/dictionaries/NAME.hex`.
package struct VectorDictionary: Sendable {
  package var name: String
  package var comment: String
  package var rows: [UInt8]

  package init(name: String, comment: String, rows: [UInt8]) {
    self.name = name
    self.comment = comment
    self.rows = rows
  }

  private init(_ name: String, _ comment: String, _ rows: String) {
    self.init(name: name, comment: comment, rows: HexText(rows).bytes)
  }

  package static let all =
    [
      empty, grown, grown2, grown3, flipped, changed, forward, incomplete, malformed, twice, many,
    ] + damaged

  package static let empty = VectorDictionary("empty", "no rows", "")

  /// The rows of `grown`, one by one.
  private static let grownRows = [
    "11 54", "0B 05 05 05 61 40 05 62", "07 03 03 43", "0F 03 01 45", "11 55",
    "13 05 15 05 05 63 0F 03",
  ]

  package static let grown = VectorDictionary(
    "grown",
    "T; its shape of a and b; one derived from it, whose b is a bool; one derived from that, whose a is optional; U; its shape",
    grownRows.joined())

  package static let grown2 = VectorDictionary(
    "grown-2", "the first 2 rows of “grown”", grownRows[..<2].joined())

  package static let grown3 = VectorDictionary(
    "grown-3", "the first 3 rows of “grown”", grownRows[..<3].joined())

  package static let flipped = VectorDictionary(
    name: "grown-flipped", comment: "“grown” with one bit changed: T is V",
    rows: grown.rows.enumerated().map { $0 == 1 ? $1 ^ 2 : $1 })

  package static let changed = VectorDictionary(
    "type-that-became-a-class", "T, then class T, then T of version 2", "11 54 19 03 54 19 05 54 05"
  )

  package static let twice = VectorDictionary("type-twice", "T, and T again", "11 54 11 54")

  package static let forward = VectorDictionary(
    "forward", "a shape whose field is a record of the next shape, or absent",
    "03 03 55 03 05 61 03 01")

  package static let incomplete = VectorDictionary(
    "incomplete", "a shape whose field is a record of a shape that is not there",
    "03 03 15 03 05 61")

  package static let malformed = VectorDictionary(
    "malformed", "an extension whose name has one label", "03 03 45 05 61 19 21 65")

  /// 300 types, so that a record's prefix byte fits several numbers of rows.
  package static let many = VectorDictionary(
    name: "many", comment: "300 types, T0 to T299",
    rows: (0..<300).flatMap { index in
      let name = Array("T\(index)".utf8)
      var sink = ByteSink()
      sink.varint(name.count << 3)
      sink.append(name[...])
      return sink.bytes
    })

  /// A record against the first rows, with a right checksum; `content` in hex with its definitions.
  package func record(_ rowCount: Int, _ content: String, flags: UInt8 = 0) -> [UInt8] {
    var image = SinglePartImage(HexText(content).bytes, flags: flags | 1)
    image.dictionary = (self, rowCount)
    return image.framed.bytes
  }

  /// The checksum of the first rows; 0 of rows that break a rule.
  func checksum(afterRows count: Int) -> UInt32 {
    (try? ShapeDictionary(rows: rows))?.checksum(afterRows: count) ?? 0
  }
}
