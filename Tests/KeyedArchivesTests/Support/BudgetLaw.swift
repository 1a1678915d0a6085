import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// Whatever is written is read with the same budget, a small one.
struct BudgetLaw {
  let budget: ReadingBudget

  init(baseByteCount: Int) {
    var budget = ReadingBudget()
    budget.baseByteCount = baseByteCount
    budget.baseVisitCount = 1_000
    self.budget = budget
  }

  func archiver(_ compression: BlockPacking, throughTape: Bool) -> KeyedArchiver {
    var archiver = KeyedArchiver(compression: compression)
    archiver.readingBudget = budget
    struct Other: Codable {}
    if throughTape { archiver.hooks.store(Other.self) { _ in 0 } }
    return archiver
  }

  var unarchiver: KeyedUnarchiver {
    var unarchiver = KeyedUnarchiver()
    unarchiver.limits.budget = budget
    return unarchiver
  }

  private func expect<Value: Equatable>(
    _ value: Value, _ comment: Comment, _ sourceLocation: SourceLocation,
    _ read: () throws -> Value?
  ) {
    do {
      #expect(try read() == value, comment, sourceLocation: sourceLocation)
    } catch {
      Issue.record("\(comment): \(error)", sourceLocation: sourceLocation)
    }
  }

  /// - Parameter isPaid: Whether the plain bytes pay, so that the value has to be written.
  func check<Value: Codable & Equatable>(
    _ value: Value, isPaid: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    func attempt<Written>(_ comment: Comment, _ write: () throws -> Written) throws -> Written? {
      do { return try write() } catch let error as ArchiveError {
        #expect(!isPaid, "\(comment) \(error)", sourceLocation: sourceLocation)
        #expect(
          error.description.contains("KeyedArchiver.readingBudget"), comment,
          sourceLocation: sourceLocation)
        return nil
      }
    }
    let compressions = [BlockPacking.none, .zlib(level: 9)]
    for compression in LongTests.areWanted ? compressions + [.zlib(level: 1)] : compressions {
      for throughTape in [false, true] {
        let archiver = self.archiver(compression, throughTape: throughTape)
        let comment: Comment = "\(compression), \(throughTape)"
        if let data: Data = try attempt(comment, { try archiver.encode(value) }) {
          for usesCells in [false, true] {
            var reading = unarchiver
            reading.usesCells = usesCells
            expect(value, comment, sourceLocation) {
              try reading.decode(Value.self, from: data)
            }
          }
        }
        var dictionary = ShapeDictionary()
        for _ in 0..<3 {
          guard
            let record = try attempt(comment, { try archiver.encode(value, against: dictionary) })
          else { break }
          dictionary = try dictionary.adding(record.additions)
          expect(value, "\(comment), dictionary", sourceLocation) {
            try unarchiver.decode(Value.self, from: record.bytes, dictionary: dictionary)
          }
        }
        var bytes: [UInt8] = []
        let writer = ArchiveStreamWriter<Value>(archiver, to: ArchiveOutput { bytes += $0 })
        let isWritten: Void? = try attempt(comment) {
          for _ in 0..<3 {
            try writer.append(value)
            try writer.flush()
          }
          try writer.finish()
        }
        if isWritten != nil {
          let reader = ArchiveStreamReader<Value>(ArchiveInput(Data(bytes)), unarchiver)
          for _ in 0..<3 {
            expect(value, "\(comment), stream", sourceLocation) { try reader.next() }
          }
        }
      }
    }
  }
}
