internal import RecordLog
internal import RecordStorage
internal import RecordTestSupport
internal import Synchronization
internal import TestSupport

/// Looks at the images of one session, each once.
struct CrashCheck {
  private struct Question: Hashable {
    let image: Int
    let bound: Int
    let isKill: Bool
  }

  private(set) var count = CrashCount()
  private var asked: Set<Question> = []
  private var images: Set<Int> = []
  private var stamps: Int64 = 1 << 40

  /// Whether an image was not looked at yet with the same bound of what has to be there. Then it is counted.
  private mutating func isNew(_ files: [String: [UInt8]], bound: Int, isKill: Bool = false) -> Bool
  {
    let image = CrashStore.hash(files)
    guard asked.insert(Question(image: image, bound: bound, isKill: isKill)).inserted else {
      return false
    }
    count.states += 1
    if images.insert(image).inserted { count.images += 1 }
    return true
  }

  mutating func noteOperation() { count.operations += 1 }

  /// The power went.
  ///
  /// - Throws: ``CrashFinding``, and what the store throws.
  mutating func check(
    _ files: [String: [UInt8]], _ history: CrashHistory, using random: inout SeededGenerator
  ) throws {
    guard isNew(files, bound: history.durable) else { return }
    let folder = CrashStore.folder(files)
    let isRead = random.next() % 4 == 0 && files[CrashStore.name]?.isEmpty == false
    let seen = isRead ? try Self.read(folder) : nil
    let (found, snapshots) = try Self.recover(folder)
    guard history.index(of: found, afterPowerCut: true) != nil else {
      throw Self.lost(found, history.states[history.durable...])
    }
    if let seen, seen != found {
      throw CrashFinding("a reader sees \(seen), and then a writer \(found)")
    }
    try checkRecoveries(snapshots, found, using: &random)
    try checkSettled(folder, found)
    try checkProgress(folder, found, using: &random)
  }

  static func lost(_ found: CrashState, _ allowed: ArraySlice<CrashState>) -> CrashFinding {
    CrashFinding(
      "there is \(found), and it should be one of\n  "
        + allowed.map(\.description).joined(separator: "\n  "))
  }

  /// What a reader sees, which changes nothing.
  private static func read(_ folder: MemoryFolder) throws -> CrashState {
    let before = CrashStore.files(folder)
    let state = try CrashStore.state(FileReaderBackEnd(CrashStore.name, in: folder))
    guard CrashStore.files(folder) == before else { throw CrashFinding("a reader changed a file") }
    return state
  }

  /// Opens a store, with what was there at each step of that.
  private static func recover(
    _ folder: MemoryFolder
  ) throws -> (found: CrashState, [MemorySnapshot]) {
    let snapshots = Mutex<[MemorySnapshot]>([])
    folder.observe { [unowned folder] _ in
      let snapshot = folder.snapshot
      snapshots.withLock { $0.append(snapshot) }
    }
    defer { folder.observe(nil) }
    let file = try FileBackEnd(CrashStore.name, in: folder)
    let found = try CrashStore.state(file)
    guard folder[CrashStore.name]?.count == file.sizes.total else {
      throw CrashFinding("the file has other bytes behind its last commit")
    }
    return (found, snapshots.withLock { $0 })
  }

  /// A second crash while the store is opened leaves what the first did.
  private mutating func checkRecoveries(
    _ snapshots: [MemorySnapshot], _ found: CrashState, using random: inout SeededGenerator
  ) throws {
    for snapshot in snapshots {
      for fate in CrashImages.some(of: snapshot, randomCount: 1, using: &random) {
        let files = snapshot.files(after: fate)
        guard isNew(files, bound: found.hashValue) else { continue }
        count.recoveries += 1
        let again = try CrashStore.state(CrashStore.folder(files))
        guard again == found else {
          throw CrashFinding("after a crash in recovery there is \(again), and before it \(found)")
        }
      }
    }
  }

  /// Opening changes nothing more.
  private func checkSettled(_ folder: MemoryFolder, _ found: CrashState) throws {
    let before = CrashStore.files(folder)
    let file = try FileBackEnd(CrashStore.name, in: folder)
    guard file.ending == .complete else {
      throw CrashFinding("when it is opened again, it ends as \(file.ending)")
    }
    let again = try CrashStore.state(file)
    guard again == found else {
      throw CrashFinding("when it is opened again there is \(again), and before it \(found)")
    }
    guard CrashStore.files(folder) == before else {
      throw CrashFinding("when it is opened again, its bytes change again")
    }
  }

