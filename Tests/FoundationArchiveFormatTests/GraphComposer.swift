import PropertyListFormat

/// Composes random keyed archives: cycles, shared and bare entries, unknown classes, Foundation's in their usual form and in others.
struct GraphComposer<Generator: RandomNumberGenerator> {
  private var random: Generator
  private var writer = PropertyListWriter(.binary)
  private var entryCount = 0
  private var classCount = 0
  /// True to leave out what XML cannot hold.
  private let isForXML: Bool

  private static var knownClasses: [[String]] {
    [
      ["NSArray", "NSObject"], ["NSMutableArray", "NSArray", "NSObject"], ["NSSet", "NSObject"],
      ["NSMutableSet", "NSSet", "NSObject"], ["NSDictionary", "NSObject"],
      ["NSMutableDictionary", "NSDictionary", "NSObject"], ["NSOrderedSet", "NSObject"],
      ["NSDate", "NSObject"], ["NSUUID", "NSObject"], ["NSURL", "NSObject"],
      ["NSNull", "NSObject"], ["NSMutableString", "NSString", "NSObject"],
      ["NSMutableData", "NSData", "NSObject"],
      ["NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue", "NSObject"],
      ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"],
    ]
  }

  private static var otherClasses: [[String]] {
    [
      ["Person", "NSObject"], ["Student", "Person", "NSObject"], ["Bare"], ["Person", "Base"], [],
      ["NSArray"], ["Other", "NSObject"], ["NSDate"], ["", "NSObject"], ["\u{1}", "NSObject"],
      ["NSObject"], ["$value", "NSObject"], ["$object"], ["NSObject", "NSObject"],
      ["Person", "NSObject", "NSObject"], ["Person", "NSObject", "Base"],
    ]
  }

  private init(_ random: Generator, isForXML: Bool) {
    self.random = random
    self.isForXML = isForXML
  }

  /// A binary file.
  static func archive(
    _ random: inout Generator, isForXML: Bool = false
  ) throws -> [UInt8] {
    var composer = GraphComposer(random, isForXML: isForXML)
    let bytes = try composer.archive()
    random = composer.random
    return bytes
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    .random(in: range, using: &random)
  }
  private mutating func oneIn(_ count: Int) -> Bool { number(1...count) == 1 }

  private mutating func archive() throws -> [UInt8] {
    entryCount = number(1...30)
    classCount = Self.knownClasses.count + Self.otherClasses.count
    try writer.beginDictionary()
    try writer.key("$archiver")
    if oneIn(4) { try text() } else { try writer.string("NSKeyedArchiver") }
    try writer.key("$version")
    try writer.integer(100_000)
    try writer.key("$top")
    try roots()
    try writer.key("$objects")
    try writer.beginArray()
    try writer.string("$null")
    for _ in 0..<entryCount { try entry() }
    for chain in Self.knownClasses { try record(chain[0], chain) }
    for chain in Self.otherClasses { try record(chain.first ?? "None", chain) }
    try writer.end()
    try writer.end()
    return try writer.finish()
  }

  private mutating func roots() throws {
    try writer.beginDictionary()
    if oneIn(3) {
      for key in ["root", "other", "", "$archiver", "a$", "$$"].shuffled(using: &random).prefix(
        number(0...4))
      {
        try writer.key(key)
        try value(depth: 2)
      }
      if oneIn(4), !isForXML {
        try writer.key(utf8: [0xED, 0xA0, 0xBD])
        try value(depth: 0)
      }
    } else {
      try writer.key("root")
      try writer.reference(1)
    }
    try writer.end()
  }

  private mutating func record(_ name: String, _ chain: [String]) throws {
    try writer.beginDictionary()
    try writer.key("$classname")
    try writer.string(name)
    if !chain.isEmpty {
      try writer.key("$classes")
      try writer.beginArray()
      for name in chain { try writer.string(name) }
      try writer.end()
    }
    if oneIn(10) {
      try writer.key("$classhints")
      try writer.beginArray()
      if oneIn(2) { try writer.string("NSObject") }
      try writer.end()
    }
    try writer.end()
  }

  private mutating func classField(_ number: Int) throws {
    try writer.key("$class")
    try writer.reference(UInt64(entryCount + 1 + number))
  }

  private mutating func entry() throws {
    switch number(0...9) {
    case 0, 1, 2: try known(number(0...Self.knownClasses.count - 1))
    case 3, 4: try leaf()
    case 5: try writer.string("$null")
    case 6: try value(depth: 3)
    default:
      try writer.beginDictionary()
      let isFirst = oneIn(4)
      let objectClass = number(0...classCount - 1)
      if isFirst { try classField(objectClass) }
      try fields(number(0...6), depth: 3, isObject: true)
      if !isFirst { try classField(objectClass) }
      try writer.end()
    }
  }

  private mutating func fields(_ count: Int, depth: Int, isObject: Bool) throws {
    let names = [
      "name", "a", "b", "NS.objects", "NS.keys", "NS.time", "$0", "$$x", "7", "-1", "", "ä",
    ]
    for name in names.shuffled(using: &random).prefix(count) {
      try writer.key(name)
      try value(depth: depth - 1)
    }
    if oneIn(12), !isForXML {
      try writer.key(utf8: [0x61, 0xED, 0xA0, 0xBD])
      try leaf()
    }
    if !isObject, oneIn(12) {
      try writer.key("$class")
      try leaf()
    }
  }

  private typealias Field = (key: String, write: (inout Self) throws -> Void)

