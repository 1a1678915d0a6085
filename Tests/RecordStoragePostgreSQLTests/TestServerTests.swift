#if PostgreSQL
  import Foundation
  import TestTraits
  import Testing

  @Suite(
    "The server of the tests", .enabled(if: TestServer.isWanted, "\(TestServer.whyNot)"))
  struct TestServerTests {
    private static let note = "KEYED_ARCHIVES_TEST_SERVER_NOTE"

    /// What the process that is killed does. Only that process runs it.
    @Test(
      .enabled(if: ProcessInfo.processInfo.environment[note] != nil, "runs in a process of its own")
    )
    func `starts servers and waits to be killed`() throws {
      let path = try #require(ProcessInfo.processInfo.environment[Self.note])
      let cluster = try TestCluster()
      let folders = cluster.servers.map(\.folder).joined(separator: "\n")
      try Data(folders.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      withExtendedLifetime(cluster) { Thread.sleep(forTimeInterval: 300) }
      #expect(Bool(false), "nobody killed it: \(folders)")
    }

    @Test(.long) func `servers are gone soon after the process that started them was killed`()
      throws
    {
      let path = "/tmp/kapg-note-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: path) }
      let child = Process()
      child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      child.arguments = [
        "--testing-library", "swift-testing", "--filter", "TestServerTests",
      ]
      child.environment = ProcessInfo.processInfo.environment.merging([Self.note: path]) { $1 }
      child.standardOutput = FileHandle.nullDevice
      child.standardError = FileHandle.nullDevice
      if ProcessInfo.processInfo.environment[Self.note] != nil { return }
      try child.run()
      var folders: [String] = []
      for _ in 0..<2_400 where folders.isEmpty {
        Thread.sleep(forTimeInterval: 0.1)
        folders = ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
          .split(separator: "\n").map(String.init)
      }
      #expect(folders.count == 3)
      #expect(folders.allSatisfy { servers(of: $0) > 0 })
      kill(child.processIdentifier, SIGKILL)
      child.waitUntilExit()
      func isThere(_ folder: String) -> Bool {
        servers(of: folder) > 0 || FileManager.default.fileExists(atPath: folder)
      }
      for _ in 0..<600 where folders.contains(where: isThere) { Thread.sleep(forTimeInterval: 0.2) }
      #expect(folders.filter(isThere) == [])
    }

    /// How many processes have a folder in their command line.
    private func servers(of folder: String) -> Int {
      let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return processes.filter { process in
        guard Int(process) != nil, !folder.isEmpty else { return false }
        let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
        return String(decoding: line, as: UTF8.self).contains(folder + "/data")
      }.count
    }
  }
#endif
