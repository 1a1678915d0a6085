import Foundation
import RecordStorage
import RecordStorageConformance
import RecordTestSupport
import TestTraits
import Testing

@Suite("Records in a file keep the rules")
struct FileConformanceTests {
  @Test("all cases but those of several processes", .long)
  func wholeSuite() throws { try check(ConformanceSuite.cases) }

  @Test("every sixteenth case but those of several processes")
  func share() throws { try check(ConformanceSuite.oneOf(16)) }

  private func check(_ cases: [ConformanceCase]) throws {
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "file-conformance-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let configuration = BackEndConfiguration(
      "file", open: { try FileBackEnd(path: scratch.appending(path: "\($0).krec").path) },
      close: { ($0 as? FileBackEnd)?.close() },
      remove: { place in
        for name in ["\(place).krec", "\(place).krec.lock", "\(place).krec.hint"] {
          let file = scratch.appending(path: name)
          guard FileManager.default.fileExists(atPath: file.path) else { continue }
          try FileManager.default.removeItem(at: file)
        }
      })
    let report = ConformanceSuite.run(configuration, cases)
    print(report)
    #expect(report.isConforming, "\(report)")
    #expect(report.refusedCounts.keys.allSatisfy { $0 == .sharedWriting })
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(left.isEmpty, "cases leave \(left)")
  }
}
