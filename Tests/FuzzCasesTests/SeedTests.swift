import Foundation
import Testing

/// Seeds are made anew where `FUZZ_SEEDS` names a folder: see `Fuzz/README.md`.
@Suite struct SeedTests {
  @Test func `there are seeds to choose from`() throws {
    let maker = try SeedMaker()
    #expect(maker.count > 500)
    if let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] {
      try maker.write(to: URL(filePath: folder))
    }
  }
}
