import RecordLog
import RecordStorage
import RecordTestSupport
import StorageTransforms
import Testing

@Suite("Salvage takes from a damaged file what can be taken")
struct SalvageTests {
  private static let name = "a.krec"

  /// A store, and which keys each of its commits changes.
  private struct Sample {
    var bytes: [UInt8] = []
    var frames: [LogFrame] = []
    var keys: [Set<Int64>] = []
    var records: [StoredRecord] = []
  }

  private static func record(_ key: Int64, _ owner: String, _ amount: Int64 = 0) -> StoredRecord {
    StoredRecord(key: .integer(key), values: [.integer(key), .text(owner), .integer(amount)])
  }

  private static func sample() throws -> Sample {
    let folder = MemoryFolder()
    let file = try FileBackEnd(name, in: folder)
    let store = RecordStore(file)
    var sample = Sample()
    func commit(_ keys: Set<Int64>, _ body: (RecordWriter) throws -> Void) throws {
      try store.write { try body($0) }
      sample.keys.append(keys)
    }
    try commit([]) { try $0.define(Ledger.table) }
    for key in 1...6 as ClosedRange<Int64> {
      try commit([key]) { try $0.insert(record(key, "first \(key)"), into: "Account") }
    }
    try commit([1, 2]) { session in
      try session.update(record(1, "second 1", 7), in: "Account")
      try session.update(record(2, "second 2", 7), in: "Account")
    }
    try commit([3]) { _ = try $0.delete(.integer(3), from: "Account") }
    try commit([4]) { _ = try $0.update(record(4, "moved", 9), in: "Account") }
    try commit([7]) { try $0.insert(record(7, "first 4"), into: "Account") }
    try commit([8]) { try $0.insert(record(8, "last"), into: "Account") }
    sample.records = try store.read { try $0.records(in: "Account") }
    sample.bytes = try #require(folder[name])
    var reader = try LogReader(#require(try folder.open(name, .read)))
    while let commit = try reader.next() { sample.frames.append(commit.frame) }
    #expect(sample.frames.count == sample.keys.count)
    return sample
  }

  /// Salvages, and says what is in the new file.
  private func salvage(
    _ folder: MemoryFolder
  ) throws -> (report: SalvageReport, records: [StoredRecord]) {
    let before = folder[Self.name]
    let report = try FileBackEnd.salvage(Self.name, in: folder, to: "new.krec", in: folder)
    #expect(folder[Self.name] == before)
    #expect(folder.fileNames.filter { !$0.hasPrefix(Self.name) } == ["new.krec", "new.krec.lock"])
    let file = try FileBackEnd("new.krec", in: folder)
    defer { file.close() }
    let records = try RecordStore(file).read { session in
      guard try session.table("Account") != nil else { return [StoredRecord]() }
      let records = try session.records(in: "Account")
      for position in [1, 2] {
        let found = try session.records(RecordQuery(by: position), in: "Account")
        #expect(found.sorted { $0.key < $1.key } == records)
      }
      return records
    }
    #expect(report.recordCount == records.count)
    return (report, records)
  }

  enum Damage: CaseIterable {
    case bitOfHead, bitOfPayload, zeros, cut
  }

  @Test(
    "each frame in turn, in each way: every record of other frames is there",
    arguments: Damage.allCases)
  func frames(_ damage: Damage) throws {
    let sample = try Self.sample()
    for (index, frame) in sample.frames.enumerated() {
      var bytes = sample.bytes
      switch damage {
      case .bitOfHead: bytes[frame.byteOffset + 9] ^= 4
      case .bitOfPayload: bytes[frame.payload.lowerBound + frame.payloadByteCount / 2] ^= 4
      case .zeros: for byte in frame.byteOffset..<frame.end { bytes[byte] = 0 }
      case .cut: bytes.removeSubrange((frame.byteOffset + 5)...)
      }
      let isLast = damage == .cut || index == sample.frames.count - 1
      let folder = MemoryFolder(Self.name, bytes)
      if !isLast {
        let error = #expect(throws: StorageError.self) { try FileBackEnd(Self.name, in: folder) }
        #expect(error?.code == .damaged && error?.byteOffset == frame.byteOffset)
      }
      let (report, records) = try salvage(folder)
      let gap = SalvageReport.Gap(
        sequences: frame.sequence..<frame.sequence + 1, byteOffset: frame.byteOffset)
      #expect(report.gaps == (isLast ? [] : [gap]), "frame \(index)")
      #expect(report.unreadableCommits.isEmpty)
      if isLast, damage != .zeros {
        guard case .torn(frame.byteOffset, _) = report.ending else {
          Issue.record("\(report.ending)")
          continue
        }
      } else {
        #expect(report.ending == .complete)
      }
      guard index > 0 else {
        // Without a schema nobody knows what the values are.
        #expect(records.isEmpty && report.unknownTables.map(\.number) == (isLast ? [] : [1]))
        continue
      }
      let touched = sample.keys[index...].prefix(damage == .cut ? .max : 1).reduce(into: Set()) {
        $0.formUnion($1)
      }
      func others(_ records: [StoredRecord]) -> [StoredRecord] {
        records.filter { record in !touched.contains { .integer($0) == record.key } }
      }
      #expect(others(records) == others(sample.records), "frame \(index)")
      #expect(report.isComplete == isLast)
    }
  }

  @Test("what had a unique value before the one that has it now is not taken")
  func unique() throws {
    var sample = try Self.sample()
    // Record 4 gave its value up in a commit that is missing, and record 7 has it.
    let frame = sample.frames[9]
    sample.bytes[frame.payload.lowerBound] ^= 1
    let (report, records) = try salvage(MemoryFolder(Self.name, sample.bytes))
    #expect(report.lostRecords.map(\.key) == [.integer(4)])
    let error = try #require(report.lostRecords.first?.error)
    #expect(error.code == .notUnique && error.existingKey == .integer(7))
    #expect(error.entity == "Account" && error.byteOffset != nil)
    #expect(records == sample.records.filter { $0.key != .integer(4) })
  }

  @Test("a hint knows schemas that are missing, and commits at the end")
  func hint() throws {
    let sample = try Self.sample()
    let folder = MemoryFolder(Self.name, sample.bytes)
    let file = try FileBackEnd(Self.name, in: folder)
    file.close()
    var bytes = sample.bytes
    bytes[sample.frames[0].payload.lowerBound] ^= 1
    folder[Self.name] = bytes
    let (report, records) = try salvage(folder)
    #expect(records == sample.records && report.unknownTables.isEmpty && report.gaps.count == 1)
    for name in folder.fileNames where name.hasPrefix("new.krec") { try folder.remove(name) }
    let last = try #require(sample.frames.last)
    folder[Self.name] = Array(sample.bytes[..<last.byteOffset])
    let (short, left) = try salvage(folder)
    #expect(left == sample.records.dropLast())
    let sequences = last.sequence..<last.sequence + 1
    #expect(short.gaps == [.init(sequences: sequences, byteOffset: last.byteOffset)])
  }

  @Test("a record that follows a schema that is missing, and one that is no record")
  func records() throws {
    let folder = MemoryFolder()
    let made = try FileBackEnd(Self.name, in: folder)
    let store = RecordStore(made)
    try store.write { session in
      try session.define(Ledger.table)
      try session.insert(Self.record(1, "first"), into: "Account")
      try session.insert(Self.record(2, "first 2"), into: "Account")
    }
    var wider = Ledger.table
    wider.entity.attributes[2].isRequired = true
    try store.write { try $0.define(wider, replacing: Ledger.table) }
    try store.write { _ = try $0.update(Self.record(1, "second", 1), in: "Account") }
    made.close()
    try folder.remove("a.krec.hint")
    let writer = try LogWriter.open(Self.name, in: folder) { _ in }.writer
    var payload = LogPayload()
    payload.addPut(entity: 1, key: .text([0x78]), LogRecord(revision: 2, values: []))
    try writer.commit(payload)
    var nothing = LogPayload()
    nothing.addSchema(entity: 1, revision: 3, attributeCount: 1, archive: [1, 2, 3])
    try writer.commit(nothing)
    writer.releaseLock()
    var bytes = try #require(folder[Self.name])
    let (report, records) = try salvage(folder)
    #expect(records == [Self.record(1, "second", 1), Self.record(2, "first 2")])
    #expect(report.lostRecords.map(\.key) == [.text("x")] && report.gaps.isEmpty)
    #expect(report.unreadableCommits.map(\.sequence) == [5])
    #expect(report.unreadableCommits.first?.error.byteOffset != nil && !report.isComplete)
    var reader = try LogReader(#require(try folder.open(Self.name, .read)))
    _ = try reader.next()
    let second = try #require(try reader.next()).frame
    bytes[second.payload.lowerBound] ^= 1
    let (without, left) = try salvage(MemoryFolder(Self.name, bytes))
    #expect(left == [Self.record(2, "first 2")])
    #expect(without.lostRecords.map(\.key) == [.integer(1), .text("x")])
  }

  @Test("files that are not there, that are there already, and that are none")
  func refusals() throws {
    let folder = MemoryFolder()
    func code(_ name: String, _ other: String) -> StorageError.Code? {
      let error = #expect(throws: StorageError.self) {
        try FileBackEnd.salvage(name, in: folder, to: other, in: folder)
      }
      return error?.code
    }
    #expect(code(Self.name, "b.krec") == .inputOutput)
    folder[Self.name] = try Self.sample().bytes
    #expect(code(Self.name, Self.name) == .inputOutput)
    let open = try FileBackEnd("b.krec", in: folder)
    #expect(code(Self.name, "b.krec") == .locked)
    open.close()
    #expect(code(Self.name, "b.krec") == .inputOutput)
    folder["text"] = Array("no log".utf8)
    #expect(code("text", "c.krec") == .damaged)
    folder.withFaults { $0.room = 300 }
    #expect(code(Self.name, "c.krec") == .noSpace)
    #expect(folder["c.krec"] == nil && folder["c.krec.new"] == nil)
  }

  @Test("commits of a copy that went on separately are taken, and told")
  func otherHistory() throws {
    func copy(of bytes: [UInt8]?, _ owners: [String]) throws -> [UInt8] {
      let folder = MemoryFolder()
      folder[Self.name] = bytes
      let file = try FileBackEnd(Self.name, in: folder)
      let store = RecordStore(file)
      if bytes == nil { try store.write { try $0.define(Ledger.table) } }
      for (key, owner) in zip(1... as PartialRangeFrom<Int64>, owners) {
        try store.write { try $0.upsert(Self.record(key, owner), in: "Account") }
      }
      file.close()
      return try #require(folder[Self.name])
    }
    let common = try copy(of: nil, [])
    let (own, other) = (try copy(of: common, ["ann"]), try copy(of: common, ["bob", "both"]))
    let folder = MemoryFolder(Self.name, own + other[own.count...])
    let error = #expect(throws: StorageError.self) { try FileBackEnd(Self.name, in: folder) }
    #expect(error?.code == .damaged && error?.byteOffset == own.count)
    let (report, records) = try salvage(folder)
    #expect(report.otherHistories == [own.count] && report.gaps.isEmpty && !report.isComplete)
    #expect(records == [Self.record(1, "ann"), Self.record(2, "both")])
  }
}
