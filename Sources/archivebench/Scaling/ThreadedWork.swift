import Foundation
import KeyedArchives
import RecordStorage
import StorageTransforms
import Workloads

/// Work that several threads do at once, each with values of its own.
struct ThreadedWork: Sendable {
  let name: String
  /// Does the work so many times.
  let run: @Sendable (_ count: Int) throws -> Void
  private let count: Int

  private static let objectCount = 300
  private static let rounds = 5

  static func all() throws -> [ThreadedWork] {
    let archive: Data = try KeyedArchiver().encode(Member.tree(objectCount: objectCount))
    let store = RecordStore(MemoryBackEnd())
    var context = TransformContext()
    context.baseURL = URL(string: "https://photos.example.org/")
    let photos = try store.records(of: BenchPhoto.entity(), key: \.id, in: context)
    try store.write { session in
      for number in 0..<1_000 { try photos.insert(BenchPhoto(number), in: session) }
    }
    return [
      ThreadedWork(name: "control: allocates and retains 300 objects", count: 400) { count in
        for _ in 0..<count {
          let tree = Member.tree(objectCount: objectCount)
          guard tree.born > 0 else { throw WrongResult() }
        }
      },
      ThreadedWork(name: "encodes 300 objects with parents", count: 100) { count in
        let tree = Member.tree(objectCount: objectCount)
        for _ in 0..<count { _ = try KeyedArchiver().encode(tree) as Data }
      },
      ThreadedWork(name: "decodes 300 objects with parents", count: 100) { count in
        for _ in 0..<count { _ = try KeyedUnarchiver().decode(Member.self, from: archive) }
      },
      ThreadedWork(name: "reads a record of a store", count: 10_000) { count in
        for number in 0..<count {
          guard try photos.fetch(key: BenchPhoto.id(number % 1_000)) != nil else {
            throw WrongResult()
          }
        }
      },
    ]
  }

  private init(name: String, count: Int, _ run: @escaping @Sendable (Int) throws -> Void) {
    (self.name, self.run, self.count) = (name, run, count)
  }

  /// Nanoseconds of processor time, of all threads, for the work done once; the least of several rounds.
  func processorTime(threads: Int) throws -> Double {
    var best = Double.infinity
    for _ in 0..<Self.rounds {
      let start = Self.processorTime()
      try PhotoStep.inThreads(threads) { _ in try run(count) }
      best = min(best, (Self.processorTime() - start) / .nanoseconds(1))
    }
    return best / Double(threads * count)
  }

  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
