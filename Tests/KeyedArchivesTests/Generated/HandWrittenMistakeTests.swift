import Foundation
import KeyedArchives
import Testing

/// A conformance by hand that does not keep what it must: it ends the process with a sentence, before it
/// touches memory that is not its own.
@Suite struct HandWrittenMistakeTests {
  @Test func `a place past those that were described`() async throws {
    let writing = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      Mistake.current = .placePastTheEnd
      _ = try KeyedArchiver().encode([Mistake(), Mistake()])
    }
    try expect(writing, says: "no field was described for this place")
    let negative = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      Mistake.current = .negativePlace
      _ = try KeyedArchiver().encode(Mistake())
    }
    try expect(negative, says: "no field was described for this place")
    let reading = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let data = try KeyedArchiver().encode([Mistake(), Mistake()])
      Mistake.current = .placePastTheEnd
      _ = try KeyedUnarchiver().decode([Mistake].self, from: data)
    }
    try expect(reading, says: "no field was described for this place")
  }

  @Test func `a value at the place of another type`() async throws {
    let writing = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      Mistake.current = .placeOfAnotherType
      _ = try KeyedArchiver().encode([Mistake(), Mistake()])
    }
    try expect(writing, says: "described with another type")
    let reading = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let data = try KeyedArchiver().encode([Mistake(), Mistake()])
      Mistake.current = .placeOfAnotherType
      _ = try KeyedUnarchiver().decode([Mistake].self, from: data)
    }
    try expect(reading, says: "described with another type")
  }

  @Test func `more state bits than fit`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      Mistake.current = .tooManyBits
      _ = try KeyedArchiver().encode(Mistake())
    }
    try expect(result, says: "more state bits than a record that is written so can have")
  }

  @Test func `a case and a value in it that were not described`() async throws {
    let index = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      Mistake.current = .placePastTheEnd
      _ = try KeyedArchiver().encode(MistakenCase.second(1))
    }
    try expect(index, says: "no case was described with this index")
    let value = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      Mistake.current = .negativePlace
      _ = try KeyedArchiver().encode(MistakenCase.second(1))
    }
    try expect(value, says: "no field was described for this place")
  }

  private func expect(
    _ result: ExitTest.Result?, says sentence: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let said = try #require(result, sourceLocation: sourceLocation).standardErrorContent
    #expect(
      String(decoding: said, as: UTF8.self).contains(sentence), sourceLocation: sourceLocation)
  }
}

/// A record whose conformance makes a mistake if it is told to.
private struct Mistake: ArchivableRecord, Equatable {
  enum Kind { case none, placePastTheEnd, negativePlace, placeOfAnotherType, tooManyBits }
  nonisolated(unsafe) static var current = Kind.none

  var number = 1
  var names = ["a", "b"]

  init() {}

  static func describeFields(_ fields: inout ArchiveFields) {
    fields.add("number", \Self.number)
    fields.add("names", \Self.names)
  }

  private static var namesPlace: Int {
    switch current {
    case .placePastTheEnd: 2
    case .negativePlace: .min
    case .placeOfAnotherType: 0
    case .none, .tooManyBits: 1
    }
  }

  func writeFields(to writer: inout ArchiveWriter, at places: ArchivePlaces) {
    var bits = ArchiveStateBits()
    for _ in 0..<(Self.current == .tooManyBits ? 100 : 0) { bits.add(Int?.none) }
    bits.add(number)
    bits.add(names)
    writer.put(bits)
    writer.put(number, at: places[0])
    writer.put(names, at: places[Self.namesPlace])
  }

  init(from reader: inout ArchiveReader, at places: ArchivedPlaces) throws {
    var bits = try reader.takeBits(at: places)
    number = try reader.take(Int.self, &bits, at: places[0])
    names = try reader.take([String].self, &bits, at: places[Self.namesPlace])
  }
}

private enum MistakenCase: ArchivableCases {
  case first
  case second(Int)

  static func describeCases(_ cases: inout ArchiveCases) {
    cases.add("first")
    cases.add("second") { $0.add("_0", Int.self) }
  }

  func writeCase(to writer: inout ArchiveWriter, at place: ArchivePlace) {
    guard case .second(let number) = self else {
      return writer.end(writer.begin(case: 0, at: place))
    }
    let payload = writer.begin(case: Mistake.current == .placePastTheEnd ? 2 : 1, at: place)
    var bits = ArchiveStateBits()
    bits.add(number)
    writer.put(bits)
    writer.put(number, at: payload[Mistake.current == .negativePlace ? -1 : 0])
    writer.end(payload)
  }

  init(from reader: inout ArchiveReader, case index: Int, at places: ArchivedPlaces) throws {
    guard index == 1 else {
      self = .first
      return
    }
    var bits = try reader.takeBits(at: places)
    self = .second(try reader.take(Int.self, &bits, at: places[0]))
  }
}
