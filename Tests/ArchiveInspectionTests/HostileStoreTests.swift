import ArchiveInspection
import RecordLog
import TestSupport
import TestTraits
import Testing

/// Record logs that somebody made up, or that were damaged.
@Suite struct HostileStoreTests {
  /// Reads all that there is to read.
  private func readAll(_ bytes: [UInt8], isSalvaged: Bool) throws -> Int {
    let store = try StoreInspector(bytes, isSalvaged: isSalvaged, checksValues: true)
    #expect(store.bytes.total == bytes.count)
    var count = 0
    for entity in store.entities {
      for key in entity.keys {
        guard let record = try? store.record(key, of: entity) else { continue }
        let json = store.json(record, of: entity)
        #expect(throws: Never.self) { try ArchivedValue(json: json) }
        count += 1
      }
    }
    return count
  }

  @Test(.long) func `whatever bytes of a file are changed, nothing traps`() throws {
    let seed: UInt64 = 11
    var random = SeededGenerator(seed: seed)
    let (bytes, _) = try SampleLogs.log()
    var salvagedCount = 0
    for _ in 0..<2_000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let index = Int.random(in: LogHeader.byteCount..<changed.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: changed[index] = UInt8.random(in: .min ... .max, using: &random)
        case 1: changed.removeSubrange(index...min(index + 7, changed.count - 1))
        default: changed.insert(contentsOf: random.bytes(8), at: index)
        }
        if changed.count <= LogHeader.byteCount { break }
      }
      let front = try readAll(changed, isSalvaged: false)
      let all = try readAll(changed, isSalvaged: true)
      salvagedCount += max(0, all - front)
      _ = try StoreVerification(of: StoreInspector.file(of: changed))
    }
    // Otherwise nothing behind damage was read.
    #expect(salvagedCount > 100, "seed \(seed)")
  }

  @Test func `whatever payloads say in frames with right checksums, nothing traps`() throws {
    let seed: UInt64 = 12
    var random = SeededGenerator(seed: seed)
    let archive = try SampleArchives.json(SampleLogs.noteSchema)
    var recordCount = 0
    for _ in 0..<60 {
      var groups: [[LogPayload]] = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        var payload = LogPayload()
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          let entity = Int.random(in: 1...3, using: &random)
          let number = Int.random(in: 1...3, using: &random)
          let key = LogKey.integer(Int64(Int.random(in: 0..<3, using: &random)))
          switch Int.random(in: 0..<6, using: &random) {
          case 0:
            var archive = archive
            if Bool.random(using: &random),
              let index = archive.indices.randomElement(using: &random)
            {
              archive[index] ^= 1
            }
            payload.addSchema(
              entity: entity, revision: number, attributeCount: number + 2, archive: archive)
          case 1: payload.addRemove(entity: entity, key: key)
          case 2: payload.addDrop(entity: entity)
          default:
            let lead: UInt8 = [0xA5, 0xB4, 0xC1].randomElement(using: &random) ?? 0
            let values: [LogValue] = [
              .real(.nan), .text("\u{202E}"), .blob([lead] + random.bytes(20)), .integer(.min),
              .null,
            ]
            payload.addPut(
              entity: entity, key: key,
              LogRecord(revision: number, values: values.shuffled(using: &random)))
          }
        }
        groups.append([payload])
      }
      let (bytes, _) = try SampleLogs.write(groups)
      recordCount += try readAll(bytes, isSalvaged: false)
    }
    #expect(recordCount > 30, "seed \(seed)")
  }
}
