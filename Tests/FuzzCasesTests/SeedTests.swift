import Foundation
import Testing

/// Seeds are made anew where `FUZZ_SEEDS` names a folder: see `Fuzz/README.md`.
@Suite struct SeedTests {
  @Test func `there are seeds to choose from`() throws {
    let named = ProcessInfo.processInfo.environment["FUZZ_SEEDS"].map { URL(filePath: $0) }
    let folder = named ?? FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { if named == nil { try? FileManager.default.removeItem(at: folder) } }
    #expect(try SeedMaker.write(to: folder) > 500)
  }
}
