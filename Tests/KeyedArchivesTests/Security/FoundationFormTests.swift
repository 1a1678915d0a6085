import ArchiveFormat
import Foundation
import TestTraits
import Testing

@testable import KeyedArchives

/// Types of Foundation read what bytes say with initializers of their own, some of which end the process over it.
@Suite struct FoundationFormTests {
  private struct Held<Value: Codable & Sendable>: Codable, Sendable { var value: Value }
  private struct Bitmap: Codable, Sendable { var bitmap: Data }
  private struct Runs: Codable, Sendable {
    struct Run: Codable, Sendable {
      var location: Int
      var length: Int
    }
    var indexes: [Run]
    init(_ location: Int, _ length: Int) {
      indexes = [Run(location: 1, length: 2), Run(location: location, length: length)]
    }
    init(_ runs: [(Int, Int)]) { indexes = runs.map { Run(location: $0.0, length: $0.1) } }
  }
  private struct Components: Codable, Sendable {
    var scheme: String?
    var port: Int?
    var path = ""
  }

  /// A value whose initializer is called by another one, and not by a container.
  private struct Forwarded<Value: Codable & Sendable>: Codable, Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  /// The same, of a decoder for a superclass.
  private struct Inherited<Value: Codable & Sendable>: Codable, Sendable {
    var value: Value
    private enum CodingKeys: String, CodingKey { case other, part }
    init(_ value: Value) { self.value = value }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _ = try container.decode(Int.self, forKey: .other)
      value = try Value(from: container.superDecoder(forKey: .part))
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(1, forKey: .other)
      try value.encode(to: container.superEncoder(forKey: .part))
    }
  }

  private static func unarchivers() -> [KeyedUnarchiver] {
    var cells = KeyedUnarchiver()
    cells.usesCells = true
    return [KeyedUnarchiver(), KeyedUnarchiver(usesGeneratedCode: false), cells]
  }

  /// Wherever a form stands, it is an error that says so.
  private func expectFault<Value: Codable & Sendable, Form: Codable & Sendable>(
    _ type: Value.Type, _ form: Form, _ text: String
  ) throws {
    func refuses<Whole: Decodable>(
      _ type: Whole.Type, _ archived: some Encodable, at path: String
    ) throws {
      let bytes: [UInt8] = try KeyedArchiver().encode(archived)
      for unarchiver in Self.unarchivers() {
        let error = #expect(throws: ArchiveError.self) {
          try unarchiver.decode(type, from: bytes)
        }
        #expect(error?.code == .dataCorrupted)
        #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
        #expect(error?.path.description == path)
        #expect(error?.byteOffset != nil)
      }
    }
    try refuses(Value.self, form, at: ArchivePath().description)
    try refuses(Held<Value>.self, Held(value: form), at: "$.value")
    try refuses(Held<Value?>.self, Held(value: form), at: "$.value")
    try refuses([Value].self, [form], at: "$[0]")
    try refuses([String: Held<Value>].self, ["a": Held(value: form)], at: "$.a.value")
    try refuses(Forwarded<Value>.self, Forwarded(form), at: ArchivePath().description)
    try refuses([Held<Forwarded<Value>>].self, [Held(value: form)], at: "$[0].value")
    try refuses(Inherited<Value>.self, Inherited(form), at: "$.part")
    try refuses(Held<Inherited<Value>>.self, Held(value: Inherited(form)), at: "$.value.part")
  }

  @Test func `bitmaps of character sets`() throws {
    let plane = [UInt8](repeating: 255, count: 8_192)
    let rows = (0..<8_192).map { $0 % 32 == 1 && $0 < 128 * 32 ? UInt8(1) : 0 }
    let fits = Data(rows + [1] + plane + [16] + plane)
    let set = try KeyedUnarchiver().decode(
      CharacterSet.self, from: KeyedArchiver().encode(Bitmap(bitmap: fits)) as [UInt8])
    #expect(set.contains("\u{8}"))
    #expect(set.bitmapRepresentation == fits)
    var tooMany = fits
    tooMany[128 * 32] = 1
    let faults: [(Data, String)] = [
      (Data(), "an empty bitmap"),
      (tooMany, "129 rows of 256"),
      (tooMany.prefix(128 * 32 + 1), "129 rows of 256"),
      (Data(plane + [1]), "0 bytes of plane 1"),
      (Data(plane + [1] + plane.dropLast()), "8191 bytes of plane 1"),
      (Data(plane + [1] + plane + [255] + plane), "a plane 255 behind plane 1"),
      (Data(plane + [0] + plane), "a plane 0"),
      (Data(plane + [2] + plane + [2] + plane), "a plane 2 behind plane 2"),
    ]
    for (bitmap, text) in faults {
      try expectFault(CharacterSet.self, Bitmap(bitmap: bitmap), text)
    }
  }

  @Test func `runs of index sets`() throws {
    try expectFault(IndexSet.self, Runs(.max, 1), "1 indexes from \(Int.max) on")
    try expectFault(IndexSet.self, Runs(5, .max), "\(Int.max) indexes from 5 on")
    try expectFault(IndexSet.self, Runs(5, -1), "-1 indexes")
    try expectFault(IndexSet.self, Runs(-5, 1), "from -5 on")
    try expectFault(IndexSet.self, Runs(.min, .min), "from \(Int.min) on")
    try expectFault(IndexSet.self, Runs(2, 1), "behind index 3")
    // Foundation counts what overlaps twice, and puts runs in front of others one by one.
    let overlapping = Runs([(0, 5), (10, .max - 10), (3, .max - 3)])
    try expectFault(IndexSet.self, overlapping, "from 3 on, behind index \(Int.max)")
    try expectFault(IndexSet.self, Runs([(4, 1), (2, 1)]), "from 2 on, behind index 5")
  }

  @Test func `schemes and ports of components of URLs`() throws {
    for scheme in ["", "1a", "a b", "é", "a\u{0}", "+a", "a_"] {
      try expectFault(URLComponents.self, Components(scheme: scheme), "a scheme")
    }
    try expectFault(URLComponents.self, Components(port: -1), "the port -1")
    let read = try KeyedUnarchiver().decode(
      URLComponents.self,
      from: KeyedArchiver().encode(Components(scheme: "A+b-c.9", port: .max)) as [UInt8])
    #expect(read.scheme == "A+b-c.9")
  }

  @Test func `what is not of the form is an error of the type`() throws {
    for unarchiver in Self.unarchivers() {
      let bytes: [UInt8] = try KeyedArchiver().encode(Held(value: ["location": 1]))
      let error = #expect(throws: ArchiveError.self) {
        try unarchiver.decode(Held<IndexSet>.self, from: bytes)
      }
      #expect(error?.code == .keyNotFound)
    }
  }

  @Test func `members and keys are looked at, and what is read in part and in batches`() throws {
    let wrong = Runs(5, -1)
    func refuses(_ read: (KeyedUnarchiver) throws -> Void) {
      for unarchiver in Self.unarchivers() {
        let error = #expect(throws: ArchiveError.self) { try read(unarchiver) }
        #expect(error?.code == .dataCorrupted)
      }
    }
    let list: [UInt8] = try KeyedArchiver().encode([Runs(5, 1), wrong])
    refuses { _ = try $0.decode(Set<IndexSet>.self, from: list) }
    refuses { _ = try $0.decode(IndexSet.self, at: "$[1]", from: Data(list)) }
    let keys: [UInt8] = try KeyedArchiver().encode([wrong, Runs(5, 1)])
    refuses { _ = try $0.decode([IndexSet: IndexSet].self, from: keys) }
    refuses { unarchiver in
      let untyped = try unarchiver.decode(ArchivedValue.self, from: list)
      let again: [UInt8] = try KeyedArchiver().encode(untyped)
      _ = try unarchiver.decode([IndexSet].self, from: again)
    }
  }

  @Test(.long) func `values that Foundation archives come back`() throws {
    func comesBack<Value: Codable & Equatable & Sendable>(_ value: Value) throws {
      for layout in [KeyedArchiver(), KeyedArchiver(compression: .zlib(level: 6))] {
        let bytes: [UInt8] = try layout.encode([Held(value: value)])
        for unarchiver in Self.unarchivers() {
          #expect(try unarchiver.decode([Held<Value>].self, from: bytes).first?.value == value)
        }
      }
    }
    let many = IndexSet((0..<20_000).map { $0 * 3 })
    for set in [IndexSet(), IndexSet([1, 2, 3, 9]), many, IndexSet(integersIn: 0..<Int.max)] {
      try comesBack(set)
    }
    let sets: [CharacterSet] = [
      CharacterSet(), .alphanumerics, .whitespaces, CharacterSet(charactersIn: "a\u{1F600}"),
      CharacterSet().inverted, .illegalCharacters,
    ]
    for set in sets { try comesBack(set) }
    let full = try #require(URLComponents(string: "http://u:p@host:80/path?a=b#f"))
    for components in [URLComponents(), full] { try comesBack(components) }
  }
}
