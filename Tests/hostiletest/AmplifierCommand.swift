import ArchiveCompression
import ArchiveFormat
import ArchiveInspection
import Foundation
import KeyedArchives
import TestSupport

/// Reads small archives whose values are large, made from a seed: `amplifiers [--seed N] [--count N]`. Each is read in every way, with
/// the default limits: a value or a typed error, for no more memory and time than its bytes pay for.
///
/// `--only N --way W` makes the N-th archive alone and reads it in the W-th way, inside of `amplifierWork`: a counter of instructions can be
/// limited to that function.
enum AmplifierCommand {
  /// Bytes of an archive at most.
  private static let inputByteCount = 100_000
  /// Bytes beyond what the process held before.
  private static let allowedByteCount = 64 << 20
  /// Seconds of processor time. A reader may make 4.2 million visits, which take a third of a second where nothing else runs.
  private static let patience = 2.0

  private struct Empty: Codable, Hashable {}
  private struct Wide: Codable, Hashable {
    var (a, b, c, d) = (Int?.none, Int?.none, Int?.none, Int?.none)
    var more: [Int]?
  }
  private struct Flags: Codable, Hashable {
    var (a, b, c, d, e, f, g, h) = (true, true, true, true, true, true, true, true)
  }

  /// An object that is reached several times from the one above it, and is asked for as a value.
  private final class Shared: Codable {
    let next: [Shared]
    init(_ next: [Shared]) { self.next = next }
  }
  private struct Tree: Codable {
    let next: [Tree]
  }

  /// An archive, and the ways of reading it.
  private struct Amplifier {
    let name: String
    let bytes: [UInt8]
    let decode: (KeyedUnarchiver) throws -> Void
  }

  /// An archive that is made if it is read: each has a number, whether it is small enough or not.
  private typealias Maker = () throws -> Amplifier

  private struct Way {
    let name: String
    let read: () throws -> Void
  }

  private struct Reading: CustomStringConvertible {
    let name: String
    let inputByteCount: Int
    let byteCount: Int
    let seconds: Double

    var description: String {
      "\(name): \(inputByteCount) bytes of input, \(byteCount >> 10) KiB, "
        + String(format: "%.2f s", seconds)
    }
  }

  static func run(_ arguments: [String]) throws -> Bool {
    let options = Options(arguments)
    let (seed, count) = (options.number("--seed") ?? 1, options.number("--count") ?? 300)
    var random = SeededGenerator(seed: UInt64(seed))
    if let only = options.number("--only") {
      var maker = maker(&random)
      for _ in 1..<only { maker = self.maker(&random) }
      let way = ways(try maker())[options.number("--way") ?? 0]
      do { try amplifierWork(way.read) } catch is ArchiveError {}
      return true
    }
    var readings: [Reading] = []
    var (number, made) = (0, 0)
    while made < count {
      number += 1
      let amplifier = try maker(&random)()
      guard amplifier.bytes.count <= inputByteCount else { continue }
      made += 1
      for (index, way) in ways(amplifier).enumerated() {
        let name = "--only \(number) --way \(index): \(amplifier.name), \(way.name)"
        readings.append(try measure(name, amplifier.bytes, way.read))
      }
    }
    let failures = readings.filter { $0.byteCount > allowedByteCount || $0.seconds > patience }
    for failure in failures { print("FAILURE \(failure)") }
    for reading in readings.sorted(by: { $0.byteCount > $1.byteCount }).prefix(5) {
      print("most memory: \(reading)")
    }
    for reading in readings.sorted(by: { $0.seconds > $1.seconds }).prefix(5) {
      print("most time: \(reading)")
    }
    print(
      "amplifiers: seed \(seed), \(made) archives, \(readings.count) readings, \(failures.count) failures"
    )
    return failures.isEmpty
  }

  /// Its name is the one that counters of instructions look for.
  @inline(never)
  private static func amplifierWork(_ read: () throws -> Void) throws { try read() }

