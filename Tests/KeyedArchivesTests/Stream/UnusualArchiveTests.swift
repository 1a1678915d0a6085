import ArchiveInspection
import Foundation
import KeyedArchives
import Testing

/// Archives that keep the rules, or nearly, and that this package would not write: found by fuzzing.
@Suite struct UnusualArchiveTests {
  private func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.utf8.filter { $0 != UInt8(ascii: "\n") }.map { $0 < 58 ? $0 - 48 : $0 - 87 }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// A scope of one block, and an end mark, without an index.
  private let withoutIndex = """
    a54b41520d0a1a0a01010100000000000000000071c12f2c690000000200000000000000020000002813c52fd020527b
    0101420806000300000000000000030000009dec0e071e4070c901010101010003450145000000280000000000000028
    0000002280486fa4b3bb5118000000000000005300000000000000010000000000000001000000000000008248b17500
    000000
    """

  /// A scope with one root, and an end mark that counts two.
  private let withTwoRoots = """
    a54b41520d0a1a0a01010100000000000000000071c12f2c420806000300000000000000030000009dec0e071e4070c9
    010101010100034501690000000b000000000000000b00000061af3f4597a40ad0010331070d01010101010045000000
    280000000000000028000000848c0af04baf5e9239000000000000005c00000000000000010000000000000002000000
    000000005a16493e00000000
    """

  /// An array of two nodes, each of which has a strong edge to the other.
  private let ring = """
    b00549034e6f64650b0505056e1b116e65787416191501090105010503c0090323de853a
    """

  @Test func `values are added to an archive whose blocks no index lists: M4`() throws {
    let first = bytes(withoutIndex)
    #expect(ArchiveVerification(of: first).isWellFormed)
    let added = StreamBytes()
    let writer = try ArchiveStreamWriter<[Int]>(
      addingTo: ArchiveInput(Data(first)), to: added.output)
    try writer.append([1, 2])
    try writer.finish()
    #expect(ArchiveVerification(of: first + added.bytes).findings == [])
  }

  @Test func `an end mark that counts other roots is refused by whoever opens: M5`() throws {
    let archive = bytes(withTwoRoots)
    #expect(ArchiveVerification(of: archive).findings.map(\.code) == [.malformed])
    let refusal = #expect(throws: ArchiveError.self) { try ArchiveInspector(archive) }
    #expect(refusal?.byteOffset == ArchiveVerification(of: archive).findings.first?.byteOffset)
    #expect(throws: ArchiveError.self) { try KeyedUnarchiver().requirements(of: Data(archive)) }
    #expect(throws: ArchiveError.self) {
      try KeyedUnarchiver().decode(ArchivedValue.self, from: archive)
    }
  }

  @Test func `a part with a strong edge to what stands outside is no value without a type`() throws
  {
    let data = Data(bytes(ring))
    #expect(try KeyedUnarchiver().decode(ArchivedValue.self, from: data).count == 2)
    for index in 0..<2 {
      let error = #expect(throws: ArchiveError.self) {
        try KeyedUnarchiver().decode(
          ArchivedValue.self, at: ArchivePath([.index(index)]), from: data)
      }
      #expect(error?.code == .objectElsewhere)
      #expect(error.map { "\($0.path)" } == "$[\(index)].next")
    }
  }
}
