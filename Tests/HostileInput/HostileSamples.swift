internal import ArchiveCompression
package import Foundation
import ArchiveInspection
import KeyedArchives
import TestSupport
import Workloads

/// The archives that are going to be changed.
package enum HostileSamples {
  /// Archives of values made up from a seed, each in all forms.
  package static func generated(seeds: Range<UInt64>) throws -> [HostileSample] {
    try ArchiveForm.all.flatMap { form in
      try seeds.flatMap { try values(seed: $0, form) } + workloads(form)
    }
  }

  private static func values(seed: UInt64, _ form: ArchiveForm) throws -> [HostileSample] {
    var random = SeededGenerator(seed: seed)
    func sample<Value: Codable & Equatable & Sendable>(
      _ name: String, _ value: Value
    ) throws -> HostileSample {
      try HostileSample("\(name), seed \(seed)", value, form, ==)
    }
    let numbers = (0..<24).map { _ in Int(truncatingIfNeeded: random.next() >> (random.next() & 63))
    }
    let entries = (0..<4).map { _ in SampleEntry(&random) }
    let nested = numbers.prefix(6).map { Array(numbers.prefix($0 & 7)) }
    let byName = Dictionary(
      uniqueKeysWithValues: numbers.prefix(8).enumerated().map { ("k\($0)", $1) })
    let byNumber = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($0, $1.title) })
    return [
      try sample("integers", numbers),
      try sample("small integers", numbers.map { Int8(truncatingIfNeeded: $0) }),
      try sample("wide integers", numbers.prefix(6).map { Int128($0) * Int128($0) }),
      try sample("reals", numbers.map { Double($0) / 7 }),
      try sample("bools", numbers.map { $0 & 1 == 0 }),
      try sample("optionals", numbers.map { $0 & 1 == 0 ? nil : $0 }),
      try sample("texts", entries.map(\.title) + entries.compactMap(\.note)),
      try sample("rows of rows", nested),
      try sample("dictionary", byName),
      try sample("dictionary by number", byNumber),
      try sample("set", Set(numbers)),
      try sample("entry", entries[0]),
      try sample("entries", entries),
      try sample("choices", (0..<6).map { _ in SampleChoice(&random, depth: 3) }),
      try sample("tree", SampleTree(&random, depth: 4)),
      try sample("data", Data(random.bytes(120))),
      try HostileSample(
        "graph, seed \(seed)", SampleGraph(count: 6 + Int(seed)), form,
        allowing: [SampleLeaf.self]
      ) { $0.lines == $1.lines },
    ]
  }

  private static func workloads(_ form: ArchiveForm) throws -> [HostileSample] {
    func sample<Value: GeneratedWorkload>(_ type: Value.Type, count: Int) throws -> HostileSample {
      try HostileSample("\(type)", type.generated(count: count), form, ==)
    }
    return [
      try sample(WebLog.self, count: 6), try sample(TriangleMesh.self, count: 6),
      try sample(PlayerSaves.self, count: 1), try sample(GameUpdates.self, count: 4),
    ]
  }

  /// The vectors of the specification that are archives.
  ///
  /// - Parameter folder: `Spec/vectors` of a checkout.
  package static func vectors(in folder: URL) throws -> [HostileSample] {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: "valid"), includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "hex" }.sorted { $0.path < $1.path }.map { file in
      let text = try String(contentsOf: file, encoding: .utf8)
      let mark = "# dictionary: "
      let home = text.split(separator: "\n").first { $0.hasPrefix(mark) }?.dropFirst(mark.count)
      let dictionary = try home.map { name in
        let rows = folder.appending(path: "dictionaries/\(name).hex")
        return try ShapeDictionary(rows: bytes(try String(contentsOf: rows, encoding: .utf8)))
      }
      return try HostileSample(
        untyped: file.deletingPathExtension().lastPathComponent, bytes(text), against: dictionary)
    }
  }

  private static func bytes(_ text: String) -> [UInt8] {
    text.split(separator: "\n").flatMap { line in
      line.prefix { $0 != "#" }.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
  }
}
