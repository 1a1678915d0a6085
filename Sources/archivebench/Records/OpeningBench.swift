import Foundation
import RecordStorage
import StorageTransforms

/// Measures how long a store of many records takes to open, with its hint and without, and what each record takes of the memory.
struct OpeningBench {
  static let usage = """
    usage: archivebench opening [--count N] [--folder PATH]
      --count N       records, 1000000 by default
      --folder PATH   where the store is made, and removed; the current folder by default
    """

  private var count = 1_000_000
  private var folder = URL(filePath: FileManager.default.currentDirectoryPath)

  init(_ arguments: ArraySlice<String>) throws {
    var rest = arguments
    while let argument = rest.popFirst() {
      switch (argument, rest.popFirst()) {
      case ("--count", let value?): count = max(Int(value) ?? count, 1_000)
      case ("--folder", let value?): folder = URL(filePath: value)
      default: throw UsageError(message: "opening: \(argument)?")
      }
    }
  }

  func run() throws {
    let scratch = folder.appending(path: "opening-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let path = scratch.appending(path: "items.krec").path
    try make(path)
    let memory = try Self.residentByteCount()
    let hinted = try measure(path)
    let (first, keyByteCount) = (hinted.store, Self.key(0).utf8.count)
    let used = try Self.residentByteCount() - memory
    guard let file = first as? FileBackEnd else { return }
    file.close()
    try FileManager.default.removeItem(atPath: path + ".hint")
    let plain = try measure(path)
    (plain.store as? FileBackEnd)?.close()
    print(
      """
      \(count) records: opened with the hint in \(hinted.milliseconds) ms, without in \(plain.milliseconds) ms \
      (\(String(format: "%.3f", hinted.milliseconds / plain.milliseconds)) of that)
      memory: \(used / count) bytes a record, with keys of \(keyByteCount) bytes
      """)
  }

  private static func key(_ number: Int) -> String {
    let scattered = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    let digits = String(scattered, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private func make(_ path: String) throws {
    let file = try FileBackEnd(path: path)
    let store = RecordStore(file)
    let table = RecordTable(
      EntitySchema(
        "Item",
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
              values: [.text(key), .text("item \(number)"), .integer(Int64(number))]), into: "Item")
        }
      }
    }
    file.close()
  }

  private func measure(
    _ path: String
  ) throws -> (milliseconds: Double, store: any StorageBackEnd) {
    let start = ContinuousClock.now
    let file = try FileBackEnd(path: path)
    let time = (ContinuousClock.now - start) / .milliseconds(1)
    let found = try RecordStore(file).read { try $0.count(in: "Item") }
    guard found == count else {
      throw UsageError(message: "\(found) of \(count) records are there")
    }
    return (time.rounded(), file)
  }

  /// Bytes of the process that are in memory, by Linux's /proc/self/statm.
  private static func residentByteCount() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(getpagesize())
  }
}