  /// An object of a class of Foundation, mostly in its usual form.
  private mutating func known(_ place: Int) throws {
    var fields = fields(ofKnown: Self.knownClasses[place][0])
    if oneIn(3) { fields.shuffle(using: &random) }
    if oneIn(20) { fields = fields.dropLast() }
    try writer.beginDictionary()
    for field in fields {
      try writer.key(field.key)
      try field.write(&self)
    }
    try classField(place)
    try writer.end()
  }

  private mutating func fields(ofKnown name: String) -> [Field] {
    let count = number(0...4)
    switch name {
    case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet":
      return [("NS.objects", { try $0.elements(count) })]
    case "NSDictionary", "NSMutableDictionary":
      let valueCount = oneIn(10) ? count + 1 : count
      return [
        ("NS.keys", { try $0.elements(count) }), ("NS.objects", { try $0.elements(valueCount) }),
      ]
    case "NSOrderedSet":
      return (0..<count).map { ("NS.object.\($0)", { try $0.element() }) }
    case "NSDate":
      return [
        (
          "NS.time",
          {
            if $0.oneIn(6) {
              try $0.writer.real(Float(1))
            } else {
              try $0.writer.real(Double($0.number(0...3)))
            }
          }
        )
      ]
    case "NSUUID":
      let bytes = Array(repeating: UInt8(number(0...2)), count: oneIn(6) ? 15 : 16)
      return [("NS.uuidbytes", { try $0.writer.data(bytes) })]
    case "NSURL":
      let base = UInt64(oneIn(2) ? 0 : number(0...entryCount))
      let relative = UInt64(number(1...entryCount))
      return [
        ("NS.base", { try $0.writer.reference(base) }),
        ("NS.relative", { try $0.writer.reference(relative) }),
      ]
    case "NSMutableString": return [("NS.string", { try $0.text() })]
    case "NSMutableData": return [("NS.data", { try $0.writer.data([1, 2]) })]
    case "NSNull": return []
    default: return decimal()
    }
  }

  private mutating func decimal() -> [Field] {
    let length = number(0...8)
    let mantissa = (0..<(oneIn(8) ? 15 : 16)).map { index -> UInt8 in
      index < 2 * length || oneIn(40) ? UInt8.random(in: 0...255, using: &random) : 0
    }
    let (isNegative, isCompact) = (oneIn(2), oneIn(2))
    let (exponent, order) = (Int128(number(-128...127)), Int128(oneIn(8) ? 2 : 1))
    return [
      ("NS.mantissa", { try $0.writer.data(mantissa) }),
      ("NS.negative", { try $0.writer.bool(isNegative) }),
      ("NS.exponent", { try $0.writer.integer(exponent) }),
      ("NS.mantissa.bo", { try $0.writer.integer(order) }),
      ("NS.length", { try $0.writer.integer(Int128(length)) }),
      ("NS.compact", { try $0.writer.bool(isCompact) }),
    ]
  }

  private mutating func elements(_ count: Int) throws {
    try writer.beginArray()
    for _ in 0..<count { try element() }
    try writer.end()
  }

  private mutating func element() throws {
    if oneIn(10) {
      try value(depth: 2)
    } else {
      try writer.reference(UInt64(number(1...entryCount)))
    }
  }

  private mutating func value(depth: Int) throws {
    switch number(0...9) {
    case 0 where depth > 0:
      try elements(depth)
    case 1 where depth > 0:
      try writer.beginDictionary()
      try fields(number(0...3), depth: depth, isObject: false)
      try writer.end()
    case 2 where depth > 0 && !isForXML:
      try writer.beginSet()
      for _ in 0..<number(0...3) { try value(depth: depth - 1) }
      try writer.end()
    case 3, 4, 5: try leaf()
    default:
      // Now and then a class, as a value.
      let last = entryCount + (oneIn(20) ? classCount : 0)
      try writer.reference(UInt64(number(0...last)))
    }
  }

  private mutating func leaf() throws {
    switch number(0...(isForXML ? 8 : 10)) {
    case 0: try writer.bool(oneIn(2))
    case 1, 2:
      let limits = [
        0, 1, 255, 256, Int128(UInt32.max), Int128(Int64.max), Int128(UInt64.max), .max, .min, -1,
      ]
      try writer.integer(limits.randomElement(using: &random) ?? 0)
    case 3:
      let reals = [0, -0.0, 1, 0.1, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, 1e300]
      try writer.real(reals.randomElement(using: &random) ?? 0)
    case 4: try writer.real(Float(number(0...3)) / 3)
    case 5: try writer.data((0..<UInt8(number(0...60))).map { $0 })
    case 6:
      try writer.date(secondsSinceReferenceDate: Double(number(-70_000_000_000...70_000_000_000)))
    case 7, 8: try text()
    case 9: try writer.null()
    default:
      let odd = [
        Double(bitPattern: 0x7FF0_0000_0000_0001), Double(bitPattern: 0xFFF8_0000_2000_0000),
      ]
      switch number(0...3) {
      case 0: try writer.real(odd[number(0...1)])
      case 1: try writer.real(Float(bitPattern: 0xFF80_0001))
      case 2: try writer.date(secondsSinceReferenceDate: 0.5)
      default: try writer.string(utf16: [0x61, 0xD83D, 0x62, 0xDE00, 0xD83D])
      }
    }
  }

  private mutating func text() throws {
    let texts = [
      "a", "b", "", "1", "ä\u{1F600}", "\u{1}\r\n\u{0}\u{7F}", "$null", "]]>&lt;<b> ", "CF$UID",
      "http://a/b", "\u{FFFE}", "e\u{301}", "é",
    ]
    try writer.string(texts.randomElement(using: &random) ?? "")
  }
}
