import ArchiveCompression
import ArchiveFormat
import ArchiveInspection
import RecordLog
import Testing

/// Archives of a store are shown with the shapes that it keeps, as far as these can be read (Spec/back-ends.md, rules A1 and A5).
@Suite struct StoreShapesTests {
  private static let planSchema = #"""
    {"entity":{"name":"Plan","id":"Plan","version":1,"attributes":[
    {"name":"size","id":"size","type":"blob","form":["archive"]}],"removed":[]},"keyKind":"integer"}
    """#
  private static let shapeSchema = #"""
    {"entity":{"name":"ArchiveShapes","id":"ArchiveShapes","version":1,"attributes":[
    {"name":"first_row","id":"first_row","type":"int64","form":["native"]},
    {"name":"rows","id":"rows","type":"blob","form":["native"]}],"removed":[]},
    "keyKind":"integer","keyAttribute":"first_row"}
    """#

  /// Rows under the number of the first, and archives that were written against them.
  private struct Content {
    var rows: [(first: Int64, value: LogValue)] = []
    var archives: [[UInt8]] = []
  }

  private static func content(_ texts: [String]) throws -> Content {
    var content = Content()
    var dictionary = ShapeDictionary()
    for text in texts {
      let encoding = try dictionary.encoding(of: SampleArchives.json(text))
      if !encoding.additions.isEmpty {
        content.rows.append((Int64(dictionary.rowCount), .blob(encoding.additions.rows)))
      }
      dictionary = try dictionary.adding(encoding.additions)
      content.archives.append(encoding.bytes)
    }
    return content
  }

  private static func log(_ content: Content) throws -> [UInt8] {
    var plans = try SampleLogs.schema(planSchema, entity: 1, attributeCount: 1)
    for (key, archive) in content.archives.enumerated() {
      plans.addPut(
        entity: 1, key: .integer(Int64(key)), LogRecord(revision: 1, values: [.blob(archive)]))
    }
    guard !content.rows.isEmpty else { return try SampleLogs.write([[plans]]).bytes }
    var shapes = try SampleLogs.schema(shapeSchema, entity: 2, attributeCount: 2)
    for (first, value) in content.rows {
      shapes.addPut(
        entity: 2, key: .integer(first), LogRecord(revision: 1, values: [.null, value]))
    }
    return try SampleLogs.write([[shapes], [plans]]).bytes
  }

  private struct Shown {
    var lines: [String] = []
    var reports: [String] = []
  }

  private static func show(_ content: Content) throws -> Shown {
    let store = try StoreInspector(log(content))
    let entity = try store.entity(named: "Plan")
    var shown = Shown()
    let shapes = store.shapeDictionary { shown.reports.append($0) }
    for key in entity.keys {
      guard let record = try store.record(key, of: entity) else { continue }
      let json = store.json(record, of: entity, shapes: shapes) {
        shown.reports.append("\(key.text) \($0): \($1.code.rawValue)")
      }
      shown.lines.append(String(decoding: json, as: UTF8.self))
    }
    return shown
  }

  private static let texts = [#"{"a":1}"#, #"{"b":2}"#, "3", #"{"c":"x"}"#]

  private static func line(_ number: Int) -> String {
    ##"{"$key":\##(number),"size":\##(texts[number])}"##
  }

  @Test func `archives are shown with the rows they need`() throws {
    let shown = try Self.show(Self.content(Self.texts))
    #expect(shown.lines == (0..<4).map(Self.line) && shown.reports.isEmpty, "\(shown)")
  }

  @Test func `an archive that needs no rows is shown of a store that has none`() throws {
    let content = try Self.content(["3"])
    #expect(content.rows.isEmpty && content.archives[0].first == 0xB1)
    let shown = try Self.show(content)
    #expect(shown.lines == [##"{"$key":0,"size":3}"##] && shown.reports.isEmpty, "\(shown)")
  }

  @Test(
    arguments: [
      LogValue.null, .text("rows"), .blob([0xFF, 0xFF]), .blob([]),
    ])
  func `rows in front of one that cannot be read are used, and what is left out is told`(
    value: LogValue
  ) throws {
    var content = try Self.content(Self.texts)
    content.rows[1].value = value
    let shown = try Self.show(content)
    #expect(shown.lines[0] == Self.line(0), "\(shown)")
    for number in [1, 3] { #expect(shown.lines[number] != Self.line(number)) }
    #expect(shown.reports.first?.contains("of shape rows are left out") == true, "\(shown)")
    #expect(shown.reports.contains("1 size: wrongDictionary"), "\(shown)")
    #expect(shown.reports.contains("3 size: wrongDictionary"), "\(shown)")
  }

  @Test func `rows that are missing are told too`() throws {
    var content = try Self.content(Self.texts)
    content.rows.remove(at: 0)
    let shown = try Self.show(content)
    #expect(shown.reports.count >= 3 && shown.lines.count == 4, "\(shown)")
    content.rows = []
    #expect(try Self.show(content).reports.count >= 3)
  }

  #if Tools && (os(Linux) || os(macOS))
    @Test func `the command says what it prints as Base64`() throws {
      let files = try Workspace()
      defer { files.remove() }
      var content = try Self.content(Self.texts)
      let whole = try files.write("whole.krec", Self.log(content))
      let good = try Command.run("store", whole, "--records", "Plan")
      #expect(good.status == 0 && good.complaint.isEmpty, "\(good)")
      content.rows[1].value = .null
      let store = try files.write("a.krec", Self.log(content))
      let outcome = try Command.run("store", store, "--records", "Plan")
      #expect(outcome.status == 65 && outcome.output.hasPrefix(Self.line(0) + "\n"), "\(outcome)")
      #expect(
        outcome.complaint.contains(
          "\(store): record 1, attribute size is printed as Base64: wrongDictionary: "),
        "\(outcome)")
    }
  #endif
}
