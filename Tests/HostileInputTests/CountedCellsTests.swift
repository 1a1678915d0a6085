import ArchiveCompression
import ArchiveFormat
import Foundation
import HostileInput
import KeyedArchives
import TestTraits
import Testing
import VectorSupport

/// Lists that are given up when they are long, and read again once it is known that all of them holds.
@Suite struct CountedCellsTests {
  /// What reading a value, or all of a scope, comes to.
  private enum Outcome: Equatable {
    case error(ArchiveError.Code, String, Int?)
    case values(
      cells: [[UInt64]], names: [String], objects: [Int], roots: [String: Int], tail: [Int],
      hasEdges: Bool, position: Int, zeroWidthCount: Int, ends: [Int])

    init(
      _ scope: OpenedScope, _ limits: ArchiveLimits, keeping count: Int, isPiece: Bool
    ) {
      var scanner = ContentScanner(
        scope.content, from: scope.start, definitions: scope.definitions,
        fieldTable: scope.outline.fieldTable, limits: limits)
      scanner.keptCellCount = count
      scanner.keepsEnds = true
      do throws(ArchiveError) {
        let document =
          isPiece
          ? try scanner.scanPiece(.any, depth: 3)
          : scope.hasRootList ? try scanner.scanRoots() : try scanner.scanValue()
        self = .values(
          cells: document.cells.map { cell in
            [
              UInt64(cell.kind.rawValue), cell.isOptionalCall ? 1 : 0, UInt64(cell.key),
              UInt64(cell.detail), UInt64(cell.shape), UInt64(cell.length), cell.payload,
              UInt64(cell.offset),
            ]
          }, names: Array(document.definitions.extensions), objects: document.objects,
          roots: Dictionary(uniqueKeysWithValues: document.roots.map { ($0.name, $0.cell) }),
          tail: document.tail, hasEdges: document.hasEdges, position: scanner.position,
          zeroWidthCount: scanner.zeroWidthValueCount, ends: scanner.ends)
      } catch {
        self = .error(error.code, error.description, error.byteOffset)
      }
    }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// What the scopes hold if so many cells are kept; nil if the archive cannot be opened.
  private func outcomes(
    _ bytes: [UInt8], _ limits: ArchiveLimits, keeping count: Int
  ) -> [Outcome]? {
    var opener = ArchiveOpener(bytes, limits: limits, verifiesChecksums: false)
    guard let archive = try? opener.open() else { return nil }
    return archive.scopes.flatMap { scope in
      [false, true].compactMap { isPiece in
        isPiece && scope.hasRootList
          ? nil : Outcome(scope, limits, keeping: count, isPiece: isPiece)
      }
    }
  }

  /// Compares what is kept with what is counted.
  private func check(
    _ bytes: [UInt8], _ name: String, _ limits: ArchiveLimits,
    _ counts: inout (values: Int, errors: Int)
  ) {
    guard let kept = outcomes(bytes, limits, keeping: .max) else { return }
    for count in [0, 2, 7] {
      let counted = outcomes(bytes, limits, keeping: count)
      #expect(counted == kept, "\(name), keeping \(count): \(bytes)")
    }
    for outcome in kept {
      if case .values = outcome { counts.values += 1 } else { counts.errors += 1 }
    }
  }

  @Test func `counted values have the errors, and the cells, of those that are kept`() throws {
    var counts = (values: 0, errors: 0)
    for vector in InvalidVector.all() where vector.dictionary == nil {
      check(vector.bytes, vector.name, vector.archiveLimits, &counts)
    }
    #expect(counts.errors > 500)
    let samples = try HostileSamples.vectors(in: Self.root.appending(path: "Spec/vectors"))
    for sample in samples where sample.dictionary == nil {
      check(sample.bytes, sample.name, .untrusted, &counts)
    }
    #expect(counts.values > 500)
  }

  @Test(.long) func `counted values have the errors of those that are kept whatever is changed`()
    throws
  {
    var counts = (values: 0, errors: 0)
    let samples =
      try HostileSamples.generated(seeds: 1..<2)
      + HostileSamples.vectors(in: Self.root.appending(path: "Spec/vectors"))
    for (number, sample) in samples.enumerated() where sample.dictionary == nil {
      guard sample.bytes.count < 4_000 else { continue }
      ByteChange.forEach(of: sample.bytes, stride: 83 + number % 5) { change, bytes in
        check(bytes, "\(sample.name), \(change)", .untrusted, &counts)
      }
    }
    #expect(counts.values > 1_000)
    #expect(counts.errors > 1_000)
  }

  @Test(.long) func `counted values reach limits where those that are kept do`() throws {
    var counts = (values: 0, errors: 0)
    let samples = try HostileSamples.vectors(in: Self.root.appending(path: "Spec/vectors"))
    for sample in samples where sample.dictionary == nil && sample.bytes.count < 1_000 {
      for limit in [0, 1, 2, 3, 5, 8, 13, 21, 34] {
        var limits = ArchiveLimits.untrusted
        limits.maximumValueCount = limit
        check(sample.bytes, "\(sample.name), \(limit) values", limits, &counts)
        limits = .untrusted
        limits.maximumZeroWidthCount = limit
        check(sample.bytes, "\(sample.name), \(limit) without bytes", limits, &counts)
      }
    }
    #expect(counts.errors > 500)
  }

  @Test func `lists longer than those that are kept come back`() throws {
    struct Row: Codable, Equatable {
      var name: String
      var flags: [Bool?]
      var table: [String: Int?]
    }
    let rows = (0..<2_000).map { number in
      Row(
        name: "row \(number)", flags: [true, nil, number & 1 == 0],
        table: ["a": number, "b": nil])
    }
    let flags: [Bool?] = (0..<20_000).map { $0 % 3 == 0 ? nil : $0 & 1 == 0 }
    for form in ArchiveForm.all {
      var unarchiver = KeyedUnarchiver()
      unarchiver.usesCells = true
      let bytes: [UInt8] = try form.archiver.encode(rows)
      #expect(try unarchiver.decode([Row].self, from: bytes) == rows, "\(form.name)")
      let bits: [UInt8] = try form.archiver.encode(flags)
      #expect(try unarchiver.decode([Bool?].self, from: bits) == flags, "\(form.name)")
    }
  }
}
