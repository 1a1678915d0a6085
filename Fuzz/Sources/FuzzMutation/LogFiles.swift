internal import FuzzOracles

/// A record log and its hint, taken apart: Spec/record-log.md.
struct LogFiles {
  private struct Frame {
    var payload: [UInt8]
    var sequence: UInt64
    var group: UInt64
  }

  private var header: [UInt8]
  private var frames: [Frame] = []
  /// What stands behind the last frame.
  private var rest: [UInt8] = []
  private var hint: [UInt8]

  init?(_ log: [UInt8], hint: [UInt8]) {
    guard log.count >= 64, log.starts(with: [0x89, 0x4B, 0x52]) else { return nil }
    header = Array(log[..<64])
    self.hint = hint
    var start = 64
    while start + Self.headByteCount <= log.count {
      let count = Self.number(log, start, 4)
      let end = start + Self.headByteCount + Int(count)
      guard count > 0, count < 1 << 30, end <= log.count else { break }
      frames.append(
        Frame(
          payload: Array(log[start + Self.headByteCount..<end]),
          sequence: Self.number(log, start + 8, 8), group: Self.number(log, start + 16, 8)))
      start = (end + 7) / 8 * 8
    }
    rest = start < log.count ? Array(log[start...]) : []
  }

  /// The bytes of a frame's head.
  private static let headByteCount = 32

  private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt64 {
    bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func mutate(_ room: Int, _ random: inout FuzzRandom) {
    guard !frames.isEmpty else { return ByteMutation.mutate(&rest, room, &random) }
    let place = random.below(frames.count)
    switch random.below(20) {
    case 0: frames.swapAt(place, random.below(frames.count))
    case 1: frames.remove(at: place)
    case 2: if room > frames[place].payload.count + 32 { frames.insert(frames[place], at: place) }
    case 3: frames.removeSubrange(place...)
    case 4: ByteMutation.mutate(&rest, min(room, 64), &random)
    case 5: ByteMutation.mutate(&header, 0, &random)
    case 6: frames[place].sequence &+= UInt64(bitPattern: Int64(random.below(5) - 2))
    case 7: frames[place].group &+= UInt64(bitPattern: Int64(random.below(5) - 2))
    case 8...10: ByteMutation.mutate(&hint, room, &random)
    case 11: hint = []
    case 12: number(&random)
    default: ByteMutation.mutate(&frames[place].payload, room, &random)
    }
    header = Array((header + Array(repeating: 0, count: 64)).prefix(64))
  }

  /// Numbers the frames one by one, each of its own group or of that of the one before.
  private mutating func number(_ random: inout FuzzRandom) {
    var sequence = Self.number(header, 40, 8)
    for index in frames.indices {
      frames[index].sequence = sequence
      let joins = index > 0 && random.isOne(in: 3)
      frames[index].group = joins ? frames[index - 1].group : sequence
      sequence &+= 1
    }
  }

  /// Both files with their checksums; the hint is of the log's last frame if it is to be.
  func bytes(tiesHint: Bool) -> (log: [UInt8], hint: [UInt8]) {
    var log = Array(header.prefix(60))
    log += Varint.little(Checksum.crc32(0, log))
    var link = Array(log.suffix(4))
    let seed = Checksum.crc32(0, log[16..<32])
    var last: (offset: Int, sequence: UInt64, checksum: UInt32)?
    for frame in frames where !frame.payload.isEmpty {
      let offset = log.count
      let sum = Checksum.crc32(UInt32(truncatingIfNeeded: frame.sequence), frame.payload)
      let head =
        Varint.little(UInt32(frame.payload.count)) + Varint.little(sum)
        + Varint.little(frame.sequence) + Varint.little(frame.group) + link
      let place = Checksum.crc32(seed, Varint.little(UInt64(offset)))
      let checksum = Checksum.crc32(place, head)
      link = Varint.little(checksum)
      log += head + link + frame.payload
      while log.count % 8 != 0 { log.append(0) }
      last = (offset, frame.sequence, checksum)
    }
    var hint = hint
    if hint.count >= 65 {
      if tiesHint, let last {
        hint.replaceSubrange(9..<25, with: log[16..<32])
        hint.replaceSubrange(25..<33, with: Varint.little(last.sequence))
        hint.replaceSubrange(33..<41, with: Varint.little(UInt64(last.offset)))
        hint.replaceSubrange(41..<45, with: Varint.little(last.checksum))
      }
      hint = hint.dropLast(4) + Varint.little(Checksum.crc32(0, hint.dropLast(4)))
    }
    return (log + rest, hint)
  }
}
