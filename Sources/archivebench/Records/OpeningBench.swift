import Foundation
import RecordStorage
import StorageTransforms

/// Measures how long a store of many records takes to open, with its hint and without, and what each record takes of the memory.
///
/// Each opening is one of a fresh process, so that nothing is resident which making the store had left; and what a process holds that opened
/// a store without records is not counted.
struct OpeningBench {
  static let usage = """
    usage: archivebench opening [--count N] [--rounds N] [--folder PATH]
      --count N       records, 1000000 by default
      --rounds N      how often each is opened, 3 by default
      --folder PATH   where the store is made, and removed; the current folder by default
    """

  private static let table = "Item"

  private var count = 1_000_000
  private var rounds = 3
  private var folder = URL(filePath: FileManager.default.currentDirectoryPath)
  /// The store that this process opens, and nothing else.
  private var part: String?

  init(_ arguments: ArraySlice<String>) throws {
    var rest = arguments
    while let argument = rest.popFirst() {
      switch (argument, rest.popFirst()) {
      case ("--count", let value?): count = max(Int(value) ?? count, 1_000)
      case ("--rounds", let value?): rounds = max(Int(value) ?? rounds, 1)
      case ("--folder", let value?): folder = URL(filePath: value)
      case ("--part", let value?): part = value
      default: throw UsageError(message: "opening: \(argument)?")
      }
    }
  }

  func run() throws {
    if let part {
      let figures = try OpeningFigures(opening: part, Self.table)
      return FileHandle.standardOutput.write(try JSONEncoder().encode(figures))
    }
    let scratch = folder.appending(path: "opening-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    // The same file under two names, one of which has a hint.
    let (hinted, plain, empty) = ("hinted.krec", "plain.krec", "empty.krec")
    try make(scratch.appending(path: hinted).path, count)
    try make(scratch.appending(path: empty).path, 0)
    try FileManager.default.copyItem(
      at: scratch.appending(path: hinted), to: scratch.appending(path: plain))
    var figures: [String: [OpeningFigures]] = [:]
    for _ in 0..<rounds {
      for name in [hinted, plain, empty] {
        let found: OpeningFigures = try OwnProcess.value(
          ["opening", "--part", scratch.appending(path: name).path])
        let expected = name == empty ? 0 : count
        guard found.recordCount == expected else {
          throw UsageError(message: "\(found.recordCount) of \(expected) records are there")
        }
        figures[name, default: []].append(found)
      }
    }
    func median(_ name: String, _ figure: KeyPath<OpeningFigures, Double>) -> Double {
      Self.median(figures[name, default: []].map { $0[keyPath: figure] })
    }
    func perRecord(_ name: String, _ figure: KeyPath<OpeningFigures, Int>) -> String {
      let bytes = [name, empty].map { name in
        Self.median(figures[name, default: []].map { Double($0[keyPath: figure]) })
      }
      return String(format: "%.1f", (bytes[0] - bytes[1]) / Double(count))
    }
    let rows = [("with the hint", hinted), ("without", plain)].map { title, name in
      [
        title, String(format: "%.0f ms", median(name, \.milliseconds)),
        perRecord(name, \.peakByteCount), perRecord(name, \.residentByteCount),
        perRecord(name, \.settledByteCount),
      ]
    }
    let share = median(hinted, \.milliseconds) / median(plain, \.milliseconds)
    print(
      """
      \(NumberText.count(count)) records, keys of \(Self.keyByteCount) bytes: 64 + key is \(64 + Self.keyByteCount) bytes a record.
      Opening with the hint takes \(String(format: "%.3f", share)) of the time without. Medians of \(rounds) rounds.
      Bytes a record are those of a fresh process, less those of one that opened a store without records.

      \(TextTable(
        head: ["", "opened in", "bytes a record, peak", "open", "freed given back"], rows: rows
      ).text)
      """)
  }

  private static func median(_ figures: [Double]) -> Double {
    let sorted = figures.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  private static let keyByteCount = key(0).utf8.count

  private static func key(_ number: Int) -> String {
    let scattered = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    let digits = String(scattered, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private func make(_ path: String, _ count: Int) throws {
    let file = try FileBackEnd(path: path)
    let store = RecordStore(file)
    let table = RecordTable(
      EntitySchema(
        .init(Self.table),
        attributes: [
          AttributeSchema("id", type: .text, form: TransformForm("native"), isRequired: true),
          AttributeSchema("title", type: .text, form: TransformForm("native")),
          AttributeSchema("size", type: .int64, form: TransformForm("native")),
        ]), keyKind: .text, keyAttribute: "id")
    try store.write { try $0.define(table) }
    for start in stride(from: 0, to: count, by: 10_000) {
      try store.write(.written) { session in
        for number in start..<min(start + 10_000, count) {
          let key = Self.key(number)
          try session.insert(
            StoredRecord(
              key: .text(key),
              values: [.text(key), .text("item \(number)"), .integer(Int64(number))]),
            into: Self.table)
        }
      }
    }
    file.close()
  }
}
