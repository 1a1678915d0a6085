import ArchiveInspection
import FuzzCases
import Foundation
import KeyedArchives
import RecordLog
import RecordStorage
import RecordTestSupport
import StorageTransforms
import TestSupport

/// Inputs to begin with: the vectors of the specification, and logs and stored forms that the package writes.
struct SeedMaker {
  private var made: [(target: FuzzTarget, name: String, bytes: [UInt8])] = []
  private var generator = SeededGenerator(seed: 7)
  private static let readers: [FuzzTarget] = [
    .unarchive, .inspect, .verify, .partial, .stream, .print, .planted, .inflate,
    .reference,
  ]

  /// All of them.
  init() throws {
    try addVectors()
    try addLogs()
    try addTransforms()
    addBytes()
    try addGraphs()
    try addPrograms()
    #if SQLite
      try addModels()
    #endif
  }

  var count: Int { made.count }

  /// Writes all of them below a folder, for `-merge=1` to choose from.
  func write(to folder: URL) throws {
    for seed in made {
      let place = folder.appending(path: seed.target.rawValue)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try Data(seed.bytes).write(to: place.appending(path: seed.name))
    }
  }

  mutating func add(
    _ target: FuzzTarget, _ name: String, _ content: [UInt8], option: UInt8 = 0, switches: UInt8 = 0
  ) {
    made.append((target, "\(name)-\(option)", [switches, option] + content))
  }

  private mutating func addVectors() throws {
    let vectors = FuzzFiles.folder.deletingLastPathComponent().appending(path: "Spec/vectors")
    for folder in ["valid", "invalid", "equivalent"] {
      let place = vectors.appending(path: folder)
      for file in try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
      where file.hasSuffix(".hex") {
        let text = try String(contentsOf: place.appending(path: file), encoding: .utf8)
        let bytes = Self.bytes(text)
        for target in Self.readers { add(target, file, bytes, option: UInt8(made.count % 100)) }
        add(
          .containers, file, Self.joined(generator.bytes(60), bytes), option: UInt8(made.count % 8))
        guard
          let name = text.split(separator: "\n").first(where: { $0.hasPrefix("# dictionary: ") })
        else { continue }
        let home = vectors.appending(path: "dictionaries/\(name.dropFirst(14)).hex")
        let rows = Self.bytes(try String(contentsOf: home, encoding: .utf8))
        add(.dictionary, file, Self.joined(rows, bytes))
      }
    }
  }

