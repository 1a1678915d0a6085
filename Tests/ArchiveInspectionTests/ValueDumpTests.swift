import ArchiveFormat
import ArchiveInspection
import Foundation
import Testing

@Suite struct ValueDumpTests {
  @Test func `every kind is dumped as the specification says`() throws {
    let dump = try ArchiveInspector(try SampleArchives.everything()).dump()
    let golden = #"""
      {"framing":"single","scopes":[{"roots":[{"name":"","value":{"record":{"type":"Album","fields":[
      ["title",{"string":"Tides\u001b[31m"}],
      ["owner",{"object":{"number":0,"type":"Person","body":{"record":{"type":"Person","fields":[
      ["name",{"string":"Ada"}],["born",{"date":"86400.5"}]]}}}}],
      ["singer",{"reference":0}],
      ["tags",{"set":[{"string":"calm"},{"string":"sea"}]}],
      ["plays",{"map":[[{"int":"7"},{"float64":"1.5"}],[{"int":"-1"},{"null":null}]]}],
      ["warmth",{"typed":{"type":"Celsius","value":{"float64":"21.5"}}}],
      ["mood",{"extension":{"name":"example.mood","value":{"int":"4"}}}],
      ["cover",{"data":"deadbeef"}],
      ["id",{"uuid":"00010203-0405-0607-0809-0A0B0C0D0E0F"}],
      ["link",{"url":["a/b","https://example.org/"]}],
      ["price",{"decimal":"-125e-2"}],
      ["ratio",{"float32":"0.1"}],
      ["nothing",{"float64":"nan(0x7ff8000000000001)"}],
      ["count",{"number":"1e99999999999999999999"}],
      ["flags",{"array":[{"bool":true},{"bool":false},{"bool":true}]}],
      ["small",{"int8":"-5"}],
      ["missing",{"absent":null}]]}}}]}]}
      """#
    #expect(String(decoding: dump, as: UTF8.self) == golden.replacing("\n", with: ""))
    _ = try JSONSerialization.jsonObject(with: Data(dump))
  }

  @Test func `roots are dumped with their names`() throws {
    let dump = try ArchiveInspector(SampleArchives.twoRoots()).dump()
    #expect(
      String(decoding: dump, as: UTF8.self)
        == #"{"framing":"single","scopes":[{"roots":[{"name":"","value":{"int":"5"}},"#
        + #"{"name":"theme","value":{"string":"dark"}}]}]}"#)
  }

  @Test func `a typed body of an object is dumped without its label`() throws {
    let bytes = try SampleArchives.archive { maker in
      let box = maker.type("Box", isClass: true)
      maker.object(number: 0, type: box) { $0.int(5) }
    }
    let root = try #require(try ArchiveInspector(bytes).roots.first).value
    #expect(
      String(decoding: ArchiveInspector.dump(root), as: UTF8.self)
        == #"{"object":{"number":0,"type":"Box","body":{"int":"5"}}}"#)
  }

  @Test(
    arguments: [
      (0.1, "0.1"), (-0.0, "-0.0"), (.leastNonzeroMagnitude, "5e-324"), (1e16, "1e+16"),
      (.infinity, "inf"),
      (-.infinity, "-inf"), (Double(bitPattern: 0xFFF0_0000_0000_0001), "nan(0xfff0000000000001)"),
    ] as [(Double, String)])
  func `binary numbers are dumped bit by bit`(number: Double, text: String) throws {
    let value = try JSONPrinterTests.value { $0.double(number) }
    #expect(
      String(decoding: ArchiveInspector.dump(value), as: UTF8.self) == "{\"float64\":\"\(text)\"}")
  }
}
