import ArchiveInspection
import Foundation
import KeyedArchives
import TestSupport
import TestTraits
import Testing
import Workloads

/// What coders keep from call to call does not grow with the shapes that they met.
@Suite struct DistinctShapesTests {
  #if os(Linux)
    @Test(.long) func `archives of ever other shapes leave no memory behind`() async {
      // In a process of its own: others would count here too.
      await #expect(processExitsWith: .success) {
        for number in 0..<4_000 { try Self.take(number) }
        let before = try Self.heldByteCount()
        for number in 4_000..<20_000 { try Self.take(number) }
        #expect(try Self.heldByteCount() - before < 1 << 20)
      }
    }
  #endif

  /// Encodes and decodes something whose shape no other number has, in a way that the number tells.
  private static func take(_ number: Int) throws {
    switch number % 8 {
    case 0: try checkRoundTrip(SelectedFields(number: number))
    case 1: try checkRoundTrip(NamedFields(number: number))
    case 2: try checkRoundTrip(SelectedFields(number: number), ShapeDictionary())
    default:
      let text = #"{"common": \#(number), "field of \#(number)": 1, "text of \#(number)": "2"}"#
      let bytes = try ArchivedValue(json: Array(text.utf8)).archived()
      #expect(try KeyedUnarchiver().decode(KnownField.self, from: bytes).common == number)
      #expect(try KeyedUnarchiver().decode(AnyFields.self, from: bytes).keys.count == 3)
    }
  }

  private static func checkRoundTrip<Value: Codable & Equatable>(_ value: Value) throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(value)
    #expect(try KeyedUnarchiver().decode(Value.self, from: bytes) == value)
  }

  private static func checkRoundTrip<Value: Codable & Equatable>(
    _ value: Value, _ dictionary: ShapeDictionary
  ) throws {
    let encoding = try KeyedArchiver().encode(value, against: dictionary)
    let grown = try dictionary.adding(encoding.additions)
    let back = try KeyedUnarchiver().decode(Value.self, from: encoding.bytes, dictionary: grown)
    #expect(back == value)
  }

  /// What this process holds. Sanitizers keep back what was freed, and tell what was not.
  private static func heldByteCount() throws -> Int {
    if let count = Sanitizer.allocatedByteCount { return count }
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    return pages * 4_096
  }
}
