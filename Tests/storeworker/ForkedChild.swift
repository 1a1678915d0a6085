import Foundation
import RecordStorage
import RecordTestSupport

/// A child that `fork` makes of this process. It tries to use the open store of its parent, says what came of it, and lives for a minute.
struct ForkedChild {
  private struct NoFork: Error {}

  let store: String

  /// Returns when the child has said all.
  func start(_ opened: RecordStore) throws {
    typealias Fork = @convention(c) () -> Int32
    guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "fork") else { throw NoFork() }
    let fork = unsafe unsafeBitCast(symbol, to: Fork.self)
    let isDone = Pipe()
    let child = fork()
    guard child >= 0 else { throw NoFork() }
    if child == 0 {
      run(opened)
      try isDone.fileHandleForWriting.write(contentsOf: Data([1]))
      sleep(60)
      _exit(0)
    }
    _ = try isDone.fileHandleForReading.read(upToCount: 1)
  }

  private func run(_ opened: RecordStore) {
    MoveReport.line("child \(getpid()) of \(getppid())")
    say("write") { _ = try opened.write { try Ledger.move(in: $0) } }
    say("read") { _ = try opened.read { try Ledger.moves($0) } }
    let file = opened.backEnd as? FileBackEnd
    say("compact") { try file?.compact() }
    file?.close()
    MoveReport.line("handles \(handleCount)")
    let found = try? RecordStore(FileReaderBackEnd(path: store)).read { try Ledger.moves($0) }
    MoveReport.line("moves \(found.flatMap { $0 } ?? -1)")
  }

  private func say(_ what: String, _ body: () throws -> Void) {
    do {
      try body()
      MoveReport.line("\(what) ok")
    } catch {
      MoveReport.line("\(what) \((error as? StorageError)?.code.rawValue ?? "\(error)")")
    }
  }

  /// Counts the descriptors of this process that are files of the store.
  private var handleCount: Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.count { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/\(name)")
      return target?.hasPrefix(store) == true
    }
  }
}
