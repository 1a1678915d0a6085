import ArchiveCompression
import ArchiveFormat
import Foundation
import KeyedArchives
import TestSupport
import TestTraits
import Testing

/// Damaged archives are never read as something else (Spec, S1, M1, M5, M7).
@Suite struct DamageTests {
  /// Ten archives of real content: this checkout's own files and what they are made of.
  static func samples() throws -> [(name: String, value: any Codable)] {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let license = try Data(contentsOf: root.appending(path: "LICENSE"))
    let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    let lines = manifest.split(separator: "\n").map(String.init)
    let words = readme.split { !$0.isLetter }.map(String.init)
    let counts = Dictionary(words.prefix(150).map { ($0, 1) }, uniquingKeysWith: +)
    var generator = SeededGenerator(seed: 5)
    let numbers = (0..<300).map { _ in Int.random(in: -100_000...100_000, using: &generator) }
    let figures = (0..<20).map { index -> Figure in
      index % 3 == 0
        ? Disc(name: words[index], radius: Double(index))
        : index % 3 == 1 ? Brick(name: words[index], side: index) : Figure(name: words[index])
    }
    return [
      ("words", Array(words.prefix(200))), ("lines", Array(lines.prefix(60))),
      ("counts", counts),
      ("license", Data(license.prefix(2_000))), ("numbers", numbers),
      ("reals", numbers.prefix(60).map { Double($0) / 7 }),
      (
        "entries",
        lines.prefix(120).enumerated().map { Entry(line: $0, text: $1, isLong: $1.count > 60) }
      ),
      ("shapes", (0..<80).map { Shape.rectangle(width: $0, height: $0 * $0) } + [.none]),
      ("figures", Figures(all: figures + figures)),
      ("tree", Tree(value: 0, children: numbers.prefix(120).map { Tree(value: $0) })),
    ]
  }

  struct Figures: Codable { var all: [Figure] }

  struct Entry: Codable {
    var line: Int
    var text: String
    var isLong: Bool
    var note: String?
  }

  /// Whether bytes are refused both by a whole read and by one that gathers what it finds.
  private func isRefused(_ bytes: [UInt8]) -> Bool {
    (try? read(bytes)) == nil && isReported(bytes)
  }

  private func read(_ bytes: [UInt8]) throws {
    var opener = ArchiveOpener(bytes, limits: .untrusted)
    for scope in try opener.open().scopes { _ = try scope.scan(.untrusted) }
  }

  private func isReported(_ bytes: [UInt8]) -> Bool {
    var opener = ArchiveOpener(bytes, limits: .untrusted, gathersFindings: true)
    guard let archive = try? opener.open() else { return true }
    if !opener.findings.isEmpty { return true }
    return archive.scopes.contains { (try? $0.scan(.untrusted)) == nil }
  }

  @Test(.long, arguments: Layout.all)
  func `every flipped bit and every prefix of ten archives is found`(
    _ layout: Layout
  ) throws {
    var flipCount = 0
    var prefixCount = 0
    for sample in try Self.samples() {
      var bytes = try layout.bytes(sample.value)
      try read(bytes)
      #expect((200...8_192).contains(bytes.count), "\(sample.name): \(bytes.count) bytes")
      for index in bytes.indices {
        for bit in 0..<8 {
          bytes[index] ^= 1 << bit
          if !isRefused(bytes) {
            Issue.record("\(sample.name), \(layout): bit \(bit) of byte \(index) is not found")
          }
          bytes[index] ^= 1 << bit
          flipCount += 1
        }
        if !isRefused(Array(bytes[..<index])) {
          Issue.record("\(sample.name), \(layout): the prefix of \(index) bytes is not found")
        }
        prefixCount += 1
      }
    }
    print("\(layout): \(flipCount) flips and \(prefixCount) prefixes, all refused and reported")
  }

  @Test func `a decode of damaged bytes throws a typed error`() throws {
    let bytes: [UInt8] = try KeyedArchiver().encode(["a": [1, 2, 3]])
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        #expect(throws: ArchiveError.self) {
          try KeyedUnarchiver().decode([String: [Int]].self, from: damaged)
        }
      }
      #expect(throws: ArchiveError.self) {
        try KeyedUnarchiver().decode([String: [Int]].self, from: Array(bytes[..<index]))
      }
    }
  }

  @Test func `checksums are compared unless the caller says that they were`() throws {
    for layout in Layout.all {
      let bytes = try layout.bytes(["a": 1, "b": 2])
      var unarchiver = KeyedUnarchiver()
      unarchiver.verifiesChecksums = false
      #expect(try unarchiver.decode([String: Int].self, from: bytes) == ["a": 1, "b": 2])
    }
    var bytes = try Layout.all[0].bytes([1, 2, 3])
    bytes[bytes.count - 1] ^= 1
    #expect(throws: ArchiveError.self) { try KeyedUnarchiver().decode([Int].self, from: bytes) }
    var unarchiver = KeyedUnarchiver()
    unarchiver.verifiesChecksums = false
    #expect(try unarchiver.decode([Int].self, from: bytes) == [1, 2, 3])
  }

  @Test(.long) func `content with a right checksum but random changes never traps`() throws {
    var generator = SeededGenerator(seed: 11)
    var accepted = 0
    var refused = 0
    for sample in try Self.samples() {
      let bytes: [UInt8] = try KeyedArchiver(framing: .singlePart).encode(sample.value)
      for _ in 0..<2_000 {
        var changed = Array(bytes.dropLast(4))
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          let index = Int.random(in: 1..<changed.count, using: &generator)
          changed[index] = UInt8.random(in: 0...255, using: &generator)
        }
        var sink = ByteSink()
        sink.bytes = changed
        sink.fixed(SinglePart.checksum(of: changed[...]))
        do {
          try read(sink.bytes)
          accepted += 1
        } catch let error as ArchiveError {
          refused += 1
          #expect(error.byteOffset != nil, "\(error)")
        }
      }
    }
    print("seed 11: \(refused) changes refused, \(accepted) still well-formed, no trap")
    #expect(refused > 1_000)
  }

  @Test func `a prefix that ends at an earlier end mark is that earlier archive`() throws {
    let first: [UInt8] = try KeyedArchiver(framing: .multiPart).encode([1, 2])
    var opener = ArchiveOpener(first, limits: .untrusted)
    #expect(try opener.open().endMark?.scopeCount == 1)
    #expect(try KeyedUnarchiver().decode([Int].self, from: first) == [1, 2])
  }
}