  /// What is committed after recovery is there.
  private mutating func checkProgress(
    _ folder: MemoryFolder, _ found: CrashState, using random: inout SeededGenerator
  ) throws {
    var state = found
    let changes = CrashChange.random(1, &state, stamps: &stamps, using: &random)
    do {
      let file = try FileBackEnd(CrashStore.name, in: folder)
      let manner = random.next() % 8
      if manner == 0 { try file.compact() }
      try RecordStore(file).write(.synced) { session in
        for change in changes { try change.perform(in: session) }
      }
      if manner == 1 { file.close() }
    }
    let snapshot = folder.snapshot
    for fate in CrashImages.some(of: snapshot, randomCount: 0, using: &random) {
      let left = CrashStore.folder(snapshot.files(after: fate))
      let again = try CrashStore.state(left)
      guard again == state else {
        throw CrashFinding("after recovery and \(changes) there is \(again), and not \(state)")
      }
    }
  }

  /// The process was killed, perhaps in the midst of a write; the store is opened, and then the power goes.
  mutating func checkKill(
    _ snapshot: MemorySnapshot, after byteCount: Int?, _ history: CrashHistory,
    using random: inout SeededGenerator
  ) throws {
    let folder = snapshot.folder(killedAfter: byteCount)
    let lost = snapshot.files(after: snapshot.fate(names: false, changes: .lost))
    guard
      isNew(
        CrashStore.files(folder),
        bound: history.acknowledged &* 31 &+ CrashStore.hash(lost), isKill: true)
    else { return }
    count.kills += 1
    if random.next() % 4 == 0 { try Self.fail(folder, at: Int(random.next() % 3)) }
    let (found, snapshots) = try Self.recover(folder)
    guard history.index(of: found, afterPowerCut: false) != nil else {
      throw Self.lost(found, history.states[history.acknowledged...])
    }
    for snapshot in snapshots {
      for fate in CrashImages.some(of: snapshot, randomCount: 1, using: &random) {
        let files = snapshot.files(after: fate)
        guard isNew(files, bound: history.durable) else { continue }
        count.recoveries += 1
        let again = try CrashStore.state(CrashStore.folder(files))
        guard history.index(of: again, afterPowerCut: true) != nil else {
          throw Self.lost(again, history.states[history.durable...])
        }
      }
    }
    let after = folder.snapshot
    for fate in CrashImages.some(of: after, randomCount: 2, using: &random) {
      let files = after.files(after: fate)
      guard isNew(files, bound: found.hashValue) else { continue }
      let again = try CrashStore.state(CrashStore.folder(files))
      guard again == found else {
        throw CrashFinding(
          "it was opened with \(found), and after the power went there is \(again)")
      }
    }
  }

  /// Opens a store while a call to make durable fails; with another handle all goes on.
  private static func fail(_ folder: MemoryFolder, at call: Int) throws {
    folder.withFaults { $0.failingSynchronization = call }
    defer { folder.withFaults { $0.failingSynchronization = nil } }
    do {
      _ = try FileBackEnd(CrashStore.name, in: folder)
    } catch let error as StorageError where error.code == .inputOutput {
      // As it was to be.
    }
  }

  /// A bit of a durable frame changed, in front of the last group, or bytes were put in or taken out there: that is no torn tail, and nothing goes on
  /// silently (rule T2).
  mutating func checkDamage(
    _ files: [String: [UInt8]], before end: Int, using random: inout SeededGenerator
  ) throws {
    guard var bytes = files[CrashStore.name], LogHeader.byteCount < end, end <= bytes.count else {
      return
    }
    // The last byte is one of the zeros behind a payload, mostly.
    let start = random.next() % 3 == 0 ? end - 1 : LogHeader.byteCount
    var place = Int.random(in: start..<end, using: &random)
    let damage = CrashDamage.allCases[Int(random.next() % UInt64(CrashDamage.allCases.count))]
    if damage == .byteRemoved || damage == .bytesDoubled {
      while place > LogHeader.byteCount, bytes[place] == 0 { place -= 1 }
    }
    damage.apply(to: &bytes, at: place, before: end, using: &random)
    guard isNew([CrashStore.name: bytes], bound: -1) else { return }
    count.damages += 1
    let folder = MemoryFolder(CrashStore.name, bytes)
    do {
      let found = try CrashStore.state(folder)
      throw CrashFinding("byte \(place) of \(end) durable ones, \(damage), and there is \(found)")
    } catch let error as StorageError where error.code == .damaged {
      guard folder[CrashStore.name] == bytes else {
        throw CrashFinding("a damaged file was changed")
      }
    }
  }
}
