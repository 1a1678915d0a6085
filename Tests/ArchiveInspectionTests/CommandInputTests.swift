#if Tools && (os(Linux) || os(macOS))
  import ArchiveFormat
  import ArchiveInspection
  import Foundation
  import RecordLog
  import Testing

  /// The command refuses inputs that are no archive, endless, or larger than memory.
  @Suite struct CommandInputTests {
    /// Every way to hand a file to the command, with the output of those that write one.
    private static func commands(_ file: String, _ files: Workspace) throws -> [[String]] {
      let archive = try files.write("good.karc", SampleArchives.json("5"))
      return [
        [file], ["show", file], ["info", file], ["verify", file], ["types", file],
        ["get", "$", file], ["export", file], ["import", file, "-o", files.path("out")],
        ["store", file], ["store", file, "--log"], ["store", file, "--verify"],
        ["store", file, "--salvage"], ["store", file, "--records", "Note"],
        ["show", archive, "--dictionary", file],
      ]
    }

    private static func expect(
      _ statuses: Set<Int32>, of file: String, _ files: Workspace, but exceptions: [String] = []
    ) throws {
      for arguments in try commands(file, files)
      where !exceptions.contains { arguments.contains($0) } {
        let outcome = try Command.run(arguments)
        #expect(statuses.contains(outcome.status), "\(arguments): \(outcome)")
        let name = "archivecat: \(file): "
        #expect(
          statuses == [0] || outcome.complaint.hasPrefix(name) || outcome.output.hasPrefix(file),
          "\(arguments): \(outcome)")
      }
      #expect(!(try files.names.contains("out")))
    }

    @Test(.timeLimit(.minutes(5)))
    func `devices, folders and empty files are refused at once`() throws {
      let files = try Workspace()
      defer { files.remove() }
      try Self.expect([65], of: "/dev/zero", files)
      // An empty dictionary is one.
      let empty = try files.write("empty", [])
      for file in ["/dev/null", empty] {
        let commands = try Self.commands(file, files).dropLast()
        for arguments in commands {
          #expect(try Command.run(arguments).status == 65, "\(arguments)")
        }
      }
      try Self.expect([66], of: files.folder.path, files)
    }

    @Test(.timeLimit(.minutes(5)))
    func `a hundred gigabytes of holes are refused at once`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let zeros = try files.write("zeros", [0])
      try files.extend("zeros", to: 100 << 30)
      try Self.expect([65], of: zeros, files)
      for framing in [ArchiveLayout.Framing.singlePart, .multiPart] {
        let large = try files.write(
          "large.karc", SampleArchives.everything(ArchiveLayout(framing: framing)))
        try files.extend("large.karc", to: 100 << 30)
        try Self.expect([69], of: large, files, but: ["import", "store", "--dictionary"])
        for arguments in try Self.commands(large, files).prefix(7).map({ $0 + ["--trusted"] }) {
          let outcome = try Command.run(arguments)
          #expect(outcome.status == 69 && outcome.complaint.contains("107,374,182,400"))
        }
      }
      let json = try files.write("large.json", Array("[1]".utf8))
      try files.extend("large.json", to: 100 << 30)
      let outcome = try Command.run("import", json, "-o", files.path("out"))
      #expect(outcome.status == 69 && outcome.complaint.contains("--trusted"), "\(outcome)")
    }

    @Test(.timeLimit(.minutes(5)))
    func `holes of a record log are passed over`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let (bytes, _) = try SampleLogs.log()
      let name = try files.write("a.krec", bytes)
      try files.extend("a.krec", to: 100 << 30)
      for option in [[], ["--log"], ["--verify"], ["--salvage"], ["--records", "Note"]] {
        let outcome = try Command.run(["store", name] + option)
        #expect(outcome.status == 0, "\(option): \(outcome)")
      }
      // A torn tail, and behind a hole a byte more.
      let torn = try files.write("torn.krec", Array(bytes.dropLast(9)))
      try files.extend("torn.krec", to: 10 << 30)
      let file = try FileHandle(forWritingTo: URL(filePath: torn))
      try file.seekToEnd()
      try file.write(contentsOf: [1])
      try file.close()
      #expect(try Command.run("store", torn, "--verify").status == 1)
    }

    @Test func `pipes are read as files are`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let archive = try files.write("a.karc", SampleArchives.json(#"{"a":[true]}"#))
      let store = try files.write("a.krec", SampleLogs.log().bytes)
      for (file, arguments) in [
        (archive, ["show"]), (archive, ["info"]), (archive, ["verify"]), (archive, ["types"]),
        (archive, ["get", "a"]), (archive, ["export"]), (store, ["store"]),
        (store, ["store", "--log"]),
      ] {
        let named = try Command.run(arguments + [file])
        let pipe = try Command.run(
          arguments + ["-"], input: Array(try Data(contentsOf: URL(filePath: file))))
        let handle = try FileHandle(forReadingFrom: URL(filePath: file))
        let redirected = try Command.run(arguments + ["-"], standardInput: handle)
        let expected = named.output.replacing(file, with: "standard input")
        #expect(pipe.output == expected && redirected.output == expected, "\(arguments)")
        #expect(named.status == 0 && pipe.status == 0 && redirected.status == 0, "\(arguments)")
      }
    }

    @Test func `standard input without an end is refused at once`() throws {
      let files = try Workspace()
      defer { files.remove() }
      for arguments in try Self.commands("-", files) {
        let zero = try FileHandle(forReadingFrom: URL(filePath: "/dev/zero"))
        let outcome = try Command.run(arguments, standardInput: zero)
        #expect(outcome.status == 65, "\(arguments): \(outcome)")
      }
    }
  }
#endif
