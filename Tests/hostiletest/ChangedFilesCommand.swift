import ArchiveFormat
import Foundation
import HostileInput
import TestSupport

/// Reads changed property lists of a corpus in every way: `changed --corpus FOLDER [--count N] [--seed N]`. Each changed file is read by a process
/// that may die.
enum ChangedFilesCommand {
  /// Bytes of a file; larger ones would take all the time.
  private static let maximumByteCount = 400_000
  /// Seconds of processor time that a reading may take.
  private static let patience = 10
  /// Seconds of one reading that are told, and bytes by which the process has grown.
  private static let (slow, large) = (0.25, 64 << 20)

  static func run(_ arguments: [String]) throws -> Bool {
    let options = Options(arguments)
    guard let corpus = options.text("--corpus") else {
      print("changed: --corpus names a folder with files to change")
      return false
    }
    let files = try files(in: URL(filePath: corpus))
    let (count, seed) = (options.number("--count") ?? 20_000, options.number("--seed") ?? 1)
    let clock = ContinuousClock()
    let start = clock.now
    let verdicts = try ForkedTrial.run(count: count) { number in
      var random = SeededGenerator(seed: UInt64(seed) &* 1_000_000_007 &+ UInt64(number))
      let (name, bytes) = changed(files, &random)
      return read(bytes, "--seed \(seed), number \(number), \(name)")
    }
    let found = verdicts.filter { $0.value > 0 && $0.key != .equalValue }
      .map { "\($0.value) \($0.key.name)" }.sorted()
    print(
      "changed: seed \(seed), \(files.count) files, \(count) changed files, \(count * ListReader.all.count) readings, "
        + (found.isEmpty ? "all fine" : found.joined(separator: ", "))
        + String(format: " (%.0f s)", (clock.now - start) / .seconds(1)))
    return found.isEmpty
  }

  private static func files(in folder: URL) throws -> [(name: String, bytes: [UInt8])] {
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var files: [(name: String, bytes: [UInt8])] = []
    for case let file as URL in found ?? .init() {
      guard ["plist", "nib", "btm", "archive", ""].contains(file.pathExtension),
        let data = try? Data(contentsOf: file), data.count <= maximumByteCount,
        data.starts(with: Data("bplist".utf8)) || data.first == UInt8(ascii: "<")
      else { continue }
      files.append((file.lastPathComponent, [UInt8](data)))
    }
    return files.sorted { $0.name < $1.name }
  }

  /// A file with up to four changes.
  private static func changed(
    _ files: [(name: String, bytes: [UInt8])], _ random: inout SeededGenerator
  ) -> (name: String, bytes: [UInt8]) {
    func pick() -> (name: String, bytes: [UInt8]) {
      // Small files as often as all.
      let file = files[Int.random(in: 0..<files.count, using: &random)]
      return file.bytes.count > 20_000 && Int.random(in: 0..<20, using: &random) > 0
        ? files[Int.random(in: 0..<files.count, using: &random)] : file
    }
    var (name, bytes) = pick()
    let other = pick().bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      // The trailer and the offset table, too.
      let isLate = Int.random(in: 0..<4, using: &random) == 0
      let first = isLate ? max(0, bytes.count - 64) : 0
      let place = Int.random(in: first..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...16, using: &random))
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1, 2: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 3: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      case 4: bytes.removeSubrange(place..<end)
      case 5: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 6:
        let start = Int.random(in: 0..<other.count, using: &random)
        let piece = other[start..<min(other.count, start + (end - place))]
        bytes.replaceSubrange(place..<min(bytes.count, place + piece.count), with: piece)
      default:
        if Int.random(in: 0..<8, using: &random) == 0 {
          bytes.removeLast(bytes.count - place)
        } else {
          for index in place..<end {
            bytes[index] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
          }
        }
      }
    }
    return (name, bytes)
  }

  private static func read(_ bytes: [UInt8], _ name: String) -> Bool {
    var isFine = true
    for reader in ListReader.all {
      // A file may unfold to 2,000,000 values, which take a second or two to print.
      ForkedTrial.begin(seconds: patience)
      let (start, held) = (clock(), largestByteCount)
      do throws(ArchiveError) {
        try reader.read(bytes)
      } catch {
        if let offset = error.byteOffset, !(0...bytes.count ~= offset) {
          print("FAILURE \(name), \(reader.name): \(error)")
          isFine = false
        }
      }
      let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
      let grown = largestByteCount - held
      if seconds > slow || grown > large {
        print(
          "\(name), \(reader.name): \(bytes.count) bytes, "
            + String(format: "%.2f s", seconds) + ", \(grown >> 20) MiB more")
      }
      fflush(nil)
    }
    return isFine
  }

  /// The most bytes that this process has held.
  private static var largestByteCount: Int {
    var usage = rusage()
    // `RUSAGE_SELF` is 0.
    getrusage(__rusage_who_t(0), &usage)
    return Int(usage.ru_maxrss) << 10
  }
}
