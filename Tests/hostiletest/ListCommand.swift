import ArchiveFormat
import Foundation
import FuzzCases
import HostileInput

/// Reads property lists and keyed archives that are hostile, in every way: `lists [--stride N]` reads every small change of some files,
/// `unfolding [--filter TEXT]` large files of one construct each.
enum ListCommand {
  /// Bytes of memory beyond ten times the file: what the default limits on values and on text allow.
  private static let allowedByteCount = 256 << 20
  /// Seconds of processor time of one reading.
  private static let patience = 2.0

  // MARK: Changes

  static func runChanges(_ arguments: [String]) throws -> Bool {
    let stride = Options(arguments).number("--stride") ?? 1
    let samples = try ListSamples.all()
    let places = samples.enumerated().flatMap { number, sample in
      Swift.stride(from: 0, to: sample.bytes.count, by: stride).map { (number, $0) }
    }
    let clock = ContinuousClock()
    let start = clock.now
    let verdicts = try ForkedTrial.run(count: places.count) { number in
      let (sample, place) = places[number]
      return read(samples[sample], at: place)
    }
    let seconds = (clock.now - start) / .seconds(1)
    let inputCount = places.count * ByteChange.countPerByte
    let found = verdicts.filter { $0.value > 0 && $0.key != .equalValue }
      .map { "\($0.value) \($0.key.name)" }.sorted()
    print(
      "lists: \(samples.count) files, \(inputCount) changed files, \(inputCount * (ListReader.all.count + 2)) readings, "
        + "\(found.isEmpty ? "all fine" : found.joined(separator: ", ")) "
        + String(format: "(%.1f s)", seconds))
    return found.isEmpty
  }

  /// Reads the changes of one byte.
  ///
  /// - Returns: False for an error without a place in the file. What the oracles find ends the process.
  private static func read(_ sample: ListSamples.Sample, at place: Int) -> Bool {
    var isFine = true
    ByteChange.forEach(of: sample.bytes, at: place) { change, bytes in
      for target in [FuzzTarget.list, .graph] { target.run([0, 0] + bytes) }
      for reader in ListReader.all {
        do throws(ArchiveError) {
          try reader.read(bytes)
        } catch {
          guard let offset = error.byteOffset, !(0...bytes.count ~= offset) else { continue }
          print("FAILURE \(sample.name), \(change), \(reader.name): \(error)")
          fflush(nil)
          isFine = false
        }
      }
    }
    return isFine
  }

  // MARK: Large files

  static func runUnfolding(_ arguments: [String]) throws -> Bool {
    let options = Options(arguments)
    if let number = options.number("--child") {
      try measure(GrowingList.all[number], from: options.number("--from") ?? 0)
      return true
    }
    let filter = options.text("--filter")
    var (readingCount, failureCount) = (0, 0)
    var readings: [Reading] = []
    for (number, list) in GrowingList.all.enumerated()
    where filter.map({ list.name.contains($0) }) ?? true {
      var next = 0
      while next < ListReader.all.count {
        let child = try ChildProcess.run([
          "unfolding", "--child", "\(number)", "--from", "\(next)",
        ])
        let made = child.output.split(separator: "\n").compactMap { Reading($0, of: list.name) }
        readings += made
        readingCount += made.count
        next += made.count
        guard !child.isFine else { break }
        print("FAILURE \(list.name), \(ListReader.all[next].name): ended \(child.ending)")
        failureCount += 1
        next += 1
      }
    }
    for reading in readings
    where reading.peak > 10 * reading.byteCount + allowedByteCount || reading.seconds > patience {
      print("FAILURE \(reading)")
      failureCount += 1
    }
    let largest = readings.sorted { $0.peak - 10 * $0.byteCount > $1.peak - 10 * $1.byteCount }
    for reading in largest.prefix(5) { print("most memory: \(reading)") }
    for reading in readings.sorted(by: { $0.seconds > $1.seconds }).prefix(5) {
      print("most time: \(reading)")
    }
    print("unfolding: \(readingCount) readings, \(failureCount) failures")
    return failureCount == 0 && readingCount > 0
  }

  /// A reading and its cost.
  private struct Reading: CustomStringConvertible {
    let name: String
    let byteCount: Int
    let peak: Int
    let seconds: Double
    let verdict: Substring

    init?(_ line: Substring, of list: String) {
      let fields = line.split(separator: "\t")
      guard fields.count == 5, let byteCount = Int(fields[1]), let peak = Int(fields[2]),
        let seconds = Double(fields[3])
      else { return nil }
      name = "\(list), \(fields[0])"
      (self.byteCount, self.peak, self.seconds, verdict) = (byteCount, peak, seconds, fields[4])
    }

    var description: String {
      "\(name): \(byteCount) bytes of input, \(peak >> 10) KiB, "
        + String(format: "%.2f s", seconds) + ", \(verdict)"
    }
  }

  /// Prints what each way of reading costs, from one on. The process dies of a reading that does not end.
  private static func measure(_ list: GrowingList, from first: Int) throws {
    var limit = rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30)
    setrlimit(__rlimit_resource_t(9), &limit)
    let bytes = list.bytes(list.largeSize)
    for reader in ListReader.all.dropFirst(first) {
      var timer = itimerval()
      timer.it_value.tv_sec = Int(5 * patience)
      setitimer(__itimer_which_t(1), &timer, nil)
      let before = try ProcessMemory.start()
      let start = clock()
      var verdict = "read"
      do throws(ArchiveError) {
        try reader.read(bytes)
      } catch {
        verdict = error.code.rawValue
      }
      let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
      print(
        reader.name, bytes.count, max(0, ProcessMemory.peak - before), seconds, verdict,
        separator: "\t")
      fflush(nil)
    }
  }
}
