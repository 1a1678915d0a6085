extension GrowingList {
  private static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  /// A keyed archive of objects whose only field leads to the last entry.
  private static func archive(
    _ className: String, _ field: String, _ count: Int, leadingTo entry: String
  ) -> String {
    func reference(_ number: Int) -> String {
      "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
    }
    let object =
      "<dict><key>\(field)</key>\(reference(count + 3))<key>$class</key>\(reference(count + 2))</dict>"
    return "<dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key>"
      + "<integer>100000</integer><key>$top</key><dict><key>root</key>\(reference(1))</dict>"
      + "<key>$objects</key><array><string>$null</string><array>"
      + (0..<count).map { reference($0 + 2) }.joined() + "</array>" + repeated(object, count)
      + "<dict><key>$classname</key><string>\(className)</string></dict>\(entry)</array></dict>"
  }

  /// Classes with a field that may lead to a leaf.
  private static let fields = [
    ("NSURL", "NS.relative"), ("NSData", "NS.data"), ("NSIndexSet", "NSRangeCount"),
    ("NSCountedSet", "NS.count"), ("NSArray", "NS.objects"), ("Person", "name"),
  ]

  /// Leaves that are decoded from much text to little.
  private static let leaves: [(name: String, text: @Sendable (Int) -> String)] = [
    ("data of blanks", { "<data>\(repeated(" ", $0))</data>" }),
    ("an integer of zeros", { "<integer>\(repeated("0", $0))1</integer>" }),
    ("a real in blanks", { "<real>\(repeated(" ", $0))1</real>" }),
    ("a date in blanks", { "<date>\(repeated(" ", $0))2001-01-01T00:00:00Z</date>" }),
    (
      "a reference of zeros",
      { "<dict><key>CF$UID</key><integer>\(repeated("0", $0))1</integer></dict>" }
    ),
    ("a text of sections", { "<string>\(repeated("<![CDATA[]]>", $0 / 12))</string>" }),
  ]

  private static let largeLeaves = fields.flatMap { className, field in
    leaves.map { leaf in
      GrowingList(
        text: "\(leaf.name) as \(field) of \(className) objects", 100, large: 5_000
      ) { archive(className, field, $0, leadingTo: leaf.text($0 * 150)) }.boundedByLimits
    }
  }

  /// Files in XML.
  static let texts =
    largeLeaves + [
      GrowingList(text: "arrays in arrays, XML", 500, large: 1_000_000) {
        repeated("<array>", $0) + repeated("</array>", $0)
      },
      GrowingList(text: "dictionaries in dictionaries", 500, large: 200_000) {
        repeated("<dict><key>a</key>", $0) + "<true/>" + repeated("</dict>", $0)
      },
      GrowingList(text: "dictionaries that look like references", 500, large: 50_000) {
        repeated("<dict><key>CF$UID</key>", $0) + "<integer>1</integer>" + repeated("</dict>", $0)
      },
      GrowingList(text: "open arrays", 500, large: 1_000_000) { repeated("<array>", $0) },
      GrowingList(text: "comments", 2_000, large: 200_000) {
        "<array>" + repeated("<!-- -->", $0) + "</array>"
      },
      GrowingList(text: "a comment without an end", 20_000, large: 2_000_000) {
        "<array><!--" + repeated("-", $0)
      },
      GrowingList(text: "sections of CDATA", 2_000, large: 200_000) {
        "<string>" + repeated("<![CDATA[x]]>", $0) + "</string>"
      },
      GrowingList(text: "entities", 5_000, large: 500_000) {
        "<string>" + repeated("&amp;", $0) + "</string>"
      },
      GrowingList(text: "halves of pairs", 5_000, large: 200_000) {
        "<string>" + repeated("&#xD83D;", $0) + repeated("&#xDE00;", $0) + "</string>"
      },
      GrowingList(text: "an integer of digits", 20_000, large: 2_000_000) {
        "<integer>" + repeated("9", $0) + "</integer>"
      },
      GrowingList(text: "a real of digits", 20_000, large: 2_000_000) {
        "<real>0." + repeated("9", $0) + "</real>"
      },
      GrowingList(text: "reals of as many digits as are read", 10, large: 300) {
        "<array>" + repeated("<real>0.\(repeated("7", 4_000))e-300</real>", $0) + "</array>"
      },
      GrowingList(text: "data in lines", 5_000, large: 500_000) {
        "<data>" + repeated("AAAA\n", $0) + "</data>"
      },
      GrowingList(text: "empty elements", 2_000, large: 300_000) {
        "<array>" + repeated("<true/>", $0) + "</array>"
      },
      GrowingList(text: "empty texts", 2_000, large: 200_000) {
        "<array>" + repeated("<string/>", $0) + "</array>"
      },
      GrowingList(text: "attributes", 2_000, large: 200_000) {
        "<array" + repeated(" a='b'", $0) + "/>"
      },
      GrowingList(text: "a long name of an element", 20_000, large: 2_000_000) {
        "<" + repeated("a", $0) + "/>"
      },
      GrowingList(text: "a long document type", 20_000, large: 2_000_000) {
        "<!DOCTYPE " + repeated("a", $0) + "><true/>"
      },
      GrowingList(text: "control characters", 5_000, large: 500_000) {
        "<string>" + repeated("\u{1}", $0) + "</string>"
      },
      GrowingList(text: "many keys, XML", 2_000, large: 50_000) { size in
        "<dict>" + (0..<size).map { "<key>k\($0)</key><true/>" }.joined() + "</dict>"
      },
    ]
}
