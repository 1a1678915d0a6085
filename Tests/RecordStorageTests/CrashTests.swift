import CrashSimulator
import TestTraits
import Testing

@Suite("Each image of a crash is a state that the store was in, with all that was acknowledged")
struct CrashTests {
  @Test("after each operation of a session")
  func session() { checkSession(seed: 1) }

  @Test("after each operation of two more sessions", .long, arguments: [2, 3] as [UInt64])
  func sessions(seed: UInt64) { checkSession(seed: seed) }

  private func checkSession(seed: UInt64) {
    let session = CrashSession(seed: seed)
    session.run()
    #expect(session.failure == nil, "\(session.failure.map { "\($0)" } ?? "")")
    let count = session.count
    print(
      "session \(seed): \(count.states) crash images, \(count.recoveries) of them in recoveries")
    #expect(count.states > 100 && count.recoveries > 10 && count.kills > 10)
  }

  @Test(
    "a disk that says it made durable what it did not is found out", arguments: [1, 2] as [UInt64])
  func lyingDisk(seed: UInt64) throws {
    let session = CrashSession(seed: seed, isOnLyingDisk: true)
    session.run()
    let failure = try #require(session.failure, "seed \(seed)")
    #expect(failure.operation > 1 && failure.seed == seed)
  }

  @Test("W8: a commit to a file that another program changes meanwhile is not acknowledged")
  func intrusions() {
    let session = CrashSession(seed: 1)
    session.runIntrusions(60)
    #expect(session.failure == nil, "\(session.failure.map { "\($0)" } ?? "")")
    #expect(session.count.intrusions == 60)
  }

  @Test("F2: a frame of a copy that went another way is not taken")
  func splicedLog() throws { try SplicedLog.check() }
}
