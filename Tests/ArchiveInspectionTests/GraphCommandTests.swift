#if Tools
  import Foundation
  import Testing

  /// `archivecat nska dump`.
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
      let show = try Command.run("show", list)
      #expect(show.status == 65 && show.complaint.contains("nska dump"))
    }
  }
#endif
