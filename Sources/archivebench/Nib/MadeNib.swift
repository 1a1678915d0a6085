import PropertyListFormat

/// A keyed archive like a nib of a Mac application, made from a seed: the same bytes in each run.
///
/// As in a real nib, the root has lists of all objects and of their numbers, and each object is met through fields as well.
struct MadeNib {
  private var generator = SeededGenerator(seed: 0x6E69_6221)
  private let classes = NibClass.all
  /// The entries of `$objects` in their order, and the first of them.
  private var entries: [Entry] = [.text("$null")]
  private let objects: Range<Int>

  private enum Entry {
    case text(String)
    case integer(Int)
    case classRecord(Int)
    /// An object by its class; 0 is the root's.
    case object(Int)
  }

  /// The bytes of a binary file.
  ///
  /// - Parameter objectCount: The number of objects with a class, the root left out.
  static func bytes(objectCount: Int) throws -> [UInt8] {
    var nib = MadeNib(objectCount)
    return try nib.write()
  }

  private init(_ objectCount: Int) {
    entries.append(.object(-1))
    for index in classes.indices { entries.append(.classRecord(index)) }
    entries.append(.classRecord(-1))
    let first = entries.count
    objects = first..<first + objectCount
    for _ in objects { entries.append(.object(randomClass())) }
  }

  private mutating func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  private mutating func randomClass() -> Int {
    var rest = random(100)
    for (index, kind) in classes.enumerated() {
      if rest < kind.share { return index }
      rest -= kind.share
    }
    return classes.count - 1
  }

  private mutating func write() throws -> [UInt8] {
    var writer = PropertyListWriter(.binary)
    try writer.beginDictionary()
    try writer.key("$version")
    try writer.integer(100_000)
    try writer.key("$archiver")
    try writer.string("NSKeyedArchiver")
    try writer.key("$top")
    try writer.beginDictionary()
    try writer.key("IB.objectdata")
    try writer.reference(1)
    try writer.end()
    try writer.key("$objects")
    try writer.beginArray()
    // Objects append strings and integers of their own while they are written.
    var index = 0
    while index < entries.count {
      switch entries[index] {
      case .text(let text): try writer.string(text)
      case .integer(let number): try writer.integer(Int128(number))
      case .classRecord(let number): try write(classRecord: number, &writer)
      case .object(-1): try writeRoot(&writer)
      case .object(let number): try write(objectOf: classes[number], index, &writer)
      }
      index += 1
    }
    try writer.end()
    try writer.end()
    return try writer.finish()
  }

  private func write(classRecord number: Int, _ writer: inout PropertyListWriter) throws {
    let (name, superclasses) =
      number < 0
      ? ("NSIBObjectData", ["NSObject"]) : (classes[number].name, classes[number].superclasses)
    try writer.beginDictionary()
    try writer.key("$classname")
    try writer.string(name)
    try writer.key("$classes")
    try writer.beginArray()
    for name in [name] + superclasses { try writer.string(name) }
    try writer.end()
    try writer.end()
  }

  private mutating func writeRoot(_ writer: inout PropertyListWriter) throws {
    try writer.beginDictionary()
    try writer.key("NSObjectsKeys")
    try list(Array(objects), &writer)
    try writer.key("NSObjectsValues")
    try list(objects.map { _ in objects.lowerBound + random(objects.count) }, &writer)
    try writer.key("NSOidsKeys")
    let known = objects.filter { _ in random(4) > 0 }
    try list(known, &writer)
    try writer.key("NSOidsValues")
    let numbers = entries.count..<entries.count + known.count
    for number in known.indices { entries.append(.integer(number + 1)) }
    try list(Array(numbers), &writer)
    try writer.key("$class")
    try writer.reference(UInt64(classes.count + 2))
    try writer.end()
  }

  private mutating func write(
    objectOf kind: NibClass, _ entry: Int, _ writer: inout PropertyListWriter
  ) throws {
    try writer.beginDictionary()
    for (key, field) in kind.fields {
      try writer.key(key)
      switch field {
      case .object: try writer.reference(UInt64(objects.lowerBound + random(objects.count)))
      case .shared:
        // Fonts, colours and the views around are met often.
        let near = max(objects.lowerBound, entry - 20)
        try writer.reference(UInt64(near + random(max(1, entry - near))))
      case .text:
        entries.append(.text(text()))
        try writer.reference(UInt64(entries.count - 1))
      case .none: try writer.reference(0)
      case .integer: try writer.integer(Int128(random(12) - 1))
      case .flags: try writer.integer(Int128(1 << random(30) | 256))
      case .truth: try writer.bool(random(3) == 0)
      case .real: try writer.real(Double(random(400)) / 2)
      case .data: try writer.data((0..<12).map { _ in UInt8(random(256)) })
      case .list:
        try list((0..<random(8)).map { _ in objects.lowerBound + random(objects.count) }, &writer)
      }
    }
    try writer.key("$class")
    let number = classes.firstIndex { $0.name == kind.name } ?? 0
    try writer.reference(UInt64(number + 2))
    try writer.end()
  }

  private func list(_ entries: [Int], _ writer: inout PropertyListWriter) throws {
    try writer.beginArray()
    for entry in entries { try writer.reference(UInt64(entry)) }
    try writer.end()
  }

  /// A frame, a title or the name of an action; one of fifty is not ASCII, and one is long.
  private mutating func text() -> String {
    switch random(50) {
    case 0: "Préférences \(random(1000))…"
    // A tool tip or a licence: with these an object has 140 bytes, and 150 in the nib of that application.
    case 1: String(repeating: "Sentence \(random(1000)). ", count: 120 + random(200))
    case 2..<25: "{{\(random(900)), \(random(900))}, {\(random(900)), \(random(60))}}"
    case 25..<40: "Take note of number \(random(10_000))"
    default: "performAction\(random(10_000)):"
    }
  }
}
