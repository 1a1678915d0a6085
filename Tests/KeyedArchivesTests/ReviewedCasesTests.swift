import ArchiveFormat
import Foundation
import KeyedArchives
import Testing

/// Cases that went wrong once.
@Suite struct ReviewedCasesTests {
  struct Point: Codable, Equatable { var x = 1 }

  /// A class that is encoded as what it holds.
  final class Box<Value: Codable>: Codable {
    let value: Value
    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Value.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  @Test func `a class may be encoded as a struct`() throws {
    let box = Box(Point(x: 5))
    for layout in Layout.all {
      let back = try roundTrip([box, box], layout)
      #expect(back[0].value == Point(x: 5) && back[0] === back[1])
    }
  }

  @Test func `a class may be encoded as arrays of any depth`() throws {
    let three = [[[1]]]
    #expect(try roundTrip([Box(three)])[0].value == three)
    let five = [[three]]
    #expect(try roundTrip([Box(five)])[0].value == five)
    let six = [five]
    #expect(try roundTrip([Box(six)])[0].value == six)
    let seven = [six]
    #expect(try roundTrip([Box(seven)])[0].value == seven)
    let eight = [seven]
    #expect(try roundTrip([Box(eight)])[0].value == eight)
  }

  @Test func `an object that is another object's body keeps its identity`() throws {
    struct Holder: Codable {
      var outer: Box<Counter>
      var inner: Counter
    }
    let counter = Counter(3)
    let back = try roundTrip(Holder(outer: Box(counter), inner: counter))
    #expect(back.outer.value === back.inner && back.inner.value == 3)
  }

  @Test func `an object whose body is null is no nil`() throws {
    let values: [Box<Int?>?] = [Box(nil), nil, Box(7)]
    let back = try roundTrip(values)
    #expect(back.map { $0 == nil } == [false, true, false])
    #expect(back[0]?.value == nil && back[2]?.value == 7)
  }

  @Test func `a dictionary with a nil key is refused when it is encoded`() throws {
    let error = #expect(throws: ArchiveError.self) {
      let _: [UInt8] = try KeyedArchiver().encode([nil: "a", 1: "b"] as [Int?: String])
    }
    #expect(error?.code == .invalidValue)
  }

  @Test func `decimals with large exponents keep their value`() throws {
    for mantissa in ["1", "10", "300", "99999999999999999999999999999999999999", "-7"] {
      for exponent in stride(from: -128, through: 127, by: 5) {
        guard let value = Decimal(string: "\(mantissa)e\(exponent)"), !value.isNaN else { continue }
        let back = try roundTrip([value])[0]
        #expect(back == value, "\(mantissa)e\(exponent)")
      }
    }
  }

  @Test func `what compresses too well for readers is stored plain`() throws {
    let zeros = Data(count: 2_000_000)
    for framing in [ArchiveLayout.Framing.singlePart, .multiPart] {
      let bytes: [UInt8] = try KeyedArchiver(compression: .zlib(), framing: framing).encode(zeros)
      #expect(try KeyedUnarchiver().decode(Data.self, from: bytes) == zeros)
    }
  }

