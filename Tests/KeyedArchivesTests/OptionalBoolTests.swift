import ArchiveInspection
import Foundation
import KeyedArchives
import Testing

/// Bools that are not always there: a byte where they have a value (Spec, section 6).
@Suite struct OptionalBoolTests {
  struct Flag: Codable, Equatable { var isOn: Bool? }

  /// Writes its nil as a null, so that the field is nullable and not optional.
  struct NullableFlag: Codable, Equatable {
    var isOn: Bool?

    init(isOn: Bool?) { self.isOn = isOn }
    init(from decoder: any Decoder) throws {
      isOn = try decoder.container(keyedBy: Key.self).decode(Bool?.self, forKey: .isOn)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(isOn, forKey: .isOn)
    }
    enum Key: CodingKey { case isOn }
  }

  struct Mixed: Codable, Equatable {
    var before: Int?
    var first: Bool?
    var always: Bool
    var second: Bool?
    var after: String
  }

  private func shapeCount(_ value: some Encodable) throws -> Int {
    try ArchiveInspector(KeyedArchiver().encode(value)).summary.shapeCount
  }

  @Test func `a bool after nil refines the shape`() throws {
    let flags = [Flag(isOn: nil), Flag(isOn: true), Flag(isOn: false), Flag(isOn: nil)]
    #expect(try shapeCount(flags) == 1)
    for layout in Layout.all { #expect(try roundTrip(flags, layout) == flags, "\(layout)") }
  }

  @Test func `every sequence of four optional bools keeps its values in one shape`() throws {
    let states: [Bool?] = [nil, false, true]
    for number in 0..<81 {
      let flags = [1, 3, 9, 27].map { Flag(isOn: states[number / $0 % 3]) }
      #expect(try roundTrip(flags) == flags, "\(flags)")
      #expect(try shapeCount(flags) == 1, "\(flags)")
    }
  }

  @Test func `a nullable bool keeps its values in one shape`() throws {
    let states: [Bool?] = [nil, false, true]
    for number in 0..<81 {
      let flags = [1, 3, 9, 27].map { NullableFlag(isOn: states[number / $0 % 3]) }
      #expect(try roundTrip(flags) == flags, "\(flags)")
      #expect(try shapeCount(flags) <= 2, "\(flags)")
    }
  }

  @Test func `many records of optional and required bools come back`() throws {
    let states: [Bool?] = [nil, false, true]
    let records = (0..<2_000).map { index in
      Mixed(
        before: index % 7 == 0 ? nil : index, first: states[index % 3], always: index % 5 == 0,
        second: states[index / 3 % 3], after: "\(index)")
    }
    for layout in Layout.all { #expect(try roundTrip(records, layout) == records, "\(layout)") }
  }

  @Test func `a required bool that is left out later moves from its bit to a byte`() throws {
    struct Loose: Encodable {
      var isOn: Bool?
      var count: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(count, forKey: .count)
        if let isOn { try container.encode(isOn, forKey: .isOn) }
      }
      enum Key: CodingKey { case count, isOn }
    }
    let bytes: [UInt8] = try KeyedArchiver().encode([
      Loose(isOn: true, count: 1), Loose(isOn: nil, count: 2), Loose(isOn: true, count: 3),
    ])
    let dump = try ArchiveInspector(bytes).roots.map { ArchiveInspector.dump($0.value) }
    #expect(
      dump.map { String(decoding: $0, as: UTF8.self) } == [
        #"{"array":[{"record":{"type":"OptionalBoolTests.Loose","fields":"#
          + #"[["count",{"int":"1"}],["isOn",{"bool":true}]]}},"#
          + #"{"record":{"type":"OptionalBoolTests.Loose","fields":"#
          + #"[["count",{"int":"2"}],["isOn",{"absent":null}]]}},"#
          + #"{"record":{"type":"OptionalBoolTests.Loose","fields":"#
          + #"[["count",{"int":"3"}],["isOn",{"bool":true}]]}}]}"#
      ])
  }
}
