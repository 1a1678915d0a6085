import ArchiveFormat
import ArchiveInspection
import Testing

@Suite struct ArchivePathTests {
  @Test(
    arguments: [
      ("", "$"), ("$", "$"), (".", "$"), ("name", "$.name"), ("$.name", "$.name"),
      (".name", "$.name"), ("users[3].name", "$.users[3].name"), ("[3][4]", "$[3][4]"),
      ("$[3]", "$[3]"), ("$settings.theme", "$settings.theme"), ("$settings[0]", "$settings[0]"),
      (#"$."a.b".c"#, #"$["a.b"].c"#),
      (#"a["odd key"].b"#, #"$.a["odd key"].b"#), (#"["a.b[\"]\\"]"#, #"$["a.b[\"]\\"]"#),
      (#"["\u0007é"]"#, #"$["\u{7}é"]"#), ("a b.c", #"$["a b"].c"#), ("a-b.ü", "$.a-b.ü"),
      (##"$"a.b[0]".c"##, ##"$"a.b[0]".c"##), (##"$"a""##, "$a"),
      (##"["\n\t\r\/"]"##, ##"$["\n\t\u{D}/"]"##),
      (##"["\u{1F600}\u{7}"]"##, ##"$["😀\u{7}"]"##),
    ])
  func `a path is read and written`(text: String, canonical: String) throws {
    let path = try ArchivePath(parsing: text)
    #expect(path.description == canonical)
    #expect(try ArchivePath(parsing: path.description) == path)
  }

  @Test(
    arguments: [
      ("a[", "a number or a quoted key is expected, character 3 of the path"),
      ("a[x]", "a number or a quoted key is expected, character 3 of the path"),
      ("a[1", "“]” is expected, character 4 of the path"),
      ("a[-1]", "a number or a quoted key is expected, character 3 of the path"),
      ("a[99999999999999999999]", "a number or a quoted key is expected, character 23 of the path"),
      ("a..b", "a key is expected, character 3 of the path"),
      ("a.", "a key is expected, character 3 of the path"),
      ("a[1]b", "“.” or “[” is expected, character 5 of the path"),
      (#"["a"#, "a quoted key does not end, character 4 of the path"),
      (##"["\q"]"##, "“\\q” is no escape, character 4 of the path"),
      (
        ##"["\u{110000}"]"##,
        "hexadecimal digits of a scalar are expected, character 12 of the path"
      ),
      (##"$"a"b"##, "“.” or “[” is expected, character 5 of the path"),
      (#"["\u12"]"#, "four hexadecimal digits of a scalar are expected, character 5 of the path"),
    ])
  func `a text that is no path is refused at its character`(text: String, message: String) throws {
    let error = try #require(throws: ArchiveError.self) { try ArchivePath(parsing: text) }
    #expect(error.message == message)
  }

  static func value(_ path: String, _ bytes: [UInt8]) throws -> ArchivedValue {
    try ArchiveInspector(bytes).value(at: ArchivePath(parsing: path))
  }

  @Test(
    arguments: [
      ("owner.name", #"{"string":"Ada"}"#), ("singer.name", #"{"string":"Ada"}"#),
      ("singer", #"{"reference":0}"#), ("tags[1]", #"{"string":"sea"}"#),
      ("plays.7", #"{"float64":"1.5"}"#), ("plays[1]", #"{"null":null}"#),
      ("flags[2]", #"{"bool":true}"#),
      ("warmth", #"{"typed":{"type":"Celsius","value":{"float64":"21.5"}}}"#),
    ])
  func `a path leads to a value`(path: String, dump: String) throws {
    let value = try Self.value(path, SampleArchives.everything())
    #expect(String(decoding: ArchiveInspector.dump(value), as: UTF8.self) == dump)
  }

  @Test(
    arguments: [
      ("titel", "there is no key “titel” (did you mean “title”?)", "$"),
      ("owner.Name2", "there is no key “Name2” (did you mean “name”?)", "$.owner"),
      ("missing", "there is no key “missing”", "$"),
      ("zzz", "there is no key “zzz”", "$"),
      ("flags[3]", "there is no position 3, but 3 values", "$.flags"),
      ("title.x", "a value of kind string has no keys", "$.title"),
      ("title[0]", "a value of kind string has no positions", "$.title"),
      ("$other", "there is no root “other”", "$"),
    ])
  func `a path that leads nowhere says how far it went`(
    path: String, message: String, reached: String
  ) throws {
    let bytes = try SampleArchives.everything()
    let error = try #require(throws: ArchiveError.self) { try Self.value(path, bytes) }
    #expect(error.code == .keyNotFound)
    #expect(error.message == message)
    #expect(error.path.description == reached)
  }

  @Test func `a root is found by its name`() throws {
    let bytes = SampleArchives.twoRoots()
    #expect(try Self.value("$theme", bytes).stringValue == "dark")
    #expect(try Self.value("$", bytes).integerValue == 5)
    let error = try #require(throws: ArchiveError.self) { try Self.value("$themes", bytes) }
    #expect(error.message == "there is no root “themes” (did you mean “theme”?)")
  }

  @Test func `a key names a root where no root is unnamed`() throws {
    let bytes = SampleArchives.singlePart(
      lead: 0xB4, [0x01, 0x0D] + "theme".utf8 + [0x84] + "dark".utf8 + [0x01])
    #expect(try Self.value("theme", bytes).stringValue == "dark")
    let error = try #require(throws: ArchiveError.self) { try Self.value("", bytes) }
    #expect(error.message == "no root is unnamed; there are $theme")
  }
}
