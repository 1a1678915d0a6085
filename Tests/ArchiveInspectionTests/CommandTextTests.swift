#if Tools && (os(Linux) || os(macOS))
  import ArchiveFormat
  import ArchiveInspection
  import Testing

  /// Nothing that the command prints is obeyed by a terminal or hidden by it, whatever arguments and files say.
  @Suite struct CommandTextTests {
    private static let hidden = "a\u{200B}\u{202E}\u{1B}[31m\u{3164}\u{2800}\u{E0041}\nz"
    private static let shown = #"a\u{200B}\u{202E}\u{1B}[31m\u{3164}\u{2800}\u{E0041}\nz"#

    private static func check(
      _ outcome: Command.Outcome, _ arguments: [String], quotes: Bool = true
    ) {
      let text = outcome.output + outcome.complaint
      let isVisible = !text.unicodeScalars.contains { $0 != "\n" && VisibleText.isHidden($0) }
      #expect(isVisible, "\(arguments): \(text.debugDescription)")
      #expect(!quotes || text.contains(shown), "\(arguments): \(text.debugDescription)")
      // A line break of an argument begins no line.
      #expect(!text.contains("\nz"), "\(arguments): \(text.debugDescription)")
    }

    @Test func `arguments and paths are shown with escapes`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let good = try files.write("good.karc", SampleArchives.json(#"{"a":1}"#))
      let bad = try files.write(Self.hidden, Array("no archive".utf8))
      for arguments in [
        [bad], ["verify", bad], ["info", bad], ["types", bad], ["get", "a", bad], ["export", bad],
        ["import", bad, "-o", files.path("out")], ["store", bad],
        ["show", good, "--dictionary", bad],
        ["export", good, "-o", files.path(Self.hidden + "/x")],
        ["verify", files.path("absent" + Self.hidden)],
        ["get", "[\"\(Self.hidden)\"]", good],
        ["show", good, "--\(Self.hidden)"], ["show", good, "--\(Self.hidden)=\(Self.hidden)"],
        ["import", good, "-o", "x", "--framing", Self.hidden],
        ["import", good, "-o", "x", "--framing=\(Self.hidden)"],
        ["import", good, "-o", "x", "--zlib", Self.hidden], ["help", Self.hidden],
        ["get", "a", good, Self.hidden],
      ] {
        let outcome = try Command.run(arguments)
        #expect(outcome.status != 0 || arguments[0] == "help", "\(arguments)")
        Self.check(outcome, arguments, quotes: arguments[0] != "help")
      }
      Self.check(
        try Command.run("get", #"["\u{200B}"#, good), ["get"], quotes: false)
    }

    @Test func `keys, names and texts of a file are shown with escapes`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let archive = try SampleArchives.archive { maker in
        let type = maker.type("Name\u{200B}\u{202E}")
        maker.record(type: type, length: 2) { maker in
          maker.key(Self.hidden)
          maker.string(Self.hidden)
          maker.key("b")
          let name = maker.name("example.e")
          maker.container(.extension, detail: name) { $0.int(4) }
        }
      }
      let file = try files.write("a.karc", archive)
      for arguments in [
        ["show", file], ["show", "--full", file], ["get", "$", file],
      ] {
        Self.check(try Command.run(arguments), arguments)
      }
      for arguments in [
        ["show", "--json", file], ["types", "--json", file], ["types", file], ["get", "x", file],
      ] {
        Self.check(try Command.run(arguments), arguments, quotes: false)
      }
    }

    @Test func `a path that show prints is one that get takes`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let file = try files.write(
        "a.karc", SampleArchives.json(#"{"\n":1,"n":2,"\u0000":3,"\u200b":4,"a.b":5,"\\n":6}"#))
      let lines = try Command.run("show", file).output.split(separator: "\n").dropFirst()
      for line in lines {
        let words = line.split(separator: " ")
        for path in [".\(words[0])", "$.\(words[0])"] {
          #expect(try Command.run("get", path, file).output == "\(words[2])\n", "\(line)")
        }
      }
      #expect(lines.count == 6)
    }
  }
#endif