  /// The bytes of commented hex.
  private static func bytes(_ text: String) -> [UInt8] {
    text.split(separator: "\n").flatMap { line in
      line.prefix { $0 != "#" }.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
  }

  private static func joined(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    Varint.little(UInt32(first.count)) + first + second
  }

  private mutating func addLogs() throws {
    for moves in [0, 1, 3, 12] {
      let folder = MemoryFolder()
      let backEnd = try FileBackEnd("log", in: folder)
      let store = RecordStore(backEnd)
      try store.write { try Ledger.make(in: $0) }
      for _ in 0..<moves { _ = try store.write { try Ledger.move(in: $0) } }
      if moves == 3 { try backEnd.compact() }
      addLog("ledger-\(moves)-open", folder, hint: false)
      backEnd.close()
      addLog("ledger-\(moves)", folder, hint: true)
    }
    let folder = MemoryFolder()
    let backEnd = try FileBackEnd("log", in: folder)
    let store = RecordStore(backEnd)
    let kinds: [RecordKey.Kind] = [.integer, .text, .blob]
    for kind in kinds {
      try store.write { session in
        try session.define(
          RecordTable(
            EntitySchema(
              TransformContext.Subject("T\u{1B}\(kind)"),
              attributes: [
                AttributeSchema("a", type: .any, form: TransformForm("native")),
                AttributeSchema("b", type: .int64, form: TransformForm("native"), isUnique: true),
              ]), keyKind: kind))
      }
    }
    for number in Int64(0)..<4 {
      try store.write(.written) { session in
        let keys: [RecordKey] = [
          .integer(number), .text("k\u{7F}\(number)"), .blob(Data([UInt8(number), 0, 255])),
        ]
        let values: [StoredValue] = [
          .null, .real(.infinity), .text("\u{1B}[31m"), .blob(Data([0xB0, 1, 2])),
        ]
        for (kind, key) in zip(kinds, keys) {
          let record = StoredRecord(key: key, values: [values[Int(number)], .integer(number)])
          try session.insert(record, into: "T\u{1B}\(kind)")
        }
      }
    }
    try store.write { _ = try $0.delete(.integer(1), from: "T\u{1B}integer") }
    try store.write { try $0.drop("T\u{1B}text") }
    addLog("kinds-open", folder, hint: false)
    backEnd.close()
    addLog("kinds", folder, hint: true)
  }

  private mutating func addLog(_ name: String, _ folder: MemoryFolder, hint: Bool) {
    guard let log = folder["log"] else { return }
    let hintBytes = hint ? folder["log.hint"] ?? [] : []
    for target in [FuzzTarget.recordLog, .salvage] {
      add(target, name, Self.joined(log, hintBytes), option: 1, switches: 1)
    }
    add(.print, name, log, option: 1)
  }

  private mutating func addTransforms() throws {
    let stamped: [(UInt8, Data)] = try [
      (0, UTF8Transform().stamped().store("hello")),
      (1, JSONTransform<[String: Int]>().then(ZlibTransform()).stamped().store(["a": 1, "b": -2])),
      (10, JSONTransform<[String]>().store(["a", "\u{0}", "é"])),
      (11, PropertyListTransform<[String: String]>().store(["a": "b"])),
      (15, ArchiveTransform<[Int: String]>().store([1: "a", -2: "b"])),
      (14, Data("RIFF0000WEBPVP8 ".utf8)),
    ]
    for (option, data) in stamped { add(.transforms, "stored", Array(data), option: option) }
    let texts: [(UInt8, String)] = [
      (4, "2026-11-22T04:57:44.125Z"), (4, "0000-01-01t00:00:00,5+01:30"),
      (5, "Sun, 22 Nov 2026 04:57:44 +0000"), (5, "22 (a (b)) Nov 99 4:57 EST"),
      (6, "aGVsbG8="), (7, "00ff10"), (8, "a/b.png"), (8, "./7:30.txt"), (8, "."),
      (8, "%2e%2E/x"), (9, "https://example.org/b.png?q#f"), (12, "text é"), (13, "lower"),
      (3, "123"),
    ]
    for (index, (option, text)) in texts.enumerated() {
      add(.transforms, "text-\(index)", Array(text.utf8), option: option)
    }
  }

  private mutating func addBytes() {
    for number in UInt8(0)..<32 {
      generator = SeededGenerator(seed: UInt64(number))
      let bytes = generator.bytes(20 + Int(number) * 8)
      add(.roundTrip, "random-\(number)", bytes, option: number &* 7, switches: number % 8)
      add(.inflate, "random-\(number)", bytes, option: number &* 16 &+ 1, switches: number)
      add(.sealed, "random-\(number)", bytes, option: number)
    }
    let texts = [
      #"{"a":[1,-2.5e10,"x\u00e9\ud83d\ude00\n",null,true],"b":{}}"#,
      "[0,1e400,123456789012345678901234567890,0.1,-0,1.0E+2]", #""\u001b""#, "[[[[]]]]",
      "\u{FEFF}{}", #"{"a":1,"a":2}"#, "18446744073709551615",
    ]
    for (index, text) in texts.enumerated() { add(.json, "text-\(index)", Array(text.utf8)) }
    let sealed =
      "01026b31000102030405060708090a0b70e4851c7220b3c6901aabeb4e2258191112e3a5a5"
    let pairs = stride(from: 0, to: sealed.utf8.count, by: 2).compactMap {
      UInt8(sealed.dropFirst($0).prefix(2), radix: 16)
    }
    add(.sealed, "vector", pairs)
  }

  /// Archives of Foundation, in both forms, and what holds all that XML has.
  private mutating func addGraphs() throws {
    let values: [NSObject] = [
      ["a": [1, 2.5, true] as NSArray, "b": NSSet(array: ["x"])] as NSDictionary,
      ["date": NSDate(timeIntervalSinceReferenceDate: 1), "data": NSData(data: Data([1, 2]))]
        as NSDictionary,
      [NSUUID(), NSURL(string: "http://a/b")!, NSNull()] as NSArray,
      NSIndexSet(indexesIn: NSRange(location: 1, length: 3)),
      NSAttributedString(string: "a\u{1F600}"),
    ]
    for (index, value) in values.enumerated() {
      let archiver = NSKeyedArchiver(requiringSecureCoding: false)
      archiver.outputFormat = index % 2 == 0 ? .binary : .xml
      archiver.encode(value, forKey: NSKeyedArchiveRootObjectKey)
      archiver.finishEncoding()
      for target in [FuzzTarget.list, .graph] {
        add(target, "archive-\(index)", [UInt8](archiver.encodedData))
      }
    }
    let text =
      "<?xml version=\"1.0\"?><!DOCTYPE plist><plist><dict><key>a&amp;</key><array><integer>-0x1</integer>"
      + "<real>nan</real><date>2001-01-01T00:00:00Z</date><data>AA==</data><true/><string><![CDATA[<]]></string>"
      + "</array></dict></plist>"
    add(.list, "xml", Array(text.utf8))
  }

  private mutating func addPrograms() throws {
    for number in UInt8(0)..<200 {
      generator = SeededGenerator(seed: UInt64(number) + 100)
      let archive: [UInt8] = try KeyedArchiver().encode(ReadingSource.random(&generator))
      let program = generator.bytes(20 + Int(number))
      add(.containers, "source-\(number)", Self.joined(program, archive), option: number % 8)
    }
  }
}
