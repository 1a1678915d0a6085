import Foundation
import KeyedArchives

/// Writes and reads back a stream of small records and shows time, size and the peak of memory.
struct StreamBench {
  /// A small record, made from its number alone.
  struct Reading: Codable, Equatable {
    var id: Int
    var sensor: String
    var time: Double
    var value: Float
    var isValid: Bool
    var note: String?

    init(_ number: Int) {
      id = number
      sensor = "s\(number % 1_000)"
      time = 7e8 + Double(number) / 16
      value = Float(number % 4_096) / 64
      isValid = number % 17 != 0
      note = number % 100 == 0 ? "calibrated" : nil
    }
  }

  var count = 1_000_000
  var compression = BlockPacking.none

  static let usage = """
    usage: archivebench stream [--count N] [--zlib LEVEL]
      --count N     how many records; 1000000 by default
      --zlib LEVEL  compresses the blocks
    """

  init(_ arguments: some Sequence<String>) throws {
    var remaining = arguments.makeIterator()
    while let argument = remaining.next() {
      guard argument == "--count" || argument == "--zlib",
        let number = remaining.next().flatMap({ Int($0) }), number >= 0
      else { throw UsageError(message: "unknown argument or no number: \(argument)") }
      if argument == "--count" { count = number } else { compression = .zlib(level: number) }
    }
  }

  func run() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).karc")
    defer { try? FileManager.default.removeItem(at: url) }
    guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
      throw UsageError(message: "no file can be made at \(url.path)")
    }
    let clock = ContinuousClock()
    let before = Self.peakKilobytes
    let writing = try clock.measure { try write(to: url) }
    let afterWriting = Self.peakKilobytes
    let reading = try clock.measure { try read(from: url) }
    let byteCount = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    print("records     \(count)")
    print("bytes       \(byteCount)")
    print("write       \(writing)")
    print("read        \(reading)")
    print(
      "peak RSS    \(before) kB before, \(afterWriting) kB written, \(Self.peakKilobytes) kB read")
  }

  private func write(to url: URL) throws {
    let file = try FileHandle(forWritingTo: url)
    defer { try? file.close() }
    let writer = ArchiveStreamWriter<Reading>(
      KeyedArchiver(compression: compression),
      to: ArchiveOutput(descriptor: file.fileDescriptor))
    for number in 0..<count { try writer.append(Reading(number)) }
    try writer.finish()
  }

  private func read(from url: URL) throws {
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    let reader = ArchiveStreamReader<Reading>(ArchiveInput(descriptor: file.fileDescriptor))
    var number = 0
    while let reading = try reader.next() {
      guard reading == Reading(number) else { throw WrongResult() }
      number += 1
    }
    guard number == count else { throw WrongResult() }
  }

  /// The most memory that the process ever held, 0 where the system does not tell.
  static var peakKilobytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return 0 }
    return line.split(separator: " ").compactMap {
      Int($0.trimmingPrefix("VmHWM:").trimmingCharacters(in: .whitespaces))
    }.first
      ?? 0
  }
}
