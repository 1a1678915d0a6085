import ArchiveFormat
import ArchiveInspection
import Testing

@Suite struct ValueTreeTests {
  static func tree(_ bytes: [UInt8], _ style: ValueTree.Style = .init()) throws -> String {
    var lines: [String] = []
    try ArchiveInspector(bytes).printTree(style) { lines.append($0) }
    return lines.joined(separator: "\n")
  }

  @Test func `every kind is shown in one aligned line`() throws {
    let golden = #"""
      $  record Album  17 fields, shape 1, 148 bytes
        title    string                      "Tides\u{1B}[31m"
        owner    object #0 Person            2 fields, shape 0, 13 bytes
          name  string  "Ada"
          born  date    2001-01-02T00:00:00.5Z  (86400.5 s)
        singer   reference #0 Person
        tags     set                         2 members, 10 bytes
          [0]  string  "calm"
          [1]  string  "sea"
        plays    map                         2 entries, 12 bytes
          7   float64  1.5
          -1  null
        warmth   typed Celsius float64       21.5
        mood     extension example.mood int  4
        cover    data                        4 bytes  deadbeef
        id       uuid                        00010203-0405-0607-0809-0A0B0C0D0E0F
        link     url                         "a/b" relative to "https://example.org/"
        price    decimal                     -1.25
        ratio    float32                     0.1
        nothing  float64                     nan(0x7ff8000000000001)
        count    number                      1e99999999999999999999
        flags    array                       3 elements, 2 bytes
          [0]  bool  true
          [1]  bool  false
          [2]  bool  true
        small    int8                        -5
        missing  absent
      """#
    #expect(try Self.tree(try SampleArchives.everything()) == golden)
  }

  @Test func `long arrays, texts and data are shortened unless all is asked for`() throws {
    let text = String(repeating: "é", count: 61)
    let items = (0..<12).map { String($0) }.joined(separator: ",")
    let bytes = try SampleArchives.json(#"{"text":"\#(text)","items":[\#(items)]}"#)
    let golden = """
      $  record  2 fields, shape 0, 137 bytes
        text   string  "\(text.dropLast())…"  122 bytes
        items  array   12 elements, 13 bytes
      \((0..<10).map { "    [\($0)]  int  \($0)" }.joined(separator: "\n"))
          … 2 more elements
      """
    #expect(try Self.tree(bytes) == golden)
    let full = try Self.tree(bytes, .full)
    #expect(full.contains("\"\(text)\""))
    #expect(full.hasSuffix("\n    [10]  int  10\n    [11]  int  11"))
  }

  @Test func `text from a file cannot command the terminal`() throws {
    let tree = try Self.tree(
      SampleArchives.json(#"{"\u001b[2J":"a\u0007\u202eb\u2028c\u0085d\\e\"f\n","a b":1}"#))
    #expect(
      tree == #"""
        $  record  2 fields, shape 0, 21 bytes
          "\u{1B}[2J"  string  "a\u{7}\u{202E}b\u{2028}c\u{85}d\\e\"f\n"
          "a b"        int     1
        """#)
  }

  @Test func `colour sets off labels and kinds`() throws {
    var style = ValueTree.Style()
    style.isColoured = true
    #expect(
      try Self.tree(SampleArchives.json("5"), style)
        == "\u{1B}[1m$\u{1B}[0m  \u{1B}[2mint\u{1B}[0m  5")
  }

  @Test func `odd keys of a map are shown beside their values`() throws {
    let bytes = try SampleArchives.archive { maker in
      maker.map(length: 1) { maker in
        maker.container(.array, length: 1) { $0.int(1) }
      } values: {
        $0.string("x")
      }
    }
    #expect(
      try Self.tree(bytes) == """
        $  map  1 entry, 9 bytes
          [0] key  array   1 element, 2 bytes
            [0]  int  1
          [0]      string  "x"
        """)
  }
}
