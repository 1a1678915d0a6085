import Foundation
import RecordTestSupport
import Testing

/// Short forms; `.ci/kernel-test` has the long ones, and those for which it takes `strace` or the right to mount.
@Suite("Processes are killed, and the system refuses", .serialized)
struct KernelTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "krec-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.resolvingSymlinksInPath().path)
  }

  @Test(
    "writers, compactors and readers are killed: nothing acknowledged is lost, nothing half is seen"
  )
  func kills() throws {
    try withFolder { print(try KillTrial(folder: $0, seed: 31).run(killCount: 12)) }
  }

  @Test("writes of which the system takes a few bytes at a time are made whole (W4)")
  func shortWrites() throws {
    try withFolder { print(try RoomTrial(folder: $0).runShort()) }
  }

  @Test("a limit for the size of files is a full disk, and does not end the process (W4)")
  func limits() throws {
    try withFolder { print(try RoomTrial(folder: $0).runLimited(step: 1_500)) }
  }
}
