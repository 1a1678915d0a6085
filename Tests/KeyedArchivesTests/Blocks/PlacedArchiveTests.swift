import ArchiveCompression
import ArchiveFormat
import Testing

/// Archives that are made where their content stands, beside those whose parts are copied.
@Suite struct PlacedArchiveTests {
  /// Bytes left free before the content, and at each of its cuts.
  struct Room: CustomTestStringConvertible, Sendable {
    var head: Int
    var gaps: [Int]

    var testDescription: String { "\(head) bytes, then \(gaps)" }

    static let all = [
      Room(head: 4_096, gaps: [0, 0, 0, 0]),
      Room(head: 4_096, gaps: [35, 38, 33, 33]),
      Room(head: 1, gaps: [35, 38, 33, 33]),
      Room(head: 4_096, gaps: [34, 38, 33, 33]),
      Room(head: 4_096, gaps: [36, 38, 33, 33]),
      Room(head: 4_096, gaps: [200, 0, 0, 200]),
      Room(head: 4_096, gaps: [0, 200, 200, 0]),
      Room(head: 200, gaps: [9_000, 0, 9_000, 0]),
      Room(head: 1, gaps: [0, 9_000, 0, 9_000]),
    ]
  }

  @Test(arguments: Room.all)
  func `whatever room there is, the archive is the same`(_ room: Room) throws {
    let definitions: [UInt8] = [0x03, 0x03, 0x03, 0x05, 0x05, 0x61]
    let value = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 5) }
    let cuts = [
      BlockCut(position: 100, state: [1, 2, 3]),
      BlockCut(position: 1_200, state: [4, 5, 6, 7, 8]),
      BlockCut(position: 1_201),
      BlockCut(position: 4_000),
    ]
    let assembler = ArchiveAssembler(ArchiveLayout(framing: .multiPart))
    let expected = try unsafe value.withUnsafeBytes { value in
      try unsafe assembler.assemble(definitions, value, cuts).array
    }

    // The value stands between the start and the end of the list of roots.
    var memory = [UInt8](repeating: 0xEE, count: room.head) + [0x03]
    var start = 0
    for (cut, gap) in zip(cuts, room.gaps) {
      memory += value[start..<cut.position] + [UInt8](repeating: 0xEE, count: gap)
      start = cut.position
    }
    memory += value[start...] + [0x01]
    let placed = try PlacedArchive(
      definitions, content: room.head..<memory.count, cuts.map { $0.moved(by: 1) },
      gaps: room.gaps)
    memory += [UInt8](repeating: 0xEE, count: max(0, placed.neededByteCount - memory.count))
    let byteCount = memory.count
    let range = try unsafe memory.withUnsafeMutableBytes { memory in
      try unsafe placed.complete(in: memory.baseAddress.unsafelyUnwrapped)
    }
    #expect(memory[range].elementsEqual(expected))
    #expect(range.upperBound <= placed.neededByteCount)
    #expect(memory.count == byteCount)
  }
}
