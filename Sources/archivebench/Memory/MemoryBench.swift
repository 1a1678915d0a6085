import Foundation
import KeyedArchives

/// Shows the peaks of memory of all workloads beside the sizes of their archives.
///
/// Each workload and direction is measured by a process of its own, which this one starts. It fails
/// where more is held than promised.
struct MemoryBench {
  private var megabyteCount = 20
  private var level: Int?
  private var threadCount = 1
  private var filter: String?
  private var isGenerated = false
  /// What to measure in this process, and the folder for its files.
  private var part: (direction: String, folder: String)?

  /// How many plain archives encoding and decoding may hold beside input and result. Decoding holds
  /// the content, which is one, and what does not grow with it: less than a twentieth of 20 MB. For graphs it holds something for each object as well;
  /// encoding is not limited there.
  private static let limits = (encoding: 1.5, decoding: 1.05)

  static let usage = """
    usage: archivebench memory [--megabytes N] [--zlib LEVEL] [--threads N] [--filter NAME]
                             [--generated]
      --megabytes N  the plain archives are at least so large; 20 by default
      --zlib LEVEL   compresses the blocks
      --threads N    on up to so many threads
      --filter NAME  only the workload of that name
      --generated    by generated code, in place of Codable
    """

  init(_ arguments: some Sequence<String>) throws {
    var remaining = arguments.makeIterator()
    func number(_ option: String) throws -> Int {
      guard let number = remaining.next().flatMap({ Int($0) }), number > 0 else {
        throw UsageError(message: "\(option) needs a number")
      }
      return number
    }
    while let argument = remaining.next() {
      switch argument {
      case "--megabytes": megabyteCount = try number(argument)
      case "--zlib": level = try number(argument)
      case "--threads": threadCount = try number(argument)
      case "--filter": filter = remaining.next()
      case "--generated": isGenerated = true
      case "--part":
        guard let direction = remaining.next(), let folder = remaining.next() else { fallthrough }
        part = (direction, folder)
      default: throw UsageError(message: "unknown argument: \(argument)")
      }
    }
  }

  private var workloads: [MemoryWorkload] {
    get throws {
      let all = MemoryWorkload.all.filter { workload in filter.map { $0 == workload.name } ?? true }
      guard !all.isEmpty else { throw UsageError(message: "no such workload") }
      return all
    }
  }

  func run() throws {
    if let part { return try run(part) }
    let folder = FileManager.default.temporaryDirectory.appending(path: "archivebench-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var table = TextTable(
      head: [
        "", "plain bytes", "archive bytes", "encode, first", "again", "decode, first", "again",
      ],
      rows: [])
    var objects = TextTable(
      head: ["", "objects", "encode, first", "again", "decode, first", "again"], rows: [])
    var tooLarge: [String] = []
    for workload in try workloads {
      guard let encoding = try figures(workload, "encode", folder),
        let decoding = try figures(workload, "decode", folder)
      else { continue }
      let peaks = (encoding.peaks + decoding.peaks).map {
        Double($0) / Double(encoding.plainByteCount)
      }
      let callCount = encoding.peaks.count
      // Encoding keeps the values of objects until all are there.
      let isTooLarge =
        workload.bytesPerObject == nil
        && peaks[..<callCount].contains(where: { $0 > Self.limits.encoding })
      let limit =
        Self.limits.decoding * Double(encoding.plainByteCount)
        + Double(encoding.objectCount * (workload.bytesPerObject ?? 0))
      if isTooLarge || decoding.peaks.contains(where: { Double($0) > limit }) {
        tooLarge.append(workload.name)
      }
      let count = encoding.objectCount
      if count > 0 {
        objects.rows.append(
          [workload.name, NumberText.count(count)]
            + [encoding.peaks, decoding.peaks.map { $0 - encoding.plainByteCount }].joined().map {
              String(format: "%.1f", Double($0) / Double(count))
            })
      }
      table.rows.append(
        [
          workload.name, NumberText.count(encoding.plainByteCount),
          NumberText.count(encoding.archiveByteCount),
        ]
          + peaks.map { String(format: "%.2f", $0) })
    }
    print("Peak memory beside input and result, in plain archives:\n")
    print(table.text)
    if !objects.rows.isEmpty {
      print("Bytes for each object; decoding without the content, which is one plain archive:\n")
      print(objects.text)
    }
    guard tooLarge.isEmpty else { throw TooMuchMemory(workloads: tooLarge) }
  }

  /// The figures of another process.
  private func figures(
    _ workload: MemoryWorkload, _ direction: String, _ folder: URL
  ) throws -> MemoryMeasurement.Figures? {
    var arguments = ["memory", "--filter", workload.name, "--megabytes", "\(megabyteCount)"]
    arguments += ["--threads", "\(threadCount)"]
    if let level { arguments += ["--zlib", "\(level)"] }
    if isGenerated { arguments.append("--generated") }
    return try OwnProcess.value(arguments + ["--part", direction, folder.path])
  }

  private func run(_ part: (direction: String, folder: String)) throws {
    guard let workload = try workloads.first else { return }
    let order = MemoryMeasurement.Order(
      folder: URL(filePath: part.folder, directoryHint: .isDirectory),
      byteCount: megabyteCount * 1_000_000, compression: level.map { .zlib(level: $0) } ?? .none,
      threadCount: threadCount, isGenerated: isGenerated)
    let measurement = part.direction == "encode" ? workload.encoding : workload.decoding
    FileHandle.standardOutput.write(try JSONEncoder().encode(measurement.run(order)))
  }
}

/// Coders that hold more than is promised.
struct TooMuchMemory: Error, CustomStringConvertible {
  var workloads: [String]
  var description: String { "more memory than promised: \(workloads.joined(separator: ", "))" }
}
