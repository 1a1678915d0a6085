import Foundation
import StorageTransforms
import Synchronization
import Testing

@testable import RecordStorage

/// Copies for readers: none is older than what anybody has seen, and none outlives the value.
@Suite struct ReadCopiesTests {
  private final class Content: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  /// A number behind a lock, and the largest one that any thread has seen.
  private final class Shared: Sendable {
    let copies = ReadCopies<Int>()
    private let value = Mutex(0)
    let seen = Atomic<Int>(0)
    let wrongCount = Atomic<Int>(0)

    func read() -> Int { copies.value { value.withLock { $0 } } }

    func write(_ number: Int) {
      value.withLock {
        $0 = number
        copies.invalidate()
      }
      copies.removeAll()
    }
  }

  @Test func `the value is read once for each change`() {
    let copies = ReadCopies<Int>()
    var readCount = 0
    func value(_ number: Int) -> Int {
      copies.value {
        readCount += 1
        return number
      }
    }
    #expect(value(1) == 1)
    #expect(value(2) == 1)
    copies.invalidate()
    #expect(value(3) == 3)
    copies.removeAll()
    #expect(value(4) == 4)
    #expect(readCount == 3)
  }

  @Test func `an error is thrown, and nothing is kept`() {
    struct Failure: Error {}
    let copies = ReadCopies<Int>()
    #expect(throws: Failure.self) { try copies.value { throw Failure() } }
    #expect(copies.value { 5 } == 5)
  }

  @Test func `copies that were let go of keep nothing alive`() async {
    let copies = ReadCopies<Content>()
    weak var first: Content?
    await withTaskGroup(of: Void.self) { group in
      let content = Content(1)
      first = content
      for _ in 0..<16 { group.addTask { _ = copies.value { content } } }
    }
    #expect(first != nil)
    copies.invalidate()
    copies.removeAll()
    #expect(first == nil)
  }

  @Test func `no thread reads less than it knows of`() async {
    let shared = Shared()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<2_000 {
            let least = shared.seen.load(ordering: .sequentiallyConsistent)
            let found = shared.read()
            if found < least { shared.wrongCount.add(1, ordering: .relaxed) }
            shared.seen.max(found, ordering: .sequentiallyConsistent)
          }
        }
      }
      group.addTask { for number in 1...2_000 { shared.write(number) } }
    }
    #expect(shared.wrongCount.load(ordering: .relaxed) == 0)
    #expect(shared.read() == 2_000)
  }

  #if os(Linux)
    @Test func `a compaction lets go of the file that it replaced`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: "numbers.krec").path(percentEncoded: false)
      let backEnd = try FileBackEnd(path: path)
      defer { backEnd.close() }
      // Readers on several threads fill several copies.
      for _ in 0..<4 {
        DispatchQueue.concurrentPerform(iterations: 8) { _ in try? backEnd.read { _ in } }
      }
      try backEnd.compact()
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }
      #expect(open.filter { $0.hasPrefix(path) && $0.hasSuffix(" (deleted)") }.isEmpty)
    }
  #endif
}
