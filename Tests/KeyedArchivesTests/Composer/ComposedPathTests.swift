import ArchiveInspection
import Foundation
import RecordTestSupport
import KeyedArchives
import TestSupport
import TestTraits
import Testing

/// Each value of a tree stands at its path: `decode(_:at:from:)` gives what the whole archive has there.
@Suite struct ComposedPathTests {
  @Test func `of values of types put together at random`() throws {
    try check(typeCount: 60, seed: 7_120_331_992_614_417_733)
  }

  @Test(.long) func `of many values of types put together at random`() throws {
    try check(typeCount: 3_000, seed: .random(in: 0 ... .max))
  }

  private func check(typeCount: Int, seed: UInt64) throws {
    var composer = Composer(random: SeededGenerator(seed: seed))
    var pathCount = 0
    for number in 0..<typeCount {
      let type = composer.type(depth: 4)
      do {
        pathCount += try check(type, &composer.random)
      } catch {
        Issue.record("seed \(seed), type \(number), \(type): \(error)")
        return
      }
    }
    print("paths: \(typeCount) types, \(pathCount) paths, seed \(seed)")
    #expect(pathCount > 50 * typeCount)
  }

  private struct Difference: Error {
    var layout: String
    var path: String
    var found: String
    var expected: String
  }

  private static let archivers: [(String, KeyedArchiver)] = [
    ("single part", KeyedArchiver(framing: .singlePart)),
    ("parts", KeyedArchiver(framing: .multiPart)),
    ("packed parts", KeyedArchiver(compression: .zlib(), framing: .multiPart)),
  ]

  /// Three roots of one type, of two and four values.
  private func check<Value: Composed>(
    _ type: Value.Type, _ random: inout SeededGenerator
  ) throws -> Int {
    let roots = [("", 2), ("a", 4), ("[0].b", 2)].map { name, count in
      (name, (0..<count).map { _ in Value.make(&random) })
    }
    var pathCount = 0
    for (layout, archiver) in Self.archivers {
      let data = try archiver.encodeRoots { encoder in
        for (name, values) in roots { try encoder.encode(values, named: name) }
      }
      let inspector = try ArchiveInspector(Array(data))
      for root in inspector.roots {
        var open = [(ArchivePath(root.name.isEmpty ? [] : [.root(root.name)]), root.value)]
        while let (path, value) = open.popLast() {
          try compare(layout, path, value, data)
          pathCount += 1
          var inner = value
          while let body = inner.body { inner = body }
          open += Self.children(of: inner, at: path)
        }
      }
    }
    return pathCount
  }

  private func compare(
    _ layout: String, _ path: ArchivePath, _ value: ArchivedValue, _ data: Data
  ) throws {
    let expected = String(decoding: ArchiveInspector.dump(value), as: UTF8.self)
    let found: String
    do {
      let read = try KeyedUnarchiver().decode(ArchivedValue.self, at: path, from: data)
      found = String(decoding: ArchiveInspector.dump(read), as: UTF8.self)
    } catch let error as ArchiveError where error.code == .objectElsewhere {
      return
    } catch {
      throw Difference(layout: layout, path: "\(path)", found: "\(error)", expected: expected)
    }
    guard found == expected else {
      throw Difference(layout: layout, path: "\(path)", found: found, expected: expected)
    }
  }

  private static func children(
    of value: ArchivedValue, at path: ArchivePath
  ) -> [(ArchivePath, ArchivedValue)] {
    func at(_ step: ArchivePath.Step) -> ArchivePath { ArchivePath(path.steps + [step]) }
    switch value.kind {
    case .record:
      return value.fields.filter { $0.value.kind != .absent }.map { (at(.key($0.key)), $0.value) }
    case .array, .set:
      return value.elements.enumerated().map { (at(.index($0)), $1) }
    case .map:
      var keys: Set<String> = []
      return value.entries.compactMap { key, value in
        guard let text = key.stringValue ?? key.integerValue.map({ "\($0)" }),
          keys.insert(text).inserted
        else { return nil }
        return (at(.key(text)), value)
      }
    default: return []
    }
  }
}