  private static func ways(_ amplifier: Amplifier) -> [Way] {
    let bytes = amplifier.bytes
    var cells = KeyedUnarchiver()
    cells.usesCells = true
    return [
      Way(name: "decoded") { try amplifier.decode(KeyedUnarchiver()) },
      Way(name: "decoded from a list") { try amplifier.decode(cells) },
      Way(name: "untyped") { _ = try KeyedUnarchiver().decode(ArchivedValue.self, from: bytes) },
      Way(name: "verified") { _ = ArchiveVerification(of: bytes) },
      Way(name: "shown") { _ = try ArchiveInspector(bytes) },
      Way(name: "types") { _ = try ArchiveSurvey(bytes).types },
      Way(name: "dumped") { _ = try ArchiveInspector(bytes).dump() },
      Way(name: "shown in full") { try ArchiveInspector(bytes).printTree(.full) { _ in } },
      Way(name: "exported") { _ = try ArchiveInspector(bytes).json(.lossy) },
      Way(name: "requirements") { _ = try KeyedUnarchiver().requirements(of: Data(bytes)) },
    ]
  }

  private static func measure(
    _ name: String, _ bytes: [UInt8], _ read: () throws -> Void
  ) throws -> Reading {
    let before = try ProcessMemory.start()
    let start = clock()
    do {
      try read()
    } catch is ArchiveError {}
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    return Reading(
      name: name, inputByteCount: bytes.count, byteCount: max(0, ProcessMemory.peak - before),
      seconds: seconds)
  }

  private static func maker(_ random: inout SeededGenerator) -> Maker {
    // Small counts as often as large ones.
    let count = Int(exp2(Double.random(in: 8..<23, using: &random)))
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return row("bools", Bool.random(using: &random), count, &random)
    case 1: return row("null numbers", Int?.none, count, &random)
    case 2: return row("null records", Wide?.none, count, &random)
    case 3: return row("records without fields", Empty(), count / 2, &random)
    case 4: return row("empty arrays", [Int](), count / 4, &random)
    case 5: return row("records of bools", Flags(), count / 8, &random)
    case 6: return row("records of nulls", Wide(), count / 8, &random)
    case 7: return row("empty texts", "", count / 4, &random)
    case 8:
      return row(
        "arrays of records without fields", [Empty](repeating: Empty(), count: 100), count / 100,
        &random)
    case 9: return row("maps of records without fields", ["k": Empty()], count / 8, &random)
    default: return tree(&random)
    }
  }

  private static func archiver(_ random: inout SeededGenerator) -> KeyedArchiver {
    var archiver = KeyedArchiver()
    archiver.compression = Int.random(in: 0..<4, using: &random) == 0 ? .none : .zlib(level: 6)
    archiver.readingBudget = nil
    return archiver
  }

  private static func row<Value: Codable>(
    _ name: String, _ value: Value, _ count: Int, _ random: inout SeededGenerator
  ) -> Maker {
    let archiver = archiver(&random)
    return {
      let bytes: [UInt8] = try archiver.encode([Value](repeating: value, count: count))
      return Amplifier(
        name: "\(count) \(name)\(archiver.compression == .none ? "" : ", packed")",
        bytes: bytes
      ) { _ = try $0.decode([Value].self, from: bytes) }
    }
  }

  private static func tree(_ random: inout SeededGenerator) -> Maker {
    let (depth, width) = (
      Int.random(in: 2..<100, using: &random), Int.random(in: 2..<200, using: &random)
    )
    let archiver = archiver(&random)
    return {
      var top = Shared([])
      for _ in 0..<depth { top = Shared(Array(repeating: top, count: width)) }
      let bytes: [UInt8] = try archiver.encode(top)
      return Amplifier(name: "\(depth) levels of \(width) references", bytes: bytes) {
        _ = try $0.decode(Tree.self, from: bytes)
      }
    }
  }
}
