import Foundation
import FoundationArchiveFormat

/// Measures the reading of a keyed archive beside the property list parser of Foundation, which is the least that
/// `NSKeyedUnarchiver` does with one.
struct NibBench {
  private typealias Graph = FoundationArchiveFormat.FoundationGraph

  /// With so many objects a nib has 1.75 MB.
  private static let objectCount = 12_600
  private static let factors = [1, 2, 4]
  private static let rounds = 15
  /// The most that is held beside the file, in files.
  private static let memoryLimit = 10.0

  /// The figures of one nib.
  private struct Figures {
    var byteCount: Int
    var dumpByteCount: Int
    var parsing: Stopwatch
    var scanning: Stopwatch
    var dumping: Stopwatch
    var values: Stopwatch
  }

  /// The peaks of memory beside the file, which a process of its own finds out.
  private struct Peaks: Codable {
    var scanning: Int
    var dumping: Int
  }

  static func run(_ arguments: [String]) throws {
    guard arguments.isEmpty else {
      guard arguments.count == 2, arguments[0] == "--peaks", let count = Int(arguments[1]) else {
        throw UsageError(message: "usage: archivebench nib")
      }
      return FileHandle.standardOutput.write(try JSONEncoder().encode(peaks(count)))
    }
    print(try section())
  }

  /// A section for `BENCHMARKS.md`.
  static func section() throws -> String {
    var rows: [[String]] = []
    for factor in factors {
      let figures = try measure(objectCount * factor)
      let peaks: Peaks = try OwnProcess.value(["nib", "--peaks", "\(objectCount * factor)"])
      let files = [peaks.scanning, peaks.dumping].map { Double($0) / Double(figures.byteCount) }
      guard files.allSatisfy({ $0 <= memoryLimit }) else {
        throw TooMuchMemory(workloads: ["a nib of \(figures.byteCount) bytes"])
      }
      func row(_ name: String, _ time: Stopwatch, _ memory: String) -> [String] {
        [
          name, NumberText.time(time.minimum), NumberText.time(time.median),
          String(format: "%.3f", time.minimum / figures.parsing.minimum),
          String(format: "%.3f", time.median / figures.parsing.median), memory,
        ]
      }
      let size = NumberText.count(figures.byteCount)
      rows.append(row("\(size) bytes: PropertyListSerialization", figures.parsing, ""))
      rows.append(row("scanned", figures.scanning, NumberText.ratio(files[0])))
      rows.append(
        row(
          "scanned and dumped, \(NumberText.count(figures.dumpByteCount)) bytes", figures.dumping,
          NumberText.ratio(files[1])))
      rows.append(row("values of Foundation's classes, after the scan", figures.values, ""))
    }
    let head = ["", "least", "median", "of the least", "of the median", "memory, in files"]
    return """
      A keyed archive like the nib of a Mac application, made from a seed (`Sources/archivebench/Nib`), of three sizes.
      Foundation only parses the property list; the objects are neither checked nor made. The scan checks all objects that
      are reached. The dump is that of `archivecat nska dump --canonical`. All take turns in \(rounds) rounds of one process.
      Memory is the peak beside the file in a process of its own, the dump included.
      `archivebench nib` measures this alone.

      \(TextTable(head: head, rows: rows).text)
      """
  }

  private static func measure(_ count: Int) throws -> Figures {
    let bytes = try MadeNib.bytes(objectCount: count)
    let data = Data(bytes)
    let graph = try Graph(bytes)
    let dump = try Graph.canonicalDump(of: bytes)
    guard graph.objects.count > count, dump.count(where: { $0 == UInt8(ascii: "\n") }) > count,
      try PropertyListSerialization.propertyList(from: data, format: nil) is [String: Any]
    else { throw WrongResult() }
    var figures = Figures(
      byteCount: bytes.count, dumpByteCount: dump.count,
      parsing: try Stopwatch(warmingUp: {
        _ = try PropertyListSerialization.propertyList(from: data, format: nil)
      }),
      scanning: try Stopwatch(warmingUp: { _ = try Graph(bytes) }),
      dumping: try Stopwatch(warmingUp: { _ = try Graph.canonicalDump(of: bytes) }),
      values: try Stopwatch(warmingUp: { _ = try graph.valuesDump() }))
    for _ in 0..<rounds {
      try figures.parsing.measure()
      try figures.scanning.measure()
      try figures.dumping.measure()
      try figures.values.measure()
    }
    return figures
  }

  private static func peaks(_ count: Int) throws -> Peaks {
    let small = try MadeNib.bytes(objectCount: 10)
    _ = try Graph.canonicalDump(of: small)
    let bytes = try MadeNib.bytes(objectCount: count)
    func peak(_ body: () throws -> Void) throws -> Int {
      ProcessMemory.trim()
      guard ProcessMemory.resetPeak() else { throw NoFigures() }
      let start = ProcessMemory.resident
      try body()
      return ProcessMemory.peak - start
    }
    return Peaks(
      scanning: try peak { _ = try Graph(bytes) },
      dumping: try peak { _ = try Graph.canonicalDump(of: bytes) })
  }
}
