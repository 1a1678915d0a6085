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

  /// The shapes of a dictionary: keys, modes and kinds.
  private func shapes(_ dictionary: ShapeDictionary) -> [String] {
    let definitions = dictionary.history.definitions
    return definitions.shapes.map { shape in
      shape.fields.map { field in
        var kind = ""
        definitions.kinds.forEachNode(of: field.kind) { kind += " \($0.code) \($0.number)" }
        return "\(definitions.keys[field.key]) \(field.mode.rawValue)\(kind)"
      }.joined(separator: ", ")
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

  @Test(.long, arguments: 0..<60) func `records one by one leave the shapes of all at once`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let records = (0..<Int.random(in: 1...40, using: &random)).map { _ in record(&random) }
    let whole = "[" + records.joined(separator: ",") + "]"
    let empty = ShapeDictionary()
    let atOnce = try empty.adding(try encoding(whole, against: empty).additions)
    var oneByOne = empty
    var stored: [(String, [UInt8])] = []
    for json in records {
      let encoding = try encoding(json, against: oneByOne)
      oneByOne = try oneByOne.adding(encoding.additions)
      stored.append((json, encoding.bytes))
    }
    #expect(shapes(oneByOne) == shapes(atOnce))
    for (json, record) in stored {
      let alone = try oneByOne.selfContained(record)
      let inspected = try ArchiveInspector(record, dictionary: oneByOne)
      #expect(try inspected.json() == Array(json.utf8))
      #expect(try ArchiveInspector(alone).json() == Array(json.utf8))
    }
    for _ in 0..<20 {
      let next = record(&random)
      let left = try encoding(next, against: oneByOne)
      let right = try encoding(next, against: atOnce)
      #expect(left.additions.rows == right.additions.rows)
      #expect(left.bytes.dropFirst(2).dropLast(4) == right.bytes.dropFirst(2).dropLast(4))
    }
  }
}
