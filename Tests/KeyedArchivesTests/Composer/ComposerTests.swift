import ArchiveInspection
import Foundation
import RecordTestSupport
import KeyedArchives
import TestSupport
import TestTraits
import Testing

/// Whatever is encoded can be decoded, in every layout, and is what it was.
@Suite struct ComposerTests {
  @Test func `five hundred values of types put together at random`() throws {
    try check(valuesOf: 125, seed: 16_004_415_536_092_805_927)
  }

  @Test(.long) func `a hundred thousand values of types put together at random`() throws {
    try check(valuesOf: 25_000, seed: .random(in: 0 ... .max))
  }

  /// Four values of each of so many types, and an array of them.
  private func check(valuesOf typeCount: Int, seed: UInt64) throws {
    print("composer: \(typeCount) types, \(4 * typeCount) values, seed \(seed)")
    var composer = Composer(random: SeededGenerator(seed: seed))
    for number in 0..<typeCount {
      let type = composer.type(depth: 4)
      do {
        try check(type, &composer.random)
      } catch {
        Issue.record("seed \(seed), type \(number), \(type): \(error)")
        return
      }
    }
  }

  private struct Difference: Error {
    var layout: String
    var value: String
  }

  private func check<Value: Composed>(
    _ type: Value.Type, _ random: inout SeededGenerator
  ) throws {
    let values = (0..<4).map { _ in Value.make(&random) }
    for value in values { try compare(value.form, value, "plain", Self.plain) }
    let forms = ComposedForm.list(values.map(\.form))
    for (layout, way) in Self.layouts(of: [Value].self) { try compare(forms, values, layout, way) }
    if let json = try? JSONEncoder().encode(values) {
      let back = try JSONDecoder().decode([Value].self, from: json)
      guard back.form == forms else { throw Difference(layout: "JSON", value: "\(values)") }
    }
  }

  private func compare<Value: Composed>(
    _ form: ComposedForm, _ value: Value, _ layout: String, _ way: (Value) throws -> Value
  ) throws {
    do {
      guard try way(value).form == form else {
        throw Difference(layout: layout, value: "\(value)")
      }
    } catch let error as ArchiveError {
      throw Difference(layout: "\(layout): \(error)", value: "\(value)")
    }
  }

  private static func plain<Value: Composed>(_ value: Value) throws -> Value {
    let archive: [UInt8] = try KeyedArchiver().encode(value)
    if let finding = ArchiveVerification(of: archive).findings.first,
      !finding.message.contains("twice")
    {
      throw finding
    }
    return try KeyedUnarchiver().decode(Value.self, from: archive)
  }

  private static func layouts<Value: Composed>(
    of type: [Value].Type
  ) -> [(String, ([Value]) throws -> [Value])] {
    [
      ("array", plain),
      (
        "zlib, parts",
        { value in
          let archiver = KeyedArchiver(compression: .zlib(), framing: .multiPart)
          let archive: [UInt8] = try archiver.encode(value)
          return try KeyedUnarchiver().decode(type, from: archive)
        }
      ),
      (
        "cells",
        { value in
          let archive: [UInt8] = try KeyedArchiver().encode(value)
          var unarchiver = KeyedUnarchiver()
          unarchiver.usesCells = true
          return try unarchiver.decode(type, from: archive)
        }
      ),
      (
        "dictionary",
        { value in
          var dictionary = ShapeDictionary()
          return try value.map { element in
            let encoding = try KeyedArchiver().encode(element, against: dictionary)
            dictionary = try dictionary.adding(encoding.additions)
            return try KeyedUnarchiver().decode(
              Value.self, from: encoding.bytes, dictionary: dictionary)
          }
        }
      ),
      (
        "stream",
        { value in
          var bytes: [UInt8] = []
          let writer = ArchiveStreamWriter<Value>(
            KeyedArchiver(), to: ArchiveOutput { bytes += $0 })
          for element in value {
            try writer.append(element)
            try writer.flush()
          }
          try writer.finish()
          let reader = ArchiveStreamReader<Value>(ArchiveInput(Data(bytes)))
          var back: [Value] = []
          while let element = try reader.next() { back.append(element) }
          return back
        }
      ),
    ]
  }
}
