#if Tools
  import ArchiveInspection
  import Foundation
  import Testing

  /// `archivecat nska`.
  @Suite struct GraphCommandTests {
    @Test func `archives of Foundation are dumped, in both forms alike`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: ["a": [1, 2] as NSArray] as NSDictionary, requiringSecureCoding: false)
      let name = try files.write("a.plist", [UInt8](data))
      let lines = try Command.run("nska", "dump", "--canonical", name).output
        .split(separator: "\n").map(String.init)
      #expect(
        lines.first?.hasPrefix(
          #"{"archiver":"NSKeyedArchiver","version":100000,"top":[["root",{"ref":1}]]}"#) == true)
      #expect(lines.dropFirst().first?.contains(#""class":"NSDictionary""#) == true)
      #expect(
        try Command.run("nska", "dump", name).output.split(separator: "\n").count == lines.count)
      let values = try Command.run("nska", "dump", "--values", name).output
      #expect(values.hasPrefix(#"{"n":1,"value":{"map":[[{"ref":"#))
      #expect(values.contains(#"{"array":["#))
    }

    @Test func `what is refused prints nothing`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let deep =
        Array(String(repeating: "<array>", count: 600).utf8)
        + Array(String(repeating: "</array>", count: 600).utf8)
      for (name, bytes, status, words) in [
        ("list.plist", Array("<plist><array/></plist>".utf8), 65, "notKeyedArchive"),
        ("deep.plist", deep, 69, "limitExceeded"),
        ("old.plist", Array("{ a = b; }".utf8), 65, "notPropertyList"),
        ("stream", [4, 11] + Array("streamtyped".utf8), 65, "typedstream"),
        ("MainMenu.nib", Array("NIBArchive".utf8) + [1, 0, 0, 0], 65, "NIBArchive"),
      ] as [(String, [UInt8], Int32, String)] {
        let outcome = try Command.run("nska", "dump", files.write(name, bytes))
        #expect(outcome.status == status && outcome.output == "", "\(name)")
        #expect(outcome.complaint.contains(words), "\(outcome.complaint)")
      }
      let list = files.path("list.plist")
      #expect(try Command.run("nska", "dump", "--canonical", "--values", list).status == 64)
      // Other commands show a plain property list.
      #expect(try Command.run("show", list).output == "$  array  0 elements\n")
    }

    @Test func `archives of Foundation are converted to each form and back`() throws {
      let files = try Workspace()
      defer { files.remove() }
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: ["a": [1, 2, true] as NSArray, "b": NSUUID()] as NSDictionary,
        requiringSecureCoding: false)
      let name = try files.write("a.plist", [UInt8](data))
      let dump = try Command.run("nska", "dump", name).output
      #expect(!dump.isEmpty)
      // From each file, in the order in which they are made.
      for (from, to, form) in [
        ("a.plist", "b.plist", "xml"), ("b.plist", "c.plist", "binary"),
        ("c.plist", "d.karc", "karc"), ("d.karc", "e.plist", "xml"),
        ("d.karc", "f.plist", "binary"),
      ] {
        let outcome = try Command.run(
          "nska", "convert", files.path(from), "-o", files.path(to), "--form", form)
        #expect(outcome.status == 0 && outcome.output == "", "\(outcome.complaint)")
        guard form != "karc" else { continue }
        #expect(try Command.run("nska", "dump", files.path(to)).output == dump, "\(to)")
      }
      let tree = try Command.run("show", files.path("d.karc"))
      #expect(tree.status == 0 && tree.output.contains("NSDictionary"))
      // Without an option, a property list becomes an archive, and an archive a binary one.
      let archive = files.path("g")
      #expect(try Command.run("nska", "convert", name, "-o", archive).status == 0)
      #expect(try Command.run("verify", archive).status == 0)
      #expect(try Command.run("nska", "convert", archive, "-o", files.path("h")).status == 0)
      #expect(try Command.run("nska", "dump", files.path("h")).output == dump)
      let xml = try Command.run("nska", "convert", name, "-o", "-", "--form", "xml")
      #expect(xml.status == 0 && xml.output.hasPrefix("<?xml"))
    }

    @Test func `what cannot be converted is refused, and nothing is written`() throws {
      let files = try Workspace()
      defer { files.remove() }
      // A dictionary of a user that XML would take for a reference.
      let list: [String: Any] = [
        "$archiver": "NSKeyedArchiver", "$version": 100_000,
        "$top": ["root": ["CF$UID": 1]], "$objects": ["$null"],
      ]
      let binary = try PropertyListSerialization.data(
        fromPropertyList: list, format: .binary, options: 0)
      for (bytes, form, status, words) in [
        ([UInt8](binary), "xml", 1, "$[\"$top\"].root"),
        (Array("<plist><array/></plist>".utf8), "karc", 65, "notKeyedArchive"),
        (Array("{ a = b; }".utf8), "karc", 65, "older text form"),
        (try ArchivedValue(json: Array("[1e999]".utf8)).archived(), "binary", 1, "$[0]"),
        (try ArchivedValue(json: Array("[1]".utf8)).archived(), "karc", 1, "already"),
        // The unnamed root has the key "root" too.
        (SampleArchives.unnamedAndNamedRoot(), "binary", 1, "duplicateKey"),
        (SampleArchives.unnamedAndNamedRoot(), "xml", 1, "duplicateKey"),
      ] as [([UInt8], String, Int32, String)] {
        let name = try files.write("in", bytes)
        let output = files.path("out")
        let outcome = try Command.run("nska", "convert", name, "-o", output, "--form", form)
        #expect(outcome.status == status && outcome.output == "", "\(outcome.complaint)")
        #expect(outcome.complaint.contains(words), "\(outcome.complaint)")
        #expect(!FileManager.default.fileExists(atPath: output))
      }
      let name = files.path("in")
      #expect(try Command.run("nska", "convert", name, "-o", name).status == 64)
      #expect(try Command.run("nska", "convert", name).status == 64)
      #expect(try Command.run("nska", "convert", name, "-o", "x", "--form", "other").status == 64)
      #expect(
        try Command.run("nska", "convert", files.path("nowhere"), "-o", files.path("x")).status
          == 66)
    }
  }
#endif
