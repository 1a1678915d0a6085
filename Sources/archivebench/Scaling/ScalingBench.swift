import Foundation
import KeyedArchives

/// Measures what does not show in one small value on one thread: values of a kind that grow in number, single values among many that are written in an
/// unusual way, and several threads at once.
///
/// The option `--trace` only encodes and decodes the growing values, for a tool that counts instructions: ``InstructionTrace``.
enum ScalingBench {
  private static let rounds = 7
  private static let sizes = [64 << 10, 1 << 20, 16 << 20]

  static func run(_ arguments: [String]) throws {
    if arguments == ["--trace"] { return try trace() }
    guard arguments.isEmpty else {
      throw UsageError(message: "usage: archivebench scaling [--trace]")
    }
    print(try growth())
    print()
    print(try oddValues())
    print()
    print(try threads())
  }

  // MARK: Growth

  private static func trace() throws {
    for kind in GrowingValue.kinds {
      let value = try kind.make(sizes[0])
      try value.encode()
      try value.decode()
      for size in sizes {
        let value = try kind.make(size)
        for (direction, work) in [("encode", value.encode), ("decode", value.decode)] {
          try InstructionTrace.trace(
            kind.name, direction, "\(value.byteCount)\t\(value.elementCount)", factor: 1, work)
        }
      }
    }
  }

  private static func growth() throws -> String {
    var rows: [[String]] = []
    for kind in GrowingValue.kinds {
      for size in sizes {
        let value = try kind.make(size)
        let encoding = try time(value.encode) / Double(value.elementCount)
        let decoding = try time(value.decode) / Double(value.elementCount)
        rows.append([
          kind.name, NumberText.count(value.byteCount), NumberText.count(value.elementCount),
          NumberText.time(encoding), NumberText.time(decoding),
        ])
      }
    }
    return TextTable(
      head: ["values", "bytes", "elements", "encode an element", "decode an element"], rows: rows
    ).text
  }

  private static func time(_ work: @escaping () throws -> Void) throws -> Double {
    var watch = try Stopwatch(warmingUp: work)
    for _ in 0..<rounds { try watch.measure() }
    return watch.minimum
  }

  // MARK: Odd values

  private static func oddValues() throws -> String {
    var rows: [[String]] = []
    for every in [0, 1_000, 100, 10, 1] {
      let entries = (0..<10_000).map { OddEntry($0, isOdd: every > 0 && $0 % every == every / 2) }
      let single = try time {
        for entry in entries { _ = try KeyedArchiver().encode(entry) as Data }
      }
      let stream = try time {
        let writer = ArchiveStreamWriter<OddEntry>(to: ArchiveOutput { _ in })
        try writer.append(contentsOf: entries)
        try writer.finish()
      }
      rows.append([
        every == 0 ? "none" : every == 1 ? "all" : "one in \(NumberText.count(every))",
        NumberText.time(single / 10_000), NumberText.time(stream / 10_000),
      ])
    }
    return TextTable(
      head: ["odd values", "an archive of one", "an entry of a stream"], rows: rows
    ).text
  }

  // MARK: Threads

  private static func threads() throws -> String {
    var rows: [[String]] = []
    for work in try ThreadedWork.all() {
      let alone = try work.processorTime(threads: 1)
      for count in [2, 8, 16] {
        let together = try work.processorTime(threads: count)
        rows.append([
          work.name, "\(count)", NumberText.time(alone), NumberText.time(together),
          NumberText.ratio(together / alone),
        ])
      }
    }
    return TextTable(
      head: ["work", "threads", "processor time alone", "with others", "ratio"], rows: rows
    ).text
  }
}
