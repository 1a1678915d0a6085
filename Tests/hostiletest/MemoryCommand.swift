import ArchiveInspection
import Foundation
import HostileInput
import KeyedArchives

/// Measures peaks of memory, each in a process of its own: `memory`, `bombs`; and whether a process that reads a
/// great many hostile archives grows: `flat [--count N]`.
enum MemoryCommand {
  private static let slack = 1 << 20
  /// Bytes of an archive that are its end: of the checksum, and of what is wrong.
  private static let endByteCount = 16

  static func runDecoding(_ arguments: [String]) throws -> Bool {
    try run("memory", MemoryCase.decoding, arguments)
  }

  static func runBombs(_ arguments: [String]) throws -> Bool {
    try run("bombs", MemoryCase.inflating, arguments)
  }

  private static func run(
    _ command: String, _ cases: [MemoryCase], _ arguments: [String]
  ) throws -> Bool {
    if let number = Options(arguments).number("--child") {
      try measure(cases[number])
      return true
    }
    var failureCount = 0
    for (number, known) in cases.enumerated() {
      let child = try ChildProcess.run([command, "--child", "\(number)"])
      let figures = child.output.split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
      guard child.isFine, figures.count == 4 else {
        print("FAILURE \(known.name): ended \(child.ending): \(child.output)")
        failureCount += 1
        continue
      }
      let (inputCount, resultCount, peak) = (figures[0], figures[1], figures[2])
      let isRefused = figures[3] == 1
      let allowed = resultCount + 2 * inputCount + known.allowance + slack
      let isFine = peak <= allowed && isRefused == known.isRefused
      if !isFine { failureCount += 1 }
      print(
        "\(isFine ? "ok  " : "FAIL") \(known.name): input \(inputCount), result \(resultCount), "
          + "peak \(peak) of \(allowed)\(isRefused ? ", refused" : "")")
    }
    print("\(command): \(cases.count) cases, \(failureCount) failures")
    return failureCount == 0
  }

  /// Prints the bytes of the archive and of the result, the peak beyond the archive, and whether it was refused.
  private static func measure(_ known: MemoryCase) throws {
    // What is made only once is made by something small.
    _ = try KeyedUnarchiver().decode([Int].self, from: KeyedArchiver().encode([1]) as [UInt8])
    _ = try? known.read([0xB0, 1, 0x40, 0, 0, 0, 0], known.limits)
    let bytes = try known.bytes()
    let start = try ProcessMemory.start()
    var (peak, withResult, isRefused) = (0, 0, 0)
    try apart {
      do {
        let result = try known.read(bytes, known.limits)
        peak = ProcessMemory.peak
        withResult = try ProcessMemory.start()
        withExtendedLifetime(result) {}
      } catch let error as ArchiveError {
        peak = ProcessMemory.peak
        isRefused = 1
        let place = error.byteOffset ?? 0
        guard !known.isRefusedAtEnd || place >= bytes.count - endByteCount else {
          return print("refused at \(place) of \(bytes.count): \(error)")
        }
      }
    }
    let without = try ProcessMemory.start()
    let resultCount = isRefused == 1 ? 0 : max(0, withResult - without)
    print(bytes.count, resultCount, peak - start, isRefused)
  }

  /// A scope of its own, which the compiler keeps apart.
  @inline(never)
  private static func apart(_ body: () throws -> Void) rethrows { try body() }

  static func runFlat(_ arguments: [String]) throws -> Bool {
    let count = Options(arguments).number("--count") ?? 1_000_000
    let samples = try HostileSamples.generated(seeds: 1..<2)
    var (number, accepted) = (0, 0)
    var early = 0
    let clock = ContinuousClock()
    let start = clock.now
    outer: while true {
      for sample in samples {
        guard let isSame = sample.isSame else { continue }
        let stride = 1 + number % 7
        try ByteChange.forEach(of: sample.bytes, stride: stride * 5) { _, bytes in
          guard number < count else { return }
          let changed = number & 3 == 0 ? bytes : ChecksumRepair.repaired(bytes)
          if (try? isSame(changed, number & 7 == 7)) != nil { accepted += 1 }
          if number & 15 == 0 { _ = ArchiveVerification(of: changed) }
          number += 1
          if number == count / 10 { early = try ProcessMemory.start() }
        }
        if number >= count { break outer }
      }
    }
    let late = try ProcessMemory.start()
    let isFine = late - early <= slack
    print(
      "\(isFine ? "ok  " : "FAIL") flat: \(early) bytes resident after \(count / 10) archives, \(late) after "
        + "\(count), of which \(accepted) were read, \(Int((clock.now - start) / .seconds(1))) s")
    return isFine
  }
}
