import ArchiveInspection
import Foundation
import KeyedArchives
import Testing

/// Streams of records that differ from each other: batches go straight to bytes.
@Suite struct ChangingStreamTests {
  /// A value whose fields come and go.
  private protocol Changing: Codable, Equatable {
    static var seeds: Range<Int> { get }
    init(seed: Int)
  }

  private struct Null: Changing {
    static let seeds = 0..<100
    var id: Int
    var name: String?
    var size: Double?

    init(seed: Int) {
      id = seed
      name = seed % 16 == 9 ? nil : "n\(seed)"
      size = seed % 10 == 5 ? nil : Double(seed)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(name, forKey: .name)
      try container.encode(size, forKey: .size)
    }
  }

  private struct Absent: Changing {
    static let seeds = 0..<100
    var id: Int
    var name: String?
    var tags: [String]?
    var note: Note?
    var isLast: Bool?

    init(seed: Int) {
      id = seed
      name = seed.isMultiple(of: 7) ? nil : "n\(seed)"
      tags = seed.isMultiple(of: 3) ? ["t"] : nil
      note = seed % 5 == 4 ? Note(text: seed.isMultiple(of: 2) ? "x" : nil) : nil
      isLast = seed > 90 ? true : nil
    }
  }

  private struct Note: Codable, Equatable { var text: String? }

  /// Each case has a record of its own.
  private enum Event: Changing {
    case moved(to: Int)
    case named(String, Note?)
    case ended

    static let seeds = 0..<100

    init(seed: Int) {
      switch seed % 16 {
      case 3: self = .ended
      case 9, 12: self = .named("n\(seed)", seed.isMultiple(of: 2) ? Note(text: "t") : nil)
      default: self = .moved(to: seed)
      }
    }
  }

  /// Records without any field in common.
  private struct Row: Changing {
    static let seeds = 0..<100
    var numbers: [Int]?
    var text: String?

    init(seed: Int) {
      if seed % 20 < 10 { numbers = [seed] } else { text = "t\(seed)" }
    }
  }

  /// Writes `values`, with an end mark behind each batch of so many.
  ///
  /// - Returns: The archive, and for how many values it went the general way.
  private func write<Value: Encodable>(
    _ values: [Value], flushedAfter count: Int
  ) throws -> (bytes: [UInt8], generalCount: Int) {
    let output = StreamBytes()
    let writer = ArchiveStreamWriter<Value>(to: output.output)
    var generalCount = 0
    for (index, value) in values.enumerated() {
      try writer.append(value)
      if !writer.isDirect { generalCount += 1 }
      if index % count == count - 1 { try writer.flush() }
    }
    try writer.finish()
    return (output.bytes, generalCount)
  }

  private func check<Value: Changing>(_ type: Value.Type, _ batchCount: Int) throws {
    let values = Value.seeds.map(Value.init)
    for values in [values, values.reversed()] {
      let (bytes, generalCount) = try write(values, flushedAfter: batchCount)
      // Small batches that differ from each other are encoded faster the general way.
      #expect(generalCount == 0 || batchCount < 10, "\(type)")
      #expect(try elements(type, of: bytes) == values)
      #expect(ArchiveVerification(of: bytes).findings.allSatisfy { $0.code == .notCanonical })
      // A row for each form that comes, and not one for each batch: no more than in the general way.
      let general = try stream(values, batchCount: batchCount, isDirect: false)
      let shapeCount = try ArchiveInspector(bytes).summary.shapeCount
      let limit = try 2 * ArchiveInspector(general).summary.shapeCount
      #expect(shapeCount <= limit, "\(type): \(shapeCount)")
    }
  }

  @Test(arguments: [1, 2, 7, 40, 1_000])
  func `fields come and go, and batches go straight to bytes`(_ batchCount: Int) throws {
    try check(Null.self, batchCount)
    try check(Absent.self, batchCount)
    try check(Row.self, batchCount)
    try check(Event.self, batchCount)
  }

  @Test(arguments: [true, false])
  func `a writer that is flushed before the first value loses none`(_ isDirect: Bool) throws {
    let output = StreamBytes()
    let writer = ArchiveStreamWriter<Int>(
      KeyedArchiver(), to: output.output, maximumBatchCount: .max, isDirect: isDirect)
    try writer.flush()
    #expect(try elements(Int.self, of: output.bytes) == [])
    try writer.append(1)
    try writer.append(2)
    try writer.flush()
    try writer.flush()
    try writer.append(3)
    try writer.finish()
    #expect(try elements(Int.self, of: output.bytes) == [1, 2, 3])
    #expect(ArchiveVerification(of: output.bytes).findings.allSatisfy { $0.code == .notCanonical })
  }

  private struct OtherNamed: Codable, ArchiveNamed {
    static let archiveName = "same"
    var b = 1
  }

  private enum OneOf: Encodable {
    case first, other, object, failing

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .first: try container.encode(SameNames.Record())
      case .other: try container.encode(OtherNamed())
      case .object: try container.encode(SameNames.Object())
      case .failing:
        try container.encode(OtherNamed())
        throw CocoaError(.fileNoSuchFile)
      }
    }
  }

  @Test(arguments: [true, false])
  func `a type with the name of another one is an error of its value`(_ isDirect: Bool) throws {
    for other in [OneOf.other, .object, .failing] {
      for flushedAfter in 0..<4 {
        let output = StreamBytes()
        let writer = ArchiveStreamWriter<OneOf>(
          KeyedArchiver(), to: output.output, maximumBatchCount: .max, isDirect: isDirect)
        for (index, value) in [OneOf.first, other, .first, other, .first].enumerated() {
          if index % 2 == 0 {
            try writer.append(value)
          } else {
            #expect(throws: (any Error).self) { try writer.append(value) }
          }
          if index == flushedAfter { try writer.flush() }
        }
        try writer.finish()
        #expect(try elements(SameNames.Record.self, of: output.bytes).count == 3)
      }
    }
  }

  @Test func `large batches end where they are full`() throws {
    let values = (0..<50_000).map(Absent.init)
    let (bytes, generalCount) = try write(values, flushedAfter: .max)
    #expect(generalCount == 0)
    #expect(try elements(Absent.self, of: bytes) == values)
    #expect(bytes.count > ArchiveStreamWriter<Absent>.batchByteCount * 2)
  }

  @Test func `a value that cannot be archived leaves no trace among others that differ`() throws {
    struct Failing: Codable {
      var value: Absent
      var fails: Bool

      func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
        if fails { throw CocoaError(.fileNoSuchFile) }
      }

      init(_ value: Absent, fails: Bool) { (self.value, self.fails) = (value, fails) }
      init(from decoder: any Decoder) throws {
        (value, fails) = (try Absent(from: decoder), false)
      }
    }
    let values = Absent.seeds.map(Absent.init)
    let output = StreamBytes()
    let writer = ArchiveStreamWriter<Failing>(to: output.output)
    for value in values {
      if value.id % 9 == 5 {
        #expect(throws: CocoaError.self) { try writer.append(Failing(value, fails: true)) }
      }
      try writer.append(Failing(value, fails: false))
      if value.id % 30 == 29 { try writer.flush() }
    }
    try writer.finish()
    #expect(try elements(Failing.self, of: output.bytes).map(\.value) == values)
  }
}
