#if os(Linux)
  import Foundation
  import Testing

  /// A rule of the house that cannot look at its files is not kept.
  @Suite struct HouseRulesTests {
    @Test(arguments: [[], ["Sources"], ["Sources", "Tests"]])
    func `a checkout without what a rule looks at does not pass`(_ folders: [String]) throws {
      let checkout = FileManager.default.temporaryDirectory
        .appending(path: "rules-" + UUID().uuidString, directoryHint: .isDirectory)
      defer { try? FileManager.default.removeItem(at: checkout) }
      for folder in ["."] + folders {
        try FileManager.default.createDirectory(
          at: checkout.appending(path: folder), withIntermediateDirectories: true)
      }
      let process = Process()
      process.executableURL = Checkout.root.appending(path: ".ci/house-rules")
      process.arguments = [checkout.path(percentEncoded: false)]
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus != 0)
      // The run ends before it counts breaches.
      #expect(!output.contains("house rules: "), "\(output)")
      #expect(output.contains("No such file or directory"), "\(output)")
    }
  }
#endif
