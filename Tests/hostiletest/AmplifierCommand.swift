import ArchiveCompression
import ArchiveFormat
import ArchiveInspection
import Foundation
import KeyedArchives
import TestSupport

/// Reads small archives whose values are large, made from a seed: `amplifiers [--seed N] [--count N]`. Each is read in every way, with
/// the default limits: a value or a typed error, for no more memory and time than its bytes pay for.
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
    var readings: [Reading] = []
    var made = 0
    while made < count {
      guard let amplifier = try amplifier(&random), amplifier.bytes.count <= inputByteCount else {
        continue
      }
      made += 1
      for (way, read) in ways(amplifier) {
        readings.append(try measure("\(made) \(amplifier.name), \(way)", amplifier.bytes, read))
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

  private static func ways(
    _ amplifier: Amplifier
  ) -> [(name: String, read: () throws -> Void)] {
    let bytes = amplifier.bytes
    var cells = KeyedUnarchiver()
    cells.usesCells = true
    return [
      ("decoded", { try amplifier.decode(KeyedUnarchiver()) }),
      ("decoded from a list", { try amplifier.decode(cells) }),
      ("untyped", { _ = try KeyedUnarchiver().decode(ArchivedValue.self, from: bytes) }),
      ("verified", { _ = ArchiveVerification(of: bytes) }),
      ("shown", { _ = try ArchiveInspector(bytes) }),
      ("requirements", { _ = try KeyedUnarchiver().requirements(of: Data(bytes)) }),
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

  private static func amplifier(_ random: inout SeededGenerator) throws -> Amplifier? {
    // Small counts as often as large ones.
    let count = Int(exp2(Double.random(in: 8..<23, using: &random)))
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return try row("bools", Bool.random(using: &random), count, &random)
    case 1: return try row("null numbers", Int?.none, count, &random)
    case 2: return try row("null records", Wide?.none, count, &random)
    case 3: return try row("records without fields", Empty(), count / 2, &random)
    case 4: return try row("empty arrays", [Int](), count / 4, &random)
    case 5: return try row("records of bools", Flags(), count / 8, &random)
    case 6: return try row("records of nulls", Wide(), count / 8, &random)
    case 7: return try row("empty texts", "", count / 4, &random)
    case 8:
      return try row(
        "arrays of records without fields", [Empty](repeating: Empty(), count: 100), count / 100,
        &random)
    case 9: return try row("maps of records without fields", ["k": Empty()], count / 8, &random)
    default: return try tree(&random)
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
  ) throws -> Amplifier? {
    let archiver = archiver(&random)
    let values = [Value](repeating: value, count: count)
    let bytes: [UInt8] = try archiver.encode(values)
    return Amplifier(
      name: "\(count) \(name)\(archiver.compression == .none ? "" : ", packed")",
      bytes: bytes
    ) { _ = try $0.decode([Value].self, from: bytes) }
  }

  private static func tree(_ random: inout SeededGenerator) throws -> Amplifier? {
    let (depth, width) = (
      Int.random(in: 2..<100, using: &random), Int.random(in: 2..<200, using: &random)
    )
    var top = Shared([])
    for _ in 0..<depth { top = Shared(Array(repeating: top, count: width)) }
    let bytes: [UInt8] = try archiver(&random).encode(top)
    return Amplifier(name: "\(depth) levels of \(width) references", bytes: bytes) {
      _ = try $0.decode(Tree.self, from: bytes)
    }
  }
}
