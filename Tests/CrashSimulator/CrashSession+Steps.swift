internal import RecordLog
internal import RecordStorage
internal import RecordTestSupport
internal import Synchronization
internal import TestSupport

extension CrashSession {
  private enum Broken: Error {
    case aborted
  }

  /// - Returns: Whether the store is open still.
  func perform(
    _ step: CrashStep, _ file: FileBackEnd, using random: inout SeededGenerator
  ) -> Bool {
    switch step {
    case .commit(let changes, let durability): return commit(changes, durability, file)
    case .share(let transactions): return share(transactions, file)
    case .abort(let changes):
      abort(changes, file)
      return true
    case .compact: return compact(file)
    case .close: file.close()
    case .kill: break
    case .powerCut: cutPower(using: &random)
    case .replace: replace(file)
    case .intrude(let intrusion, let changes, let durability):
      intrude(intrusion, changes, durability, file)
    case .diverge(let kind, let key, let stamp):
      diverge(kind, key, stamp: stamp, file, using: &random)
    }
    return false
  }

  static func write(
    _ changes: [CrashChange], _ durability: StorageDurability, _ file: FileBackEnd
  ) -> Result<Void, any Error> {
    Result {
      try RecordStore(file).write(durability) { session in
        for change in changes { try change.perform(in: session) }
      }
    }
  }

  /// The number of the state that changes make of the last one.
  func begin(_ changes: [CrashChange]) -> Int {
    noteCommit()
    return withHistory { history in
      var state = history.last
      for change in changes { change.apply(to: &state) }
      return history.begin(state)
    }
  }

  /// - Returns: Whether the store takes more commits.
  private func end(
    _ index: Int, _ durability: StorageDurability, _ result: Result<Void, any Error>
  ) -> Bool {
    switch result {
    case .success:
      withHistory { $0.acknowledge(index, isDurable: durability == .synced) }
      return true
    case .failure(let error):
      noteError(error)
      let code = (error as? StorageError)?.code
      if code != .outcomeUnknown { withHistory { $0.refuse(from: index) } }
      // Where the outcome is not known, the store is to say of the next commit that it takes none.
      return code != .poisoned
    }
  }

  func commit(
    _ changes: [CrashChange], _ durability: StorageDurability, _ file: FileBackEnd
  ) -> Bool {
    let index = begin(changes)
    let result = Self.write(changes, durability, file)
    let isOpen = end(index, durability, result)
    if case .success = result, durability == .synced { endGroup() }
    return isOpen
  }

  private func share(_ transactions: [[CrashChange]], _ file: FileBackEnd) -> Bool {
    let results = Mutex<[Int: Result<Void, any Error>]>([:])
    let numbers = Mutex<[Int]>([])
    let first = begin(transactions[0])
    var (isOpen, isDurable) = (true, true)
    sharing.perform(
      {
        let result = Self.write(transactions[0], .synced, file)
        if case .failure = result { isDurable = false }
        isOpen = end(first, .synced, result)
      },
      transactions.dropFirst().map { changes in
        { [unowned self] in
          let index = begin(changes)
          numbers.withLock { $0.append(index) }
          let result = Self.write(changes, .synced, file)
          results.withLock { $0[index] = result }
        }
      }, lineCount: { file.counts.commits })
    for index in numbers.withLock({ $0.sorted() }) {
      guard let result = results.withLock({ $0[index] }) else { continue }
      if case .failure = result { isDurable = false }
      isOpen = end(index, .synced, result) && isOpen
    }
    // Behind what was refused there may be a torn tail.
    if isDurable { endGroup() }
    return isOpen
  }

  private func abort(_ changes: [CrashChange], _ file: FileBackEnd) {
    do {
      try RecordStore(file).write { session in
        for change in changes { try change.perform(in: session) }
        throw Broken.aborted
      }
    } catch is Broken {
      // As it was to be.
    } catch {
      noteError(error)
    }
  }

  private func compact(_ file: FileBackEnd) -> Bool {
    do {
      try file.compact()
    } catch {
      noteError(error)
      return (error as? StorageError)?.code != .poisoned
    }
    withHistory { $0.makeDurable() }
    endCompaction()
    return true
  }

  /// Goes on with one of the images of the moment.
  private func cutPower(using random: inout SeededGenerator) {
    let snapshot = folder.snapshot
    let images = CrashImages.all(of: snapshot, randomCount: 4, using: &random)
    let fate = images[Int.random(in: 0..<images.count, using: &random)]
    withHistory { $0.losePower() }
    goOn(with: snapshot.files(after: fate))
  }

  /// Another store under the name, beside a hint of the old one.
  private func replace(_ file: FileBackEnd) {
    file.close()
    var files = CrashStore.files(folder)
    files[CrashStore.name] = nil
    withHistory { $0 = CrashHistory() }
    goOn(with: files)
  }
}
