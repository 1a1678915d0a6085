import Foundation
import FoundationArchiveFormat
import PropertyListFormat
import Testing

/// Foundation reads what is written of its own archives, in a process that it may end: on Linux it does so for some archives.
@Suite struct FoundationReadsTests {
  /// The values, by names that the processes are given. Foundation on Linux 6.3 does not read its own archives of NSDecimalNumber, NSError,
  /// NSNotification, NSPredicate, and of an NSAttributedString without attributes, and what it reads of NSDateInterval, NSTextCheckingResult and
  /// ByteCountFormatter is not equal to what it archived.
  private static let values: KeyValuePairs<String, @Sendable () throws -> Any> = [
    "string": { NSString(string: "aä\u{1F600}\u{1}\r") },
    "mutable string": { NSMutableString(string: "x") },
    "integers": { [0, -1, 255, Int.max, Int.min] as NSArray },
    "unsigned": { NSNumber(value: UInt64.max) },
    "bools": { [true, false] as NSArray },
    "reals": { [2.5, -0.0, Double.infinity, Double.leastNonzeroMagnitude] as NSArray },
    "float": { NSNumber(value: Float(0.1)) },
    "data": { NSData(data: Data([1, 2, 3])) },
    "mutable data": { NSMutableData(data: Data(0...255)) },
    "date": { NSDate(timeIntervalSinceReferenceDate: 1.5) },
    "mutable array": { NSMutableArray(array: [1, "a", ["b"] as NSArray]) },
    "dictionary": { ["a": 1, "b": ["c", "a"] as NSArray] as NSDictionary },
    "dictionary of numbers": { [1: "a", 2.5: "b"] as NSDictionary },
    "mutable dictionary": { NSMutableDictionary(dictionary: ["a": NSNull()]) },
    "set": { NSSet(array: [1, 2, "a"]) },
    "mutable set": { NSMutableSet(array: [1, 2]) },
    "counted set": { NSCountedSet(array: [1, 1, 2]) },
    "ordered set": { NSOrderedSet(array: [3, 1, 2]) },
    "mutable ordered set": { NSMutableOrderedSet(array: [3, 1, 2]) },
    "URL": { try #require(NSURL(string: "http://a/b?c")) },
    "relative URL": {
      try #require(NSURL(string: "b/c", relativeTo: URL(string: "http://a/x/")))
    },
    "UUID": { NSUUID() },
    "null": { NSNull() },
    "index sets": {
      let many = NSMutableIndexSet(index: 1)
      many.add(in: NSRange(location: 5, length: 500))
      return [NSIndexSet(), NSIndexSet(index: 7), many] as NSArray
    },
    "index paths": {
      [NSIndexPath(index: 4), NSIndexPath(indexes: [1, 2, 300], length: 3)] as NSArray
    },
    "time zone": { try #require(NSTimeZone(name: "Europe/Berlin")) },
    "locale": { NSLocale(localeIdentifier: "de_DE") },
    "attributed string": {
      let text = NSMutableAttributedString(string: "hello world")
      let range = NSRange(location: 0, length: 5)
      text.addAttribute(NSAttributedString.Key("k"), value: "v" as NSString, range: range)
      return text
    },
    "measurement": { NSMeasurement(doubleValue: 2, unit: UnitLength.meters) },
    "range": { NSValue(range: NSRange(location: 1, length: 2)) },
    "date components": { DateComponents(year: 2020, month: 5) as NSDateComponents },
    "calendar": { try #require(NSCalendar(identifier: .gregorian)) },
    "character set": { NSCharacterSet(charactersIn: "abc") },
    "regular expression": { try NSRegularExpression(pattern: "a+") },
    "affine transform": { NSAffineTransform() },
    "query item": { NSURLQueryItem(name: "a", value: "b") },
  ]

  /// The ways that an archive goes before Foundation reads it.
  enum Way: CaseIterable {
    case untouched, binary, xml, document, documentAsXML

    func bytes(of archive: Data) throws -> [UInt8] {
      let graph = try FoundationGraph([UInt8](archive))
      return switch self {
      case .untouched: [UInt8](archive)
      case .binary: try graph.bytes(.binary)
      case .xml: try graph.bytes(.xml)
      case .document: try Self.throughValue(graph, .binary)
      case .documentAsXML: try Self.throughValue(graph, .xml)
      }
    }

    private static func throughValue(
      _ graph: FoundationGraph, _ form: PropertyList.Form
    ) throws -> [UInt8] {
      try FoundationGraph.bytes(of: try #require(try graph.archivedValue()), form)
    }
  }

  /// Archives a value with Foundation, and lets Foundation read what became of the archive.
  private static func check(_ name: String, _ way: Way) throws {
    let make = try #require(values.first { $0.key == name }?.value)
    let value = try make()
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: value, requiringSecureCoding: false)
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(try way.bytes(of: archive)))
    unarchiver.requiresSecureCoding = false
    let found = try #require(unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey))
    try #require(([found] as NSArray).isEqual([value] as NSArray))
  }

  /// Checks all values. The last line on standard error says which one was read.
  private static func checkAll() throws {
    for name in values.map(\.key) {
      for way in Way.allCases {
        try FileHandle.standardError.write(contentsOf: Data("\(name), \(way)\n".utf8))
        try check(name, way)
      }
    }
  }

  @Test func `what Foundation archived is equal when it was written in any way`() async {
    await #expect(processExitsWith: .success) { try FoundationReadsTests.checkAll() }
  }
}
