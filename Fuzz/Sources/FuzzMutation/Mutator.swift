internal import Foundation
internal import FuzzOracles
internal import KeyedArchives

/// Changes inputs so that they stay whole: what is inside changes, and lengths, counts, offsets and checksums follow.
///
/// libFuzzer alone hardly ever gets a mutation past a checksum. An input whose first byte has bit 7 set is left broken, as
/// all are if the environment has `FUZZ_BROKEN=1`.
public struct Mutator {
  /// What the content of an input is.
  public enum Form: Sendable {
    /// An archive, a record log, stamped bytes or a binary property list, as its first bytes tell; bytes otherwise.
    case byFirstByte
    /// Bytes that say how an archive is read, and the archive.
    case program
    /// Rows of a dictionary and a record against it.
    case dictionary
    /// A record log and its hint.
    case recordLog
  }

  private static let isAlwaysBroken =
    ProcessInfo.processInfo.environment["FUZZ_BROKEN"]?.hasPrefix("1") ?? false
  private var random: FuzzRandom
  private let room: Int

  /// Changes an input where it stands: what `LLVMFuzzerCustomMutator` is to do.
  public static func mutate(
    _ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ maximumCount: Int, _ seed: CUnsignedInt,
    _ form: Form
  ) -> Int {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    var mutator = Mutator(
      random: FuzzRandom(seed: UInt64(seed)), room: max(maximumCount - count, 0))
    let made = mutator.mutated(bytes, form, maximumCount)
    let kept = made.count <= maximumCount ? made : Array(made.prefix(maximumCount))
    for (index, byte) in kept.enumerated() { start[index] = byte }
    return kept.count
  }

  private mutating func mutated(_ bytes: [UInt8], _ form: Form, _ maximumCount: Int) -> [UInt8] {
    var head = Array((bytes + [0, 0]).prefix(FuzzInput.headByteCount))
    if random.isOne(in: 12) {
      head[1] = UInt8(truncatingIfNeeded: random.next())
      head[0] = UInt8(truncatingIfNeeded: random.next()) & 0x7F
      if random.isOne(in: 8) { head[0] |= FuzzInput.leavesBroken }
    }
    let content = Array(bytes.dropFirst(FuzzInput.headByteCount))
    guard head[0] & FuzzInput.leavesBroken == 0, !Self.isAlwaysBroken else {
      let room = max(maximumCount - FuzzInput.headByteCount, 1)
      return head + LibFuzzer.mutated(content, maximumCount: room)
    }
    var made = content
    // Several steps at once lead where one alone is refused.
    for _ in 0...(random.isOne(in: 3) ? random.below(4) : 0) {
      switch form {
      case .byFirstByte: made = changed(made)
      case .program: made = changedProgram(made)
      case .dictionary: made = changedDictionary(made)
      case .recordLog: made = changedLog(made)
      }
    }
    return head + made
  }

  private mutating func changed(_ content: [UInt8]) -> [UInt8] {
    if var archive = MultiPart(content) {
      archive.mutate(room, &random)
      return archive.bytes(countsBlocks: !random.isOne(in: 12))
    }
    if var archive = SinglePart(content) {
      archive.mutate(room, &random)
      return archive.bytes()
    }
    if var stamped = StampedBytes(content) {
      stamped.mutate(room, &random)
      return stamped.bytes
    }
    if var files = LogFiles(content, hint: []) {
      files.mutate(room, &random)
      return files.bytes(tiesHint: false).log
    }
    // An offset table that is wrong is for the mutation of bytes, now and then.
    if !random.isOne(in: 8), var list = BinaryList(content) {
      list.mutate(room, &random)
      return list.bytes
    }
    var bytes = content
    ByteMutation.mutate(&bytes, room, &random)
    return bytes
  }

  private mutating func changedProgram(_ content: [UInt8]) -> [UInt8] {
    var (program, archive) = FuzzInput([0, 0] + content).files
    if random.isOne(in: 2) {
      ByteMutation.mutate(&program, room, &random)
    } else {
      archive = changed(archive)
    }
    return Self.joined(program, archive)
  }

  private mutating func changedDictionary(_ content: [UInt8]) -> [UInt8] {
    var (rows, record) = FuzzInput([0, 0] + content).files
    if random.isOne(in: 2) { ByteMutation.mutate(&rows, room, &random) }
    if var archive = SinglePart(record) {
      if random.isOne(in: 2) { archive.mutate(room, &random) }
      if let dictionary = try? ShapeDictionary(rows: rows) {
        let count =
          random.isOne(in: 6) ? random.below(dictionary.rowCount + 1) : dictionary.rowCount
        archive.setRowCount(count)
        record = archive.bytes(seed: dictionary.checksum(afterRows: count) ?? 0)
      } else {
        record = archive.bytes(seed: Checksum.crc32(0, rows))
      }
    } else {
      ByteMutation.mutate(&record, room, &random)
    }
    return Self.joined(rows, record)
  }

  private mutating func changedLog(_ content: [UInt8]) -> [UInt8] {
    var (log, hint) = FuzzInput([0, 0] + content).files
    if var files = LogFiles(log, hint: hint) {
      files.mutate(room, &random)
      (log, hint) = files.bytes(tiesHint: !random.isOne(in: 4))
    } else {
      ByteMutation.mutate(&log, room, &random)
    }
    return Self.joined(log, hint)
  }

  private static func joined(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
    Varint.little(UInt32(truncatingIfNeeded: first.count)) + first + second
  }
}
