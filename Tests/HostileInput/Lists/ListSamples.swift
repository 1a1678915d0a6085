internal import PropertyListFormat

/// Property lists and keyed archives that are going to be changed.
package enum ListSamples {
  /// A file and its name.
  package struct Sample: Sendable {
    package let name: String
    package let bytes: [UInt8]
  }

  /// All of them: plain lists and archives, each in both forms, and XML that people write.
  package static func all() throws -> [Sample] {
    var samples = [Sample(name: "XML by hand", bytes: Array(textByHand.utf8))]
    let units = Array("<array><string>a&amp;\u{E9}\u{1F600}</string></array>".utf16)
    samples.append(
      Sample(
        name: "XML in UTF-16",
        bytes: [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }))
    for form in [PropertyList.Form.binary, .xml] {
      samples.append(Sample(name: "plain list, \(form)", bytes: try plainList(form)))
      samples.append(Sample(name: "keyed archive, \(form)", bytes: try archive(form)))
    }
    return samples
  }

  private static let textByHand = """
    <!DOCTYPE plist><array><string>a&amp;&#233;<![CDATA[<]]>\u{E9}</string><!-- c --><string>&#xD83D;&#xDE00;</string>\
    <dict a='b'><key>CF$UID</key><integer> 0x1F </integer></dict><data> AA == </data>\
    <real>-1e3</real><date>2001-02-28T23:59:59Z</date><true></true><dict/><?i ?></array>
    """

  private static func plainList(_ form: PropertyList.Form) throws -> [UInt8] {
    var writer = PropertyListWriter(form)
    try writer.beginDictionary()
    try writer.key("n")
    try writer.beginArray()
    for number in [1, 300, -1, Int128(UInt32.max), Int128(Int64.max) + 1] {
      try writer.integer(number)
    }
    try writer.real(0.1)
    try writer.date(secondsSinceReferenceDate: 3)
    try writer.data((0..<20).map { UInt8($0) })
    try writer.bool(true)
    if form == .binary {
      try writer.null()
      try writer.real(Float(0.5))
      try writer.beginSet()
      try writer.string(utf16: [0x61, 0xD83D])
      try writer.end()
    }
    try writer.end()
    try writer.key("\u{E9}")
    try writer.beginDictionary()
    try writer.key("u")
    try writer.reference(2)
    try writer.end()
    try writer.end()
    return try writer.finish()
  }

  /// An object of a class, by what its fields write.
  private typealias Entry = (
    name: String, fields: @Sendable (inout PropertyListWriter) throws -> Void
  )

  private static let entries: [Entry] = [
    (
      "NSMutableDictionary",
      {
        try list("NS.keys", [2, 3], &$0)
        try list("NS.objects", [1, 4], &$0)
      }
    ),
    ("NSArray", { try list("NS.objects", Array(5...18), &$0) }),
    (
      "NSDate",
      {
        try $0.key("NS.time")
        try $0.real(1.5)
      }
    ),
    ("NSData", { try data("NS.data", [1, 2], &$0) }),
    ("NSUUID", { try data("NS.uuidbytes", Array(0..<16), &$0) }),
    (
      "NSURL",
      {
        try refer("NS.base", 0, &$0)
        try refer("NS.relative", 2, &$0)
      }
    ),
    (
      "NSDecimalNumberPlaceholder",
      {
        try data("NS.mantissa", Array(0..<16), &$0)
        try number("NS.length", 2, &$0)
        try number("NS.exponent", -1, &$0)
        try number("NS.mantissa.bo", 1, &$0)
      }
    ),
    ("NSOrderedSet", { try refer("NS.object.0", 2, &$0) }),
    (
      "NSMutableString",
      {
        try $0.key("NS.string")
        try $0.string("\u{E9}")
      }
    ),
    (
      "NSAttributedString",
      {
        try refer("NSString", 2, &$0)
        try refer("NSAttributes", 4, &$0)
        try data("NSAttributeInfo", [4, 0], &$0)
      }
    ),
    (
      "NSIndexSet",
      {
        try number("NSRangeCount", 2, &$0)
        try data("NSRangeData", [1, 2, 5, 1], &$0)
      }
    ),
    (
      "NSCountedSet",
      {
        try number("NS.count", 1, &$0)
        try refer("NS.object0", 2, &$0)
        try number("NS.count0", 7, &$0)
      }
    ),
    (
      "NSValue",
      {
        try number("NS.special", 4, &$0)
        try number("NS.rangeval.location", 1, &$0)
        try number("NS.rangeval.length", 2, &$0)
      }
    ),
    (
      "Person",
      {
        try refer("boss", 16, &$0)
        try $0.key("$$a")
        try $0.beginArray()
        try $0.bool(false)
        try $0.end()
      }
    ),
    ("NSNull", { _ in }),
    ("NSIndexPath", { try number("NSIndexPathLength", 0, &$0) }),
  ]

  private static func archive(_ form: PropertyList.Form) throws -> [UInt8] {
    var writer = PropertyListWriter(form)
    try writer.beginDictionary()
    try number("$version", 100_000, &writer)
    try writer.key("$archiver")
    try writer.string("NSKeyedArchiver")
    try writer.key("$top")
    try writer.beginDictionary()
    try refer("root", 1, &writer)
    try writer.end()
    try writer.key("$objects")
    try writer.beginArray()
    try writer.string("$null")
    for (index, entry) in entries.enumerated() {
      // Two leaves stand behind the dictionary.
      if index == 1 {
        try writer.string("name")
        try writer.integer(300)
      }
      try writer.beginDictionary()
      try entry.fields(&writer)
      try refer("$class", UInt64(entries.count + 3 + index), &writer)
      try writer.end()
    }
    for entry in entries {
      try writer.beginDictionary()
      try writer.key("$classname")
      try writer.string(entry.name)
      try writer.key("$classes")
      try writer.beginArray()
      try writer.string(entry.name)
      try writer.string("NSObject")
      try writer.end()
      try writer.end()
    }
    try writer.end()
    try writer.end()
    return try writer.finish()
  }

  private static func refer(
    _ key: String, _ number: UInt64, _ writer: inout PropertyListWriter
  ) throws {
    try writer.key(key)
    try writer.reference(number)
  }

  private static func number(
    _ key: String, _ number: Int128, _ writer: inout PropertyListWriter
  ) throws {
    try writer.key(key)
    try writer.integer(number)
  }

  private static func data(
    _ key: String, _ bytes: [UInt8], _ writer: inout PropertyListWriter
  ) throws {
    try writer.key(key)
    try writer.data(bytes)
  }

  private static func list(
    _ key: String, _ numbers: [UInt64], _ writer: inout PropertyListWriter
  ) throws {
    try writer.key(key)
    try writer.beginArray()
    for number in numbers { try writer.reference(number) }
    try writer.end()
  }
}
