#if Tools
  import Foundation
  import Testing

  #if SQLite
    import CoreDataTestSupport
    import GRDB
    import TestSupport
    import TestTraits

    /// `archivecat coredata`.
    @Suite struct CoreDataCommandTests {
      private static func sample(_ name: String = "Store.sqlite") throws -> SampleStore {
        let sample = try SampleStore(name: name)
        let model = SampleModel([
          SampleModel.Entity(
            "Person", isAbstract: true,
            [
              .attribute("name", 700, valueClass: "NSString", isOptional: false),
              .attribute("born", 900), .relationship("boss", to: "Person", inverse: "staff"),
              .relationship("staff", to: "Person", inverse: "boss", isToMany: true),
            ]),
          SampleModel.Entity(
            "Clerk", in: "Person",
            [.attribute("note", 1800, transformer: "NoteTransformer"), .attribute("code", 1000)]),
          SampleModel.Entity("Guest", in: "Person", [.attribute("note", 700)]),
        ])
        try sample.make(
          [(1, "Person", 0), (2, "Clerk", 1), (3, "Guest", 1)], cache: model.cache,
          """
          CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBOSS INTEGER, ZBORN TIMESTAMP,
            ZNAME VARCHAR, ZCODE BLOB, ZNOTE BLOB, ZNOTE1 VARCHAR);
          """)
        let archive = try NSKeyedArchiver.archivedData(
          withRootObject: ["k": 1] as NSDictionary, requiringSecureCoding: false)
        let queue = try sample.open()
        try queue.write { database in
          let sql = "INSERT INTO ZPERSON VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?)"
          try database.execute(
            sql: sql, arguments: [1, 2, nil, 0.5, "A\u{202E}da\u{7}", archive, nil, nil])
          try database.execute(
            sql: sql, arguments: [2, 3, 1, nil, "Bob", nil, nil, "hi"])
          try database.execute(
            sql: sql,
            arguments: [3, 2, 1, nil, "Cid", Data("bplist00".utf8), Data([1, 0xFF]), nil])
        }
        try queue.close()
        return sample
      }

      @Test func `a store, its entities and its rows are printed`() throws {
        let sample = try Self.sample()
        defer { sample.remove() }
        let before = try sample.files
        let outcome = try Command.run("coredata", sample.path)
        // One value cannot be read.
        #expect(outcome.status == 65 && outcome.complaint == "")
        #expect(
          outcome.output == """
            \(sample.path): Core Data store A-B-C, version 1, model v2
            3 entities, 3 rows, with the model of the store

            Person  entity 1, table ZPERSON, 0 rows, abstract
              born    date               optional
              name    string   NSString
              boss    to one   Person    inverse staff
              staff   to many  Person    inverse boss
              ZNOTE   column   BLOB
              ZNOTE1  column   VARCHAR

            Clerk  entity 2, in Person, table ZPERSON, 2 rows
              born   date                     optional
              code   binary                   optional
              name   string         NSString
              note   transformable            optional, transformer NoteTransformer, ambiguous: one of ZNOTE, ZNOTE1
              boss   to one         Person    inverse staff
              staff  to many        Person    inverse boss

            Guest  entity 3, in Person, table ZPERSON, 1 row
              born   date               optional
              name   string   NSString
              note   string             optional, ambiguous: one of ZNOTE, ZNOTE1
              boss   to one   Person    inverse staff
              staff  to many  Person    inverse boss

            Clerk #1
              born   2001-01-01T00:00:00.5Z
              code   {"k":1}
              name   "A\\u202eda\\u0007"
              staff  Person #2, #3

            Guest #2
              name    "Bob"
              boss    Person #1
              ZNOTE1  "hi"

            Clerk #3
              code   !! malformedPropertyList: a binary property list ends before its trailer at $Clerk[3].code, byte 8
              name   "Cid"
              boss   Person #1
              ZNOTE  2 bytes  01ff

            """)
        #expect(try sample.files == before)
      }

      @Test
      func `lines of JSON have each value, and an error in the place of one that cannot be read`()
        throws
      {
        let sample = try Self.sample()
        defer { sample.remove() }
        let outcome = try Command.run("coredata", "--json", sample.path)
        #expect(outcome.status == 65)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 7)
        #expect(
          lines[0]
            == #"{"kind":"store","uuid":"A-B-C","version":1,"modelVersions":["v2"],"model":"cache","entities":3,"rows":3,"metadata":{"NSStoreModelVersionIdentifiers":["v2"]}}"#
        )
        #expect(
          lines[4]
            == #"{"kind":"row","entity":"Clerk","key":1,"values":{"born":{"$date":"2001-01-01T00:00:00.5Z"},"code":{"k":1},"name":"A\u202eda\u0007","boss":null,"staff":[2,3]},"columns":{"ZNOTE":null,"ZNOTE1":null}}"#
        )
        #expect(
          lines[6].contains(#""code":null"#)
            && lines[6].contains(#""errors":{"code":"malformedPropertyList: "#))
        #expect(lines[6].contains("$Clerk[3].code"))
      }

      @Test func `archives and property lists in values are printed as export prints them`() throws
      {
        let sample = try Self.sample()
        defer { sample.remove() }
        let reference = SampleList.reference
        let graph = SampleList.archive([
          .object(
            2,
            [
              ("me", reference(1)), ("url", reference(3)), ("day", reference(5)),
              ("$odd", .real(.nan)), ("bytes", .data([1, 2])), ("list", .array([.bool(true)])),
            ]), .named("Person", "NSObject"),
          .object(4, [("NS.relative", .string("a:b"))]), .named("NSURL", "NSObject"),
          .object(6, [("NS.time", .real(0.5))]), .named("NSDate", "NSObject"),
        ])
        let list = SampleList.dictionary([("$b\u{202E}", .array([.real(0.5), reference(7)]))])
        let several = SampleList.archive(
          roots: [("x", .integer(1)), ("y", .bool(true))], [])
        let own = try SampleArchives.everything()
        let blobs = [graph.binary, graph.xml, list.binary, list.xml, several.binary, own]
        let queue = try sample.open()
        try queue.write { database in
          try database.execute(sql: "DELETE FROM ZPERSON")
          for (index, blob) in blobs.enumerated() {
            try database.execute(
              sql: "INSERT INTO ZPERSON (Z_PK, Z_ENT, ZCODE) VALUES (?, 2, ?)",
              arguments: [index + 1, Data(blob)])
          }
        }
        try queue.close()
        let outcome = try Command.run(
          "coredata", "--rows", "--json", "--attribute", "code", sample.path)
        #expect(outcome.status == 0 && outcome.complaint == "")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.count == blobs.count)
        let files = try Workspace()
        defer { files.remove() }
        for (index, (line, blob)) in zip(lines, blobs).enumerated() {
          let exported = try Command.run("export", "--lossy", files.write("blob", blob)).output
            .dropLast()
          // What is no terminal gets characters that a terminal obeys.
          let json = exported.replacing("\u{202E}", with: "\\u202e")
          #expect(
            line
              == #"{"kind":"row","entity":"Clerk","key":\#(index + 1),"values":{"code":\#(json)}}"#)
        }
      }

      @Test
      func `a store with all that databases have is printed, and a changed one is damage at most`()
        throws
      {
        let sample = try LibraryStore.make()
        defer { sample.remove() }
        let outcome = try Command.run("coredata", sample.path)
        #expect(outcome.status == 0 && outcome.complaint == "", "\(outcome.complaint)")
        let lines = outcome.output.split(separator: "\n").map {
          $0.split(separator: " ").joined(separator: " ")
        }
        for line in [
          "assets to many Asset inverse albums, table Z_3ASSETS, ordered",
          "friends to many Person inverse friends, not read",
          "Elsewhere not in the store, no table, 0 rows",
          "CHANGE entity 16001, table ACHANGE, 2 rows", "assets Asset #4, #2, #1",
          "details Details #5", "thumbnail in the file _EXTERNAL_DATA/\(LibraryStore.fileName)",
        ] {
          #expect(lines.contains(line), "\(line)")
        }
        let full = try Command.run("coredata", "--full", "--entity", "Album", sample.path).output
        #expect(full.contains("Asset #4, #2, #1\n"), "\(full)")
        let json = try Command.run("coredata", "--json", sample.path)
        #expect(json.status == 0)
        for part in [
          #""albums":[2,3],"details":null,"keywords":[2],"people":[]"#, #""children":[7,3,2]"#,
          #""ratio":{"$real":"inf"}"#, #""table":"Z_3ASSETS","ordered":true"#,
        ] {
          #expect(json.output.contains(part), "\(part)")
        }
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: sample.path)))
        let changed = sample.folder.appending(path: "changed").path
        for seed in 1...UInt64(Rounds.of(80)) {
          var random = SeededGenerator(seed: seed)
          var copy = bytes
          for _ in 0..<4 { copy[.random(in: 0..<copy.count, using: &random)] ^= 0x10 }
          try Data(copy).write(to: URL(filePath: changed))
          let status = try Command.run("coredata", changed).status
          #expect(status == 0 || status == 65, "seed \(seed)")
        }
      }

      @Test func `entities, attributes and rows can be chosen`() throws {
        let sample = try Self.sample()
        defer { sample.remove() }
        func lines(_ arguments: String...) throws -> [String] {
          try Command.run(["coredata", "--json", sample.path] + arguments).output
            .split(separator: "\n").map(String.init)
        }
        #expect(try lines("--model").count == 4)
        #expect(try lines("--rows").count == 3)
        #expect(
          try lines("--rows", "--entity", "Guest") == [
            #"{"kind":"row","entity":"Guest","key":2,"values":{"born":null,"name":"Bob","boss":1,"staff":[]},"columns":{"ZNOTE":null,"ZNOTE1":"hi"}}"#
          ])
        #expect(
          try lines("--rows", "--attribute", "name", "--limit", "1") == [
            #"{"kind":"row","entity":"Clerk","key":1,"values":{"name":"A\u202eda\u0007"}}"#
          ])
        #expect(
          try lines("--rows", "--entity", "Guest", "--attribute", "ZNOTE1") == [
            #"{"kind":"row","entity":"Guest","key":2,"values":{},"columns":{"ZNOTE1":"hi"}}"#
          ])
        for (arguments, status, words) in [
          (["--entity", "Clerkk"], 1, "Clerk"), (["--attribute", "nam"], 1, "name"),
          (["--model", "--rows"], 64, "--rows"), (["--limit", "-1"], 64, "--limit"),
        ] as [([String], Int32, String)] {
          let outcome = try Command.run(["coredata", sample.path] + arguments)
          #expect(outcome.status == status && outcome.output == "", "\(arguments)")
          #expect(outcome.complaint.contains(words), "\(outcome.complaint)")
        }
      }

      @Test func `a damaged store ends with 65, also where the entities alone are asked for`()
        throws
      {
        let sample = try Self.sample()
        defer { sample.remove() }
        let queue = try sample.open()
        try queue.write { try $0.execute(sql: "INSERT INTO ZPERSON (Z_PK, Z_ENT) VALUES (9, 77)") }
        try queue.close()
        for options in [["--model"], ["--model", "--json"]] {
          let outcome = try Command.run(["coredata", sample.path] + options)
          #expect(outcome.status == 65)
          #expect(outcome.complaint.contains("malformedStore: Z_ENT is 77"), "\(outcome.complaint)")
          #expect(outcome.output.contains("Guest"))
        }
      }

      /// SQLite refuses the page when the rows are counted, and takes the page for whole when they are read.
      @Test func `a damaged page ends with 65, whatever is asked for`() throws {
        let sample = try Self.sample()
        defer { sample.remove() }
        let queue = try sample.open()
        try queue.write { database in
          for key in 10..<210 {
            try database.execute(
              sql: "INSERT INTO ZPERSON (Z_PK, Z_ENT, ZNAME) VALUES (?, 3, ?)",
              arguments: [key, String(repeating: "x", count: 100)])
          }
        }
        try queue.close()
        let file = URL(filePath: sample.path)
        var bytes = [UInt8](try Data(contentsOf: file))
        // The last page of rows with more than 20 cells; the place of its tenth cell leads to another one.
        var page = 0
        for start in stride(from: 4_096, to: bytes.count, by: 4_096)
        where bytes[start] == 13 && bytes[start + 4] > 20 {
          page = start
        }
        try #require(page > 0)
        bytes[page + 8 + 2 * 9] ^= 0x20
        try Data(bytes).write(to: file)
        for options in [[], ["--json"], ["--model"], ["--rows"], ["--json", "--rows"]] {
          let outcome = try Command.run(["coredata", sample.path] + options)
          #expect(outcome.status == 65, "\(options)")
          #expect((outcome.complaint + outcome.output).contains("damagedDatabase"), "\(options)")
        }
      }

      @Test func `a link in the place of a log is refused, and what it leads to stays as it is`()
        throws
      {
        let sample = try Self.sample()
        defer { sample.remove() }
        let target = sample.folder.appending(path: "target").path
        try Data("x".utf8).write(to: URL(filePath: target))
        for ending in ["-wal", "-journal"] {
          try FileManager.default.createSymbolicLink(
            atPath: sample.path + ending, withDestinationPath: target)
          let before = try sample.files
          let outcome = try Command.run("coredata", sample.path)
          #expect(outcome.status == 74 && outcome.output == "", "\(ending)")
          #expect(outcome.complaint.contains("is no regular file"), "\(outcome.complaint)")
          #expect(try sample.files == before)
          try FileManager.default.removeItem(atPath: sample.path + ending)
        }
      }

      @Test func `what is no store is named, and a log beside it is said`() throws {
        let files = try Workspace()
        defer { files.remove() }
        for (name, bytes, status, words) in [
          ("a.json", Array("{}".utf8), 65, "notDatabase"), ("empty", [], 65, "empty"),
        ] as [(String, [UInt8], Int32, String)] {
          let outcome = try Command.run("coredata", files.write(name, bytes))
          #expect(outcome.status == status && outcome.output == "")
          #expect(outcome.complaint.contains(words), "\(outcome.complaint)")
        }
        for (path, status) in [
          (files.path("none"), 66), (files.folder.path, 66), ("/dev/zero", 65), ("-", 64),
        ] as [(String, Int32)] {
          let outcome = try Command.run("coredata", path)
          #expect(outcome.status == status && outcome.output == "", "\(path)")
        }
        // The other commands know such a file.
        let sample = try Self.sample()
        defer { sample.remove() }
        #expect(try Command.run("show", sample.path).complaint.contains("archivecat coredata"))
        let queue = try sample.open()
        try queue.writeWithoutTransaction { database in
          try database.execute(
            sql: "PRAGMA journal_mode = WAL; UPDATE ZPERSON SET ZNAME = 'Dan' WHERE Z_PK = 2")
        }
        let outcome = try Command.run("coredata", "--entity", "Guest", sample.path)
        #expect(outcome.output.contains("read with its write-ahead log, as a private copy"))
        #expect(outcome.output.contains("\"Dan\""))
        try queue.close()
      }
    }
  #else
    /// `archivecat coredata` in a build without the trait that it needs.
    @Suite struct CoreDataCommandTests {
      @Test func `the missing trait is named`() throws {
        let outcome = try Command.run("coredata", "Package.swift")
        #expect(outcome.status == 69 && outcome.complaint.contains("SQLite"))
      }
    }
  #endif
#endif
