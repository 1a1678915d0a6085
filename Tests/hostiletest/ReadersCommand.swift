import ArchiveFormat
import Foundation
import FoundationArchiveFormat
import PropertyListFormat

/// Reads the keyed archives of a corpus with this package and with Foundation, each in processes that may die: `readers --corpus FOLDER`.
/// `expected.tsv` in `nskeyedarchiver` of the folder says what each file is. `.ci/readers-check` adds readers in Python.
enum ReadersCommand {
  private struct File {
    let bytes: [UInt8]
    /// The lines of its canonical dump; 0 for a file that has none.
    let lineCount: Int
  }

  private struct Reader: Sendable {
    let name: String
    /// Returns false for a value that is not the expected one.
    let read: @Sendable (File) throws -> Bool
  }

  private static let readers = [
    Reader(name: "KeyedArchives") { file in
      let dump = try FoundationGraph.canonicalDump(of: file.bytes)
      _ = try FoundationGraph(file.bytes).valuesDump()
      return dump.count { $0 == UInt8(ascii: "\n") } == file.lineCount
    },
    Reader(name: "NSKeyedUnarchiver") { file in
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(file.bytes))
      unarchiver.requiresSecureCoding = false
      unarchiver.decodingFailurePolicy = .setErrorAndReturn
      // Foundation has no list of the roots.
      let graph = try? FoundationGraph(file.bytes)
      let keys = graph.map { graph in graph.roots.map { graph.list.string($0.key) } }
      for key in keys ?? [NSKeyedArchiveRootObjectKey] {
        guard unarchiver.decodeObject(forKey: key) != nil, unarchiver.error == nil else {
          throw unarchiver.error ?? CocoaError(.coderValueNotFound)
        }
      }
      return true
    },
    Reader(name: "PropertyListSerialization, no archive") { file in
      _ = try PropertyListSerialization.propertyList(from: Data(file.bytes), format: nil)
      return true
    },
  ]

  static func run(_ arguments: [String]) throws -> Bool {
    guard let corpus = Options(arguments).text("--corpus") else {
      print("readers: --corpus names a folder with nskeyedarchiver/expected.tsv")
      return false
    }
    let folder = URL(filePath: corpus).appending(path: "nskeyedarchiver")
    let table = try String(contentsOf: folder.appending(path: "expected.tsv"), encoding: .utf8)
    var groups: [(name: String, files: [File])] = [
      ("archives", []), ("plain lists", []), ("broken or hostile", []),
    ]
    for line in table.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      let group = fields[2] == "dump" ? 0 : fields[2] == "notKeyedArchive" ? 1 : 2
      let data = try Data(contentsOf: folder.appending(path: fields[0]).standardized)
      groups[group].files.append(File(bytes: [UInt8](data), lineCount: Int(fields[3]) ?? 0))
    }
    var isFine = true
    for reader in readers {
      for group in groups {
        let counts = try ForkedTrial.run(count: group.files.count) {
          try reader.read(group.files[$0])
        }
        let found = ForkedTrial.Verdict.allCases.map { counts[$0] ?? 0 }
        print(
          reader.name, group.name, group.files.count, "values \(found[1] + found[2])",
          "errors \(found[0])", "deaths \(found[3])", "hangs \(found[4])", separator: "\t")
        fflush(nil)
        if reader.name == "KeyedArchives" {
          let good = group.name == "archives" ? counts[.equalValue] : counts[.typedError]
          isFine = isFine && good == group.files.count
        }
      }
    }
    return isFine
  }
}
