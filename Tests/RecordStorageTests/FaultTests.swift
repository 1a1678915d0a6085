import RecordLog
import RecordStorage
import RecordTestSupport
import Synchronization
import TestSupport
import TestTraits
import Testing

@Suite("Whatever fails, what was acknowledged is there, and nothing half")
struct FaultTests {
  @Test("a disk that is full at any byte", .long)
  func diskFullAtAnyByte() throws { try checkFullDisk(step: 1) }

  @Test("a disk that is full at every seventh byte")
  func diskFullAtSomeBytes() throws { try checkFullDisk(step: 7) }

  private func checkFullDisk(step: Int) throws {
    var room = 0
    while true {
      let folder = MemoryFolder()
      folder.withFaults { $0.room = room }
      let script = FaultScript(folder, .short)
      script.run()
      let history = script.history
      #expect(Set(history.codes).isSubset(of: [.noSpace]), "room for \(room): \(history.codes)")
      let isEnough = folder.withFaults { faults in
        defer { faults.room = nil }
        return (faults.room ?? 0) > 0
      }
      let found = try FaultScript.contents(folder)
      #expect(found == history.states[history.acknowledged], "room for \(room)")
      #expect(room > 1_000 || !history.codes.isEmpty)
      if isEnough { break }
      room += step
    }
    print("\(room) bytes take a session")
  }

  @Test("each call to make durable fails in turn; then the power goes")
  func failingSynchronizations() throws {
    var random = SeededGenerator(seed: 11)
    var call = 0
    var (unknownCount, silentCount) = (0, 0)
    while true {
      let folder = MemoryFolder()
      folder.withFaults { $0.failingSynchronization = call }
      let script = FaultScript(folder)
      script.run()
      let history = script.history
      #expect(
        Set(history.codes).isSubset(of: [.inputOutput, .outcomeUnknown, .poisoned]), "call \(call)")
      if history.codes.contains(.outcomeUnknown) { unknownCount += 1 }
      let isOver = folder.withFaults { faults in
        defer { faults.failingSynchronization = nil }
        return (faults.failingSynchronization ?? 0) >= 0
      }
      for _ in 0..<4 {
        let cut = folder.afterPowerCut { Bool.random(using: &random) }
        let found = try FaultScript.contents(cut)
        #expect(history.allowed(afterPowerCut: true).contains(found), "call \(call)")
      }
      let found = try FaultScript.contents(folder)
      #expect(history.allowed(afterPowerCut: false).contains(found), "call \(call)")
      // Who closes a store makes what is written durable for the sake of the hint alone, and says nothing if that fails.
      if history.codes.isEmpty { silentCount += 1 }
      if isOver { break }
      call += 1
    }
    print("\(call) calls, of which \(unknownCount) left an outcome unknown, \(silentCount) nothing")
    #expect(call > 10 && unknownCount > 3 && silentCount <= 3)
  }

  @Test("each read fails in turn: that is said, and never that the file is damaged")
  func failingReads() throws {
    let made = MemoryFolder()
    let first = try FileBackEnd(FaultScript.name, in: made)
    try RecordStore(first).write { try Ledger.make(in: $0) }
    first.close()
    let hint = FaultScript.name + ".hint"
    let hintBytes = made[hint]
    let second = try FileBackEnd(FaultScript.name, in: made)
    for _ in 0..<9 { try RecordStore(second).write { _ = try Ledger.move(in: $0) } }
    second.close()
    // With all the commits in the file, with some behind a hint, and by a hint alone.
    for hintBytes in [nil, hintBytes, made[hint]] {
      for isReader in [false, true] {
        var (call, failureCount) = (0, 0)
        while true {
          let folder = MemoryFolder(FaultScript.name, made[FaultScript.name] ?? [])
          folder[hint] = hintBytes
          folder.withFaults { $0.failingRead = call }
          do {
            let backEnd: any StorageBackEnd =
              isReader
              ? try FileReaderBackEnd(FaultScript.name, in: folder)
              : try FileBackEnd(FaultScript.name, in: folder)
            let moves = try RecordStore(backEnd).read { try Ledger.check($0) }
            #expect(moves == 9)
          } catch let error as StorageError {
            failureCount += 1
            #expect(error.code == .inputOutput, "call \(call): \(error)")
          }
          if folder.withFaults({ ($0.failingRead ?? 0) >= 0 }) { break }
          call += 1
        }
        #expect(failureCount > 20 && call - failureCount < 20, "\(failureCount) of \(call)")
      }
    }
  }

  @Test("the power goes at any point: all, nothing or some of what was not durable is there")
  func powerCuts() throws {
    let folder = MemoryFolder()
    let script = FaultScript(folder)
    let random = Mutex(SeededGenerator(seed: 12))
    let problems = Mutex<[String]>([])
    let cutCount = Mutex(0)
    @Sendable func check(_ folder: MemoryFolder, survival chance: Int) -> MemoryFolder {
      let history = script.history
      func cut() -> MemoryFolder {
        folder.afterPowerCut { random.withLock { Int.random(in: 0..<100, using: &$0) } < chance }
      }
      let (looked, left) = (cut(), cut())
      let problem: String?
      do {
        let found = try FaultScript.contents(looked)
        problem =
          history.allowed(afterPowerCut: true).contains(found)
          ? nil : "\(history.durable) to \(history.states.count - 1): \(String(describing: found))"
      } catch {
        problem = "\(error)"
      }
      if let problem { problems.withLock { $0.append(problem) } }
      cutCount.withLock { $0 += 1 }
      return left
    }
    folder.observe { _ in
      for chance in [0, 100, 50, 50, 85, 15] {
        // It goes once more while the file is opened.
        let left = check(folder, survival: chance)
        left.observe { _ in _ = check(left, survival: chance) }
        do {
          _ = try FileBackEnd(FaultScript.name, in: left)
        } catch {
          problems.withLock { $0.append("\(error)") }
        }
        left.observe(nil)
      }
    }
    script.run()
    #expect(script.history.codes.isEmpty)
    #expect(problems.withLock { Array($0.prefix(3)) } == [])
    #expect(cutCount.withLock { $0 } > 1_000)
  }
}
