import ArchiveCompression
import ArchiveFormat
import ArchiveInspection
import TestSupport
import TestTraits
import Testing

/// Matching goes on from a dictionary's rows as if their records had just been matched (Spec,
/// section 13).
@Suite struct DictionaryGrowthTests {
  /// A record of a few of six keys, mostly in order, with values of many kinds.
  private func record(_ random: inout SeededGenerator, depth: Int = 0) -> String {
    var keys = ["a", "b", "c", "d", "e", "f"].filter { _ in Bool.random(using: &random) }
    if Int.random(in: 0..<8, using: &random) == 0 { keys.shuffle(using: &random) }
    let fields = keys.map { "\"\($0)\":" + value(&random, depth: depth) }
    return "{" + fields.joined(separator: ",") + "}"
  }

  private func value(_ random: inout SeededGenerator, depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 1 ? 8 : 11), using: &random) {
    case 0: return "null"
    case 1: return "true"
    case 2: return "[]"
    case 3: return "[1]"
    case 4: return "[null]"
    case 5: return "\"x\""
    case 6: return "[[]]"
    case 7: return "7"
    case 8: return "[" + record(&random, depth: depth + 1) + "]"
    default: return record(&random, depth: depth + 1)
    }
  }

  private func encoding(
    _ json: String, against dictionary: ShapeDictionary
  ) throws -> DictionaryEncoding {
    let value = try ArchivedValue(json: Array(json.utf8))
    var copy = TapeCopy(from: value.document, onto: dictionary.tape)
    copy.append(value)
    return try ArchiveAssembler(ArchiveLayout())
      .assemble(copy.tape, against: dictionary, maximumDepth: 512)
  }

  @Test(arguments: 0..<(LongTests.areWanted ? 60 : 6))
  func `who reads the rows matches records as who wrote them`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let records = (0..<Int.random(in: 1...40, using: &random)).map { _ in record(&random) }
    var written = ShapeDictionary()
    var stored: [(String, [UInt8])] = []
    for json in records {
      let encoding = try encoding(json, against: written)
      written = try written.adding(encoding.additions)
      stored.append((json, encoding.bytes))
    }
    let read = try ShapeDictionary(rows: written.rows)
    for (json, record) in stored {
      let alone = try read.selfContained(record)
      let inspected = try ArchiveInspector(record, dictionary: read)
      #expect(try inspected.json() == Array(json.utf8))
      #expect(try ArchiveInspector(alone).json() == Array(json.utf8))
    }
    for _ in 0..<20 {
      let next = record(&random)
      let left = try encoding(next, against: written)
      let right = try encoding(next, against: read)
      #expect(left.additions.rows == right.additions.rows)
      #expect(left.bytes == right.bytes)
    }
  }
}
