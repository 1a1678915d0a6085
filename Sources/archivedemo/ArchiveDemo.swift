import Foundation
import KeyedArchives

/// Shows what the archiver does, on a folder of files.
///
/// The folder becomes a graph of class instances. They are archived, read back with a list of
/// allowed classes and compared; then the sizes of other formats stand beside the archive's, and
/// two things that must be refused are tried.
@main
enum ArchiveDemo {
  static func main() async {
    do {
      if CommandLine.arguments.dropFirst().first == "photos" {
        return try await showPhotos(Array(CommandLine.arguments.dropFirst(2)))
      }
      let arguments = try DemoArguments(Array(CommandLine.arguments.dropFirst()))
      if arguments.asksForHelp {
        print(DemoArguments.usage)
      } else {
        try run(arguments)
      }
    } catch let failure as DemoFailure {
      end(failure)
    } catch {
      end(DemoFailure(.software, "\(error)"))
    }
  }

  private static func run(_ arguments: DemoArguments) throws {
    var reader = FolderReader(folder: arguments.folder)
    let folder = try reader.read()
    printSummary(of: folder, named: arguments.folder, skipped: reader.skipped)
    let demonstration = try Demonstration(folder, output: arguments.output)
    try demonstration.writeArchives()
    try demonstration.readBack()
    try demonstration.compareSizes()
    let refusedClass =
      try demonstration.refuseAClass() ? "a class that is not on the list and " : ""
    try demonstration.refuseFlippedBits()
    print(
      """

      Seen: classes, shared instances, relative URLs, dates and data came back as they were;
      \(refusedClass)files with a flipped bit were refused.
      Next: \(inspector) \(demonstration.plainPath)
      """)
  }

  private static func showPhotos(_ words: [String]) async throws {
    if words.first == "--child", words.count == 2 {
      return try PhotoDemonstration.runChild(words[1])
    }
    let arguments = try DemoArguments(words)
    if arguments.asksForHelp { return print(DemoArguments.usage) }
    try await PhotoDemonstration(output: arguments.output).run()
  }

  private static func printSummary(of folder: Folder, named name: String, skipped: [String: Int]) {
    let all = folder.all
    let counts = [
      all.count { $0 is Folder }.of("folder"), all.count { $0 is SwiftFile }.of("Swift file"),
      all.count { $0 is OtherFile }.of("other file"), folder.byteCount.of("byte"),
    ]
    print("Folder  \(name): \(counts.joined(separator: ", "))")
    guard !skipped.isEmpty else { return }
    let reasons = skipped.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
    print("        left out: \(reasons.joined(separator: ", "))")
  }

  /// How to start archivecat: the one beside this program, if it was built.
  private static var inspector: String {
    let words = (CommandLine.arguments.first ?? "").split(
      separator: "/", omittingEmptySubsequences: false)
    let sibling = (words.dropLast() + ["archivecat"]).joined(separator: "/")
    let isThere = words.count > 1 && FileManager.default.isExecutableFile(atPath: sibling)
    return isThere ? sibling : "archivecat"
  }

  private static func end(_ failure: DemoFailure) -> Never {
    fflush(nil)
    FileHandle.standardError.write(Data("archivedemo: \(failure.sentence)\n".utf8))
    exit(failure.code.rawValue)
  }
}
