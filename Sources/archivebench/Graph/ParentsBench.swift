import Foundation
import KeyedArchives
import Workloads

/// Measures graphs with parents, which are cycles, beside Foundation's archiver: that may end in a crash, or not at all,
/// so it is run in a process of its own, for a limited time.
struct ParentsBench {
  private static let objectCounts = [1_000, 10_000, 100_000]
  private static let timeLimit: TimeInterval = 60
  private static let rounds = 5

  /// A section for `BENCHMARKS.md`.
  static func section() throws -> String {
    var rows: [[String]] = []
    for count in objectCounts {
      rows.append(["\(NumberText.count(count)) objects: NSKeyedArchiver"] + foundation(count))
      rows.append(["KeyedArchives, Codable"] + (try ours(count)))
    }
    return """
      A family tree: members who hold their children, weak references to parents, and houses, one in eleven objects,
      that members share. Foundation's archiver, which has the same classes with conditional references to parents, runs
      in a process of its own for at most \(Int(timeLimit)) seconds. `archivebench parents` measures this alone.

      \(TextTable(head: ["", "encode", "decode", "bytes"], rows: rows).text)
      """
  }

  private static func ours(_ count: Int) throws -> [String] {
    let tree = Member.tree(objectCount: count)
    let byteCount = try (KeyedArchiver().encode(tree) as Data).count
    var (encoding, decoding) = ([Double](), [Double]())
    let clock = ContinuousClock()
    for _ in 0..<rounds {
      let start = clock.now
      let data: Data = try KeyedArchiver().encode(tree)
      let middle = clock.now
      let back = try KeyedUnarchiver().decode(Member.self, from: data)
      let end = clock.now
      guard back.isTree(objectCount: count) else { throw WrongResult() }
      encoding.append((middle - start) / .milliseconds(1))
      decoding.append((end - middle) / .milliseconds(1))
    }
    return [milliseconds(median(encoding)), milliseconds(median(decoding))]
      + [NumberText.count(byteCount)]
  }

  private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

  private static func milliseconds(_ time: Double) -> String {
    "\(time.formatted(.number.precision(.fractionLength(1)).grouping(.never))) ms"
  }

  // MARK: Foundation

  /// What Foundation's archiver does with a tree, told by a process that does it.
  private static func foundation(_ count: Int) -> [String] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["parents", "--foundation", "\(count)"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return ["cannot be run", "", ""] }
    let end = Date(timeIntervalSinceNow: timeLimit)
    while process.isRunning, Date() < end { Thread.sleep(forTimeInterval: 0.02) }
    let isLate = process.isRunning
    if isLate { process.terminate() }
    process.waitUntilExit()
    let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    var cells = text.split(separator: "\n").map(String.init)
    if cells.count < 3 {
      cells.append(isLate ? "not in \(Int(timeLimit)) s" : "crashed")
    }
    return Array((cells + ["", ""]).prefix(3))
  }

  /// Encodes and decodes a tree, and prints what that takes, line by line.
  static func runFoundation(_ count: Int) throws {
    let tree = FoundationMember.tree(Member.tree(objectCount: count))
    let clock = ContinuousClock()
    let start = clock.now
    let data = try NSKeyedArchiver.archivedData(withRootObject: tree, requiringSecureCoding: true)
    tell(milliseconds((clock.now - start) / .milliseconds(1)))
    let middle = clock.now
    guard
      let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: FoundationMember.self, from: data)
    else { throw WrongResult() }
    let time = (clock.now - middle) / .milliseconds(1)
    let isRight = back.children.allSatisfy { $0.parent === back }
    tell(milliseconds(time) + (isRight ? "" : ", parents lost"))
    tell(NumberText.count(data.count))
  }

  /// Writes a line at once: what comes next may end the process.
  private static func tell(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
