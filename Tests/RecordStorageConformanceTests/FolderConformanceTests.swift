import Foundation
import RecordStorage
import RecordStorageConformance
import RecordTestSupport
import TestTraits
import Testing

@Suite("A back end of a hundred lines keeps the rules")
struct FolderConformanceTests {
  @Test("all cases but those of transactions and of several processes", .long)
  func wholeSuite() throws { try check(ConformanceSuite.cases) }

  @Test("every sixteenth case but those of transactions and of several processes")
  func share() throws { try check(ConformanceSuite.oneOf(16)) }

  private func check(_ cases: [ConformanceCase]) throws {
    // In memory where there is such a folder: rules are looked at here, and no disk.
    let memory = URL(filePath: "/dev/shm")
    let isThere = FileManager.default.isWritableFile(atPath: memory.path)
    let scratch = (isThere ? memory : FileManager.default.temporaryDirectory)
      .appending(path: "folder-conformance-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let configuration = BackEndConfiguration(
      "folder", open: { try FolderBackEnd(scratch.appending(path: $0)) },
      remove: { try FileManager.default.removeItem(at: scratch.appending(path: $0)) })
    let report = ConformanceSuite.run(configuration, cases)
    print(report)
    for result in report.refused { print("  \(result)") }
    #expect(report.isConforming, "\(report)")
    let missing: StorageCapabilities = [.transactions, .sharedWriting]
    #expect(report.refusedCounts.keys.allSatisfy { $0.isSubset(of: missing) })
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(left.isEmpty, "cases leave \(left)")
  }
}