  @Test func `a label around an object does not let its class pass`() throws {
    // Types X and Forbidden, both classes; an array of typed(X) → object(typed(Forbidden) int).
    let types = "05 19 03 58 99 03 46 6F 72 62 69 64 64 65 6E"
    let labelled = singlePart(types + "16 1A 01 19 1A 03 05 05 01 05")
    let bare = singlePart(types + "16 1A 03 05 05 05")
    for bytes in [labelled, bare] {
      let error = #expect(throws: ArchiveError.self) {
        try KeyedUnarchiver().decode([Secret].self, from: bytes)
      }
      #expect(error?.code == .typeNotAllowed, "\(String(describing: error))")
    }
  }

  final class Secret: Decodable {
    init(from decoder: any Decoder) throws { Issue.record("the class that is not allowed ran") }
  }

  @Test func `two types of one name stay refused after the error was caught`() throws {
    struct Stubborn: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(ReviewedCasesTests.first())
        #expect(throws: (any Error).self) { try container.encode(ReviewedCasesTests.second()) }
        #expect(throws: (any Error).self) { try container.encode(ReviewedCasesTests.second()) }
      }
    }
    // A refused name makes the whole call fail, since a container could not throw it.
    let error = #expect(throws: ArchiveError.self) {
      let _: [UInt8] = try KeyedArchiver().encode(Stubborn())
    }
    #expect(error?.code == .ambiguousTypeName)
  }

  private static func first() -> some Encodable {
    struct Same: Encodable { var a = 1 }
    return Same()
  }

  private static func second() -> some Encodable {
    struct Same: Encodable { var b = 1 }
    return Same()
  }

  @Test func `labels nested 500 deep need no stack while they are read`() async throws {
    let bytes = singlePart(
      "03 11 41" + String(repeating: "1A 01 01", count: 500) + "45")
    let error = await withCheckedContinuation { continuation in
      let thread = Thread {
        do {
          _ = try KeyedUnarchiver().decode(Int.self, from: bytes)
          continuation.resume(returning: nil as ArchiveError?)
        } catch {
          continuation.resume(returning: error as? ArchiveError)
        }
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(error == nil)
  }

  /// Objects of class C, each an array of two references to the one before: 2^n paths.
  private func laughs(_ count: Int, references: Int) -> [UInt8] {
    var sink = ByteSink()
    sink.bytes = hex("03 19 03 43 16 01")
    sink.varint(count << 1)
    for index in 0..<count {
      sink.bytes += hex("19 1A 01 16 01 01")
      let inner = index == 0 ? 0 : references
      sink.varint(inner << 1)
      for _ in 0..<inner {
        sink.bytes += hex("19 00")
        sink.varint(index - 1 + 3)
      }
    }
    return singlePart(sink.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
  }

  /// Reads whatever is in the last element through nested containers alone.
  private struct Walker: Decodable {
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      let last = (container.count ?? 0) - 1
      while container.currentIndex < last { _ = try container.superDecoder() }
      try Self.walk(container)
    }

    private static func walk(_ container: any UnkeyedDecodingContainer) throws {
      var container = container
      while !container.isAtEnd { try walk(container.nestedUnkeyedContainer()) }
    }
  }

  @Test func `shared references walked through nested containers are counted`() throws {
    let error = #expect(throws: ArchiveError.self) {
      var limits = ArchiveLimits.untrusted
      limits.maximumVisitCount = 100_000
      return try KeyedUnarchiver(limits: limits).decode(
        Walker.self, from: laughs(40, references: 2))
    }
    #expect(error?.code == .limitExceeded)
  }

  @Test func `a chain of references ends in an error, not in a crash`() throws {
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode(Walker.self, from: laughs(60_000, references: 1))
    }
    #expect(error?.code == .limitExceeded || error?.code == .stackExhausted)
  }

  @Test func `a map with one key twice is refused whatever user code catches`() throws {
    struct Swallowing: Decodable {
      init(from decoder: any Decoder) throws {
        _ = try? decoder.singleValueContainer().decode([String: Int].self)
      }
    }
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode(
        Swallowing.self, from: singlePart("01 18 0F 05 11 03 61 03 61 05 07"))
    }
    #expect(error?.code == .malformed)
  }

  @Test func `derived shapes cannot multiply fields without end`() throws {
    var sink = ByteSink()
    sink.varint(4_001)
    sink.bytes += hex("03")
    sink.varint(1_000)
    for index in 0..<1_000 {
      sink.bytes += hex("05")
      sink.varint(8)
      sink.bytes += Array(String(10_000 + index).utf8.suffix(4))
    }
    for _ in 0..<4_000 { sink.bytes += hex("07 03 01 45") }
    sink.bytes += hex("45")
    let bytes = singlePart(
      sink.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    let error = #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode(Int.self, from: bytes)
    }
    #expect(error?.code == .limitExceeded)
  }
}
