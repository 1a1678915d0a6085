#if Tools && (os(Linux) || os(macOS))
  import ArchiveInspection
  import Foundation
  import RecordLog
  import Testing

  /// Runs the built command.
  @Suite struct CommandTests {
    @Test func `a JSON text becomes an archive and comes back`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let text = #"{"name":"Ada","scores":[1,2.5,0.30000000000000004441]}"#
      let json = try files.write("a.json", Array(text.utf8))
      for options in [["--framing", "single"], ["--framing", "multi", "--zlib", "9"], []] {
        let karc = files.path("a.karc")
        let arguments = ["import", json, "-o", karc] + options
        let outcome = try Command.run(arguments)
        #expect(outcome.status == 0, "\(outcome.complaint)")
        #expect(try Command.run("verify", karc).output == "\(karc): ok\n")
        #expect(try Command.run("export", karc).output == text + "\n")
        #expect(try Command.run("get", "scores[1]", karc).output == "2.5\n")
      }
      #expect(try files.names == ["a.json", "a.karc"])
      #expect(try files.bytes("a.json") == Array(text.utf8))
    }

    @Test func `standard input and output serve as files`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let karc = files.path("b.karc")
      #expect(try Command.run("import", "-", "-o", karc, input: Array("[1,2]".utf8)).status == 0)
      let outcome = try Command.run("-", input: files.bytes("b.karc"))
      #expect(outcome.output == "$  array  2 elements, 5 bytes\n  [0]  int  1\n  [1]  int  2\n")
      #expect(try Command.run("export", "-", input: files.bytes("b.karc")).output == "[1,2]\n")
    }

    @Test func `the exit status tells what is wrong`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let good = try files.write("good.karc", SampleArchives.everything())
      var changed = try SampleArchives.everything()
      changed[9] ^= 1
      let damaged = try files.write("damaged.karc", changed)
      let feature = try files.write(
        "feature.karc", SampleArchives.singlePart(lead: 0xB8, [0x03, 0x03, 0x01, 0x0B, 0x01, 0x45]))
      let newer = try files.write(
        "newer.karc", SampleArchives.singlePart(lead: 0xB8, [0x05, 0x05, 0x01, 0x01, 0x01, 0x45]))
      let badJSON = try files.write("bad.json", Array("[1,".utf8))
      let deep = try files.write("deep.json", [UInt8](repeating: UInt8(ascii: "["), count: 600))
      let cases: [(Int32, [String])] = [
        (0, ["verify", good]), (0, [good]), (0, ["info", good]), (0, ["types", good]),
        (1, ["verify", feature]), (0, ["show", feature]), (1, ["verify", good, "--canonical"]),
        (1, ["get", "nothing.here", good]), (1, ["export", good]),
        (0, ["export", "--lossy", good]),
        (64, []), (64, ["frobnicate", "--no"]), (64, ["get", "a[", good]),
        (64, ["import", badJSON, "-o", badJSON]), (64, ["export", good, "-o", good]),
        (64, ["import", badJSON, "-o", files.path("x"), "--zlib", "11"]),
        (65, ["verify", damaged]), (65, [damaged]), (65, ["info", damaged]), (65, [badJSON]),
        (65, ["import", badJSON, "-o", files.path("x")]),
        (66, ["verify", files.path("absent")]), (66, [files.folder.path]),
        (69, ["verify", newer]), (69, ["import", deep, "-o", files.path("x")]),
        (74, ["export", "--lossy", good, "-o", files.path("absent/x")]),
        (65, ["verify", good, damaged, feature]), (66, ["verify", damaged, files.path("absent")]),
        (69, ["verify", newer, files.path("absent"), damaged]),
      ]
      for (status, arguments) in cases {
        #expect(try Command.run(arguments).status == status, "archivecat \(arguments)")
      }
      #expect(try files.bytes("good.karc") == SampleArchives.everything())
      #expect(!(try files.names.contains("x")))
    }

    @Test func `failures go to standard error and the other files are still shown`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let good = try files.write("good.karc", SampleArchives.json("5"))
      let outcome = try Command.run("verify", files.path("absent"), good)
      #expect(outcome.output == "\(good): ok\n")
      #expect(
        outcome.complaint
          == "archivecat: \(files.path("absent")): No such file or directory (system error 2): "
          + "check the path; the folder has to exist\n")
    }

    @Test func `machine output is one JSON object per file`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let name = try files.write("a.karc", SampleArchives.json(#"{"a":[true]}"#))
      #expect(
        try Command.run("verify", "--json", name).output
          == #"{"file":"\#(name)","isWellFormed":true,"findings":[]}"# + "\n")
      #expect(
        try Command.run("info", "--json", name).output
          == #"{"file":"\#(name)","framing":"single","readVersion":1,"writeVersion":1,"#
          + #""optionalFeatures":0,"scopes":1,"roots":1,"objects":0,"values":3,"types":0,"#
          + #""shapes":1,"parts":0,"rawByteCount":10,"storedByteCount":15,"isPacked":false,"#
          + #""dictionaryRowCount":null,"isIntact":true}"# + "\n")
      #expect(
        try Command.run("types", "--json", name).output
          == #"{"file":"\#(name)","types":[{"name":null,"isClass":false,"version":0,"#
          + #""superclass":null,"isAmongOthers":false,"count":1,"byteCount":3,"ownByteCount":3}]}"#
          + "\n")
      #expect(
        try Command.run("get", "--json", "a", name).output == #"{"array":[{"bool":true}]}"# + "\n")
      #expect(
        try Command.run("--json", name).output
          == #"{"framing":"single","scopes":[{"roots":[{"name":"","value":{"record":{"type":null,"#
          + #""fields":[["a",{"array":[{"bool":true}]}]]}}}]}]}"# + "\n")
    }

    @Test func `records are shown with the dictionary they were written against`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let first = try ShapeDictionary().encoding(of: SampleArchives.json(#"{"a":[true]}"#))
      let dictionary = try ShapeDictionary().adding(first.additions)
      let record = try files.write("a.karc", first.bytes)
      let rows = try files.write("rows", dictionary.rows)
      let outcome = try Command.run("verify", record)
      #expect(outcome.status == 69)
      #expect(
        outcome.output == "\(record): needsDictionary: this was written against a shape "
          + "dictionary, and needs it, byte 0\n")
      for command in [["verify"], ["info"], ["show"], ["types"], ["get", "a"], ["export"]] {
        #expect(try Command.run(command + [record]).status == 69)
        #expect(try Command.run(command + [record, "--dictionary", rows]).status == 0)
        #expect(try Command.run(command + [record, "--dictionary", record]).status == 65)
        #expect(try Command.run(command + [record, "--dictionary", files.path("b")]).status == 66)
      }
      #expect(
        try Command.run("export", record, "--dictionary", rows).output == #"{"a":[true]}"# + "\n")
      #expect(
        try Command.run("info", record, "--dictionary", rows).output
          == "\(record): single-part, version 1, against 1 dictionary row, 1 root, 0 objects, "
          + "3 values, 1 shape, 4 bytes raw, 10 stored, checksums ok\n")
      #expect(
        try Command.run("export", record, "--dictionary", rows, "-o", rows).status == 64)
      let wrong = try files.write("wrong", dictionary.rows.map { $0 == 0x61 ? 0x62 : $0 })
      #expect(
        try Command.run("show", record, "--dictionary", wrong).complaint
          == "archivecat: \(record): wrongDictionary: no rows of this dictionary are those that "
          + "the record was written against, or the record was changed, byte 6\n")
    }

    @Test func `a missing key is answered with the nearest`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let name = try files.write("a.karc", SampleArchives.everything())
      let outcome = try Command.run("get", "owner.nam", name)
      #expect(
        outcome.complaint
          == "archivecat: \(name): keyNotFound: there is no key “nam” (did you mean “name”?) "
          + "at $.owner\n")
    }

    @Test func `a record log is shown by its entities`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let (bytes, frames) = try SampleLogs.log()
      let name = try files.write("a.krec", bytes)
      let outcome = try Command.run("store", name)
      let live = try StoreInspector(bytes).bytes
      #expect(outcome.status == 0, "\(outcome.complaint)")
      #expect(
        outcome.output == """
          \(name): record log, generation 1, 7 commits in 6 groups, 2 entities
          \(bytes.count.formatted()) bytes: \(live.live) live, \(live.dead) dead, \(live.framing) of header \
          and frames, 0 in no commit
          complete at byte \(bytes.count)

          Note (Memo)  version 2, revision 1, 2 records, \(try StoreInspector(bytes).entities[0].liveByteCount) \
          bytes, key integer
            id            int64   native       key, required, unique
            title (name)  text    native       required, indexed
            weight        double  native
            body          blob    json → zlib  stamped

          Tag  version 1, revision 1, 2 records, \(try StoreInspector(bytes).entities[1].liveByteCount) \
          bytes, key text
            count  int64  native

          """)
      #expect(
        try Command.run("store", name, "--records", "Tag").output
          == #"{"$key":"b","count":-1}"# + "\n" + #"{"$key":"é","count":3}"# + "\n")
      #expect(
        try Command.run("store", name, "--records", "Tag", "--key", "é").output
          == #"{"$key":"é","count":3}"# + "\n")
      let log = try Command.run("store", name, "--log").output.split(separator: "\n")
      #expect(log.count == 8)
      #expect(
        log[2] == "\(frames[2].byteOffset)  #3  group 3  4 bytes  remove Note 9")
      #expect(
        log[5] == "\(frames[5].byteOffset)  #6  group 6  2 bytes  drop Draft")
      #expect(log[7] == "complete at byte \(bytes.count)")
      #expect(try Command.run("store", name, "--verify").output == "\(name): ok\n")
      #expect(
        try Command.run(["store", "-", "--verify"], input: bytes).output == "standard input: ok\n")
      #expect(try files.bytes("a.krec") == bytes)
      #expect(try files.names == ["a.krec"])
    }

    @Test func `the exit status tells how a record log ends`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let (bytes, frames) = try SampleLogs.log()
      let good = try files.write("good.krec", bytes)
      let torn = try files.write("torn.krec", Array(bytes.dropLast(9)))
      var changed = bytes
      changed[frames[1].byteOffset + 30] ^= 1
      let damaged = try files.write("damaged.krec", changed)
      let archive = try files.write("a.karc", SampleArchives.everything())
      let cases: [(Int32, [String])] = [
        (0, [good]), (0, [torn]), (65, [damaged]), (65, [damaged, "--salvage"]), (65, [archive]),
        (0, [good, "--verify"]), (1, [torn, "--verify"]), (65, [damaged, "--verify"]),
        (0, [torn, "--log"]), (65, [damaged, "--log"]), (65, [archive, "--verify"]),
        (0, [good, "--records", "Note"]), (65, [damaged, "--records", "Note"]),
        (1, [good, "--records", "Nothing"]), (1, [good, "--records", "Note", "--key", "100"]),
        (64, [good, "--key", "1"]), (64, [good, "--log", "--verify"]), (64, []),
        (66, [files.path("absent")]), (66, [files.folder.path]),
      ]
      for (status, arguments) in cases {
        #expect(
          try Command.run(["store"] + arguments).status == status, "archivecat store \(arguments)")
      }
      let log = try Command.run("store", damaged, "--log", "--salvage").output
      #expect(log.contains("\nmissing: #2\n"))
      #expect(log.hasSuffix("\ndamaged at byte \(frames[1].byteOffset)\n"))
      #expect(
        try Command.run("store", torn, "--log").output.hasSuffix(
          "\ntorn tail at byte \(frames[6].byteOffset): \(bytes.count - 9 - frames[6].byteOffset) bytes\n"
        ))
    }

    @Test func `types are listed in a table`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let name = try files.write("a.karc", SampleArchives.everything())
      let output = try Command.run("types", name).output
      #expect(
        output == """
          type             count  bytes  own bytes  among others
          Album version 3      1    148        127
          Person (class)       1     13         13
          Celsius              1      8          8

          """)
    }
  }
#endif
