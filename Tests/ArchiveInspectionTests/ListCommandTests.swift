#if Tools && (os(Linux) || os(macOS))
  import ArchiveInspection
  import Foundation
  import RecordLog
  import TestTraits
  import Testing

  /// The commands that read archives read property lists, and archives of `NSKeyedArchiver`, by their first bytes.
  @Suite struct ListCommandTests {
    private static let person = SampleList.archive([
      .object(
        2, [("name", .reference(3)), ("born", .reference(4)), ("self", .reference(1))]),
      .named("Person", "Animal", "NSObject"), .string("Ada"),
      .object(5, [("NS.time", .real(0))]), .named("NSDate", "NSObject"),
    ])

    @Test func `each command reads both forms alike`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let binary = try files.write("a", Self.person.binary)
      let xml = try files.write("b", Self.person.xml)
      for (arguments, output) in [
        (
          ["show"],
          """
          $  object #0 Person  3 fields
            name  string                             "Ada"
            born  date                               2001-01-01T00:00:00Z  (0.0 s)
            self  reference #0 Person (around this)

          """
        ),
        (["get", "$.name"], "Ada\n"), (["get", "$root.self.self.name"], "Ada\n"),
        (["get", "born"], "2001-01-01T00:00:00Z\n"),
        (["get", "--json", "name"], "{\"string\":\"Ada\"}\n"),
        (
          ["export", "--lossy"],
          "{\"name\":\"Ada\",\"born\":\"2001-01-01T00:00:00Z\",\"self\":{\"$ref\":0}}\n"
        ),
        (
          ["types"],
          """
          type    count  superclasses
          NSDate      1  NSObject
          Person      1  Animal, NSObject

          """
        ),
      ] as [([String], String)] {
        for file in [binary, xml] {
          let outcome = try Command.run(arguments + [file])
          #expect(outcome.status == 0 && outcome.output == output, "\(arguments): \(outcome)")
        }
      }
      #expect(
        try Command.run("show", "--json", binary).output
          == #"{"framing":"propertyList","scopes":[{"roots":[{"name":"","value":{"object":{"number":0,"type":"Person","body":{"record":{"type":"Person","fields":"#
          + #"[["name",{"string":"Ada"}],["born",{"date":"0.0"}],["self",{"reference":0}]]}}}}}]}]}"#
          + "\n")
      #expect(try Command.run("export", xml).status == 1)
      let miss = try Command.run("get", "nmae", binary)
      #expect(miss.status == 1 && miss.complaint.contains("did you mean “name”"), "\(miss)")
      let pipe = try Command.run(["get", "name", "-"], input: Self.person.binary)
      #expect(pipe.output == "Ada\n")
    }

    @Test func `info names what a file is`() throws {
      let files = try Workspace()
      defer { files.remove() }
      func info(_ bytes: [UInt8], _ options: String...) throws -> String {
        let file = try files.write("a", bytes)
        let outcome = try Command.run(["info"] + options + [file])
        #expect(outcome.status == 0 && outcome.complaint.isEmpty)
        return outcome.output.replacing(file, with: "a")
      }
      let size = Self.person.binary.count
      #expect(
        try info(Self.person.binary)
          == "a: keyed archive of NSKeyedArchiver, version 100000, binary property list, 1 root (root), 3 objects, 2 classes, 5 entries of $objects, \(size) bytes\n"
      )
      #expect(try info(Self.person.xml).contains("XML property list, 1 root (root)"))
      #expect(
        try info(Self.person.binary, "--json")
          == #"{"file":"a","kind":"foundationArchive","form":"binary","nodes":\#(Self.nodeCount),"storedByteCount":\#(size),"isIntact":true,"archiver":"NSKeyedArchiver","#
          + #""version":100000,"rootKeys":["root"],"objects":3,"entries":5,"classes":2}"# + "\n")
      let plain = SampleList.array([.integer(1), .string("x")])
      #expect(
        try info(plain.xml) == "a: plain XML property list, 3 elements, \(plain.xml.count) bytes\n")
      #expect(
        try info(plain.binary, "--json")
          == #"{"file":"a","kind":"propertyList","form":"binary","nodes":3,"storedByteCount":\#(plain.binary.count),"isIntact":true,"lack":null}"#
          + "\n")
      let broken = SampleList.dictionary([("$archiver", .string("X")), ("$version", .integer(1))])
      #expect(
        try info(broken.binary).hasPrefix(
          "a: plain binary property list (no keyed archive: it has no dictionary $top), 5 objects"))
    }

    /// Objects of the binary form, each of which this test's writer writes anew.
    private static var nodeCount: Int {
      let bytes = person.binary
      return bytes[(bytes.count - 24)..<(bytes.count - 16)].reduce(0) { $0 << 8 | Int($1) }
    }

    @Test func `types have superclasses and classes that stand in`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let hinted = SampleList.dictionary([
        ("$classname", .string("New")), ("$classhints", .array([.string("Old")])),
      ])
      let list = SampleList.archive([
        .array([.reference(2), .reference(4), .reference(5)]), .object(3), hinted, .object(3),
        .object(6), .named("A\u{1B}[31m"),
      ])
      let file = try files.write("a", list.binary)
      #expect(
        try Command.run("types", file).output == """
          type         count  superclasses  stand-ins
          New              2                Old
          A\\u{1B}[31m      1

          """)
      #expect(
        try Command.run("types", "--json", file).output.hasSuffix(
          #""types":[{"name":"New","isClass":true,"superclasses":[],"standIns":["Old"],"count":2},{"name":"A\u001b[31m","isClass":true,"superclasses":[],"standIns":[],"count":1}]}"#
            + "\n"))
      let plain = try files.write("b", SampleList.array([]).xml)
      #expect(try Command.run("types", plain).output == "type  count  superclasses\n")
    }

    @Test func `verify reads all values, and notes what no root leads to`() throws {
      let files = try Workspace()
      defer { files.remove() }
      func verify(_ bytes: [UInt8], _ options: String...) throws -> (Int32, String) {
        let file = try files.write("a", bytes)
        let outcome = try Command.run(["verify"] + options + [file])
        return (outcome.status, outcome.output.replacing(file, with: "a"))
      }
      #expect(try verify(Self.person.binary) == (0, "a: ok\n"))
      #expect(try verify(SampleList.array([.integer(1)]).xml) == (0, "a: ok\n"))
      let (status, output) = try verify(Self.person.binary, "--canonical")
      #expect(status == 1 && output.contains("notCanonical"))
      let bad = SampleList.archive([
        .array([.reference(2), .reference(4)]), .object(3, [("NS.time", .string("x"))]),
        .named("NSDate"), .object(5, [("NS.uuidbytes", .data([1]))]), .named("NSUUID"),
        .string("nobody"),
      ])
      for bytes in [bad.binary, bad.xml] {
        let (status, output) = try verify(bytes)
        let lines = output.split(separator: "\n")
        #expect(status == 65 && lines.count == 3, "\(output)")
        for (line, words) in zip(
          lines,
          [
            "a: contradictoryFields: object 2, of class “NSDate”",
            "a: contradictoryFields: object 4",
            "a: unreachedObject: no root leads to object 6",
          ])
        { #expect(line.hasPrefix(words) && line.contains(", byte "), "\(line)") }
        let json = try verify(bytes, "--json").1
        #expect(json.contains(#""isWellFormed":false,"findings":[{"code":"contradictoryFields""#))
      }
      let stray = SampleList.archive([.string("a"), .string("b")])
      #expect(try verify(stray.binary).0 == 1)
      #expect(try verify(stray.binary, "--json").1.contains("\"isWellFormed\":true"))
      let broken = SampleList.dictionary([("$archiver", .string("X")), ("$version", .integer(1))])
      let lack = try verify(broken.binary)
      #expect(lack.0 == 65 && lack.1.contains("notKeyedArchive"), "\(lack)")
    }

    @Test func `what is refused has its exit status in every command`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let references = SampleList.archive([.array([.reference(9)])])
      let deep =
        Array(String(repeating: "<array>", count: 600).utf8)
        + Array(String(repeating: "</array>", count: 600).utf8)
      for (name, bytes, status, words) in [
        ("typedstream", [4, 11] + Array("streamtyped".utf8), 65, "a typedstream of NSArchiver"),
        ("nib", Array("NIBArchive".utf8) + [1, 0, 0, 0], 65, "a NIBArchive"),
        ("json", Array(" {\"a\":1}".utf8), 65, "archivecat import"),
        ("log", try SampleLogs.log().bytes, 65, "archivecat store"),
        ("old.plist", Array("{ a = b; }".utf8), 65, "older text form"),
        ("sqlite", Array("SQLite format 3\0".utf8), 65, "a database of SQLite"),
        ("text", Array("hello".utf8), 65, "no keyed archive, and no property list"),
        ("page", Array("<html></html>".utf8), 65, "malformedPropertyList"),
        ("range", references.binary, 65, "referenceOutOfRange"),
        ("range.xml", references.xml, 65, "referenceOutOfRange"),
        ("deep", deep, 69, "limitExceeded"),
        ("doubling", Self.doubling, 69, "limitExceeded"),
      ] as [(String, [UInt8], Int32, String)] {
        let file = try files.write(name, bytes)
        for command in [["show"], ["info"], ["verify"], ["types"], ["get", "$"], ["export"]] {
          let outcome = try Command.run(command + [file])
          #expect(outcome.status == status, "\(command) \(name): \(outcome)")
          let output = outcome.output + outcome.complaint
          #expect(
            output.contains(words) && output.utf8.count < 400, "\(command) \(name): \(output)")
        }
      }
    }

    @Test(.long) func `an array of arrays in an archive ends at the limit in every command`() throws
    {
      let files = try Workspace()
      defer { files.remove() }
      let file = try files.write("doubling", Self.doublingArchive)
      for command in [["show"], ["info"], ["verify"], ["types"], ["get", "$"], ["export"]] {
        let outcome = try Command.run(command + [file])
        #expect(outcome.status == 69, "\(command): \(outcome)")
      }
    }

    /// An array of twice the same array, and so on, 60 levels.
    private static var doubling: [UInt8] { doubled([], top: 0) }

    /// An archive whose object is such an array.
    private static var doublingArchive: [UInt8] {
      let archive: [[UInt8]] = [
        [0xD4, 1, 3, 5, 7, 2, 4, 6, 8], [0x59] + Array("$archiver".utf8),
        [0x5F, 0x10, 15] + Array("NSKeyedArchiver".utf8), [0x58] + Array("$version".utf8),
        [0x12, 0, 1, 0x86, 0xA0], [0x54] + Array("$top".utf8), [0xD1, 10, 11],
        [0x58] + Array("$objects".utf8), [0xA2, 9, 12], [0x55] + Array("$null".utf8),
        [0x54] + Array("root".utf8), [0x80, 1],
      ]
      return doubled(archive, top: 0)
    }

    private static func doubled(_ before: [[UInt8]], top: Int) -> [UInt8] {
      let levels = (0..<60).map { level in
        let next = UInt8(before.count + level + 1)
        return [0xA2, next, next]
      }
      let objects = before + levels + [[0x09]]
      var (bytes, offsets) = (Array("bplist00".utf8), [UInt8]())
      for object in objects {
        offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
        bytes += object
      }
      let table = bytes.count
      return bytes + offsets + [0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, UInt8(objects.count)]
        + [0, 0, 0, 0, 0, 0, 0, UInt8(top)]
        + [0, 0, 0, 0, 0, 0, UInt8(table >> 8), UInt8(table & 0xFF)]
    }

    @Test func `one text mentioned everywhere ends at the limit`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let text = SampleList.string(String(repeating: "x", count: 100_000))
      let list = SampleList.archive([
        .array(Array(repeating: .reference(2), count: 1_000)), text,
      ])
      let file = try files.write("a", list.binary)
      #expect(try Command.run("show", file).status == 69)
      #expect(try Command.run("info", file).status == 0)
      let trusted = try Command.run("show", "--trusted", file)
      #expect(trusted.status == 0 && trusted.output.contains("990 more elements"))
    }
  }
#endif
