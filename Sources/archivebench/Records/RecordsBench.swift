import Foundation
import RecordLog
import RecordStorage

/// Measures stores of records side by side, durability made equal: each commit is on the medium when it is acknowledged.
struct RecordsBench {
  static let usage = """
    usage: archivebench records [--count N] [--folder PATH]
      --count N       photos, 100000 by default
      --store NAME    only the stores whose name begins so
      --folder PATH   where the stores are made, and removed; the current folder by default
    """

  private var count = 100_000
  private var only = ""
  private var folder = URL(filePath: FileManager.default.currentDirectoryPath)

  init(_ arguments: ArraySlice<String>) throws {
    var rest = arguments
    while let argument = rest.popFirst() {
      switch (argument, rest.popFirst()) {
      case ("--count", let value?): count = max(Int(value) ?? count, 2_000)
      case ("--store", let value?): only = value
      case ("--folder", let value?): folder = URL(filePath: value)
      default: throw UsageError(message: "records: \(argument)?")
      }
    }
  }

  func run() throws {
    let scratch = folder.appending(path: "records-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let path = scratch.appending(path: "photos.krec").path
    let file = try FileBackEnd(path: path)
    let bytes: @Sendable () throws -> Int = {
      try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
    var stores: [any PhotoStore] = [try RecordPhotoStore("file", file, bytes: bytes)]
    #if SQLite
      stores.append(
        try GRDBPhotoStore(
          "SQLite, WAL", path: scratch.appending(path: "wal.sqlite").path, writesAhead: true))
      stores.append(
        try GRDBPhotoStore(
          "SQLite, DELETE", path: scratch.appending(path: "delete.sqlite").path, writesAhead: false)
      )
    #endif
    stores.removeAll { !$0.name.hasPrefix(only) }
    let photos = try (0..<count).map { try BenchPhoto($0) }
    let small = min(2_000, count / 10)
    print("\(count) photos; \(small) where each is a commit")
    row("insert in batches of 1,000", count, stores) { store in
      for start in stride(from: 0, to: count - 2 * small, by: 1_000) {
        try store.insert(Array(photos[start..<min(start + 1_000, count - 2 * small)]))
      }
    }
    row("insert one by one, 1 thread", small, stores) { store in
      for photo in photos[(count - 2 * small)..<(count - small)] { try store.insert([photo]) }
    }
    row("insert one by one, 8 threads", small, stores) { store in
      let mine = Array(photos[(count - small)...])
      try Self.inThreads(8) { thread in
        for index in stride(from: thread, to: mine.count, by: 8) { try store.insert([mine[index]]) }
      }
    }
    var random = SystemRandomNumberGenerator()
    let order = (0..<min(count, 20_000)).map { _ in Int.random(in: 0..<count, using: &random) }
    row("fetch, hit", order.count, stores) { store in
      for number in order {
        guard try store.fetch(photos[number].id) == photos[number] else { throw WrongRecord() }
      }
    }
    row("fetch, miss", order.count, stores) { store in
      for number in order {
        guard try store.fetch("missing-\(number)") == nil else { throw WrongRecord() }
      }
    }
    row("scan", count, stores) { store in
      guard try store.scan() == count else { throw WrongRecord() }
    }
    let dates = photos.map(\.dateTaken).sorted()
    let span = (dates[count / 3], dates[count / 3 + count / 100])
    row("range by date, 1 %", count / 100, stores) { store in
      guard try store.range(span.0, span.1).count == count / 100 else { throw WrongRecord() }
    }
    row("update one by one", small, stores) { store in
      for index in order.prefix(small) {
        var photo = photos[index]
        photo.rating += 1
        try store.update(photo)
      }
    }
    for store in stores { print("\(store.name): \(try store.byteCount() / count) bytes a photo") }
    try file.compact()
    print("file, compacted: \(try bytes() / count) bytes a photo")
    let counts = file.counts
    print("file: \(counts.commits) commits, \(counts.synchronizations) synchronisations")
  }

  private struct WrongRecord: Error {}

  private func row(
    _ name: String, _ count: Int, _ stores: [any PhotoStore],
    _ body: (any PhotoStore) throws -> Void
  ) {
    var texts: [String] = []
    var first: Double?
    for store in stores {
      do {
        let start = ContinuousClock.now
        try body(store)
        let time = Double((ContinuousClock.now - start) / .nanoseconds(1)) / Double(count)
        let ratio = first.map { String(format: " (x %.2f)", time / $0) } ?? ""
        if first == nil { first = time }
        texts.append("\(store.name) \(String(format: "%.1f", time / 1_000)) us\(ratio)")
      } catch {
        texts.append("\(store.name) \(error)")
      }
    }
    print("\(name): \(texts.joined(separator: ", "))")
  }

  private static func inThreads(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Void
  ) throws {
    let failures = FailureBox()
    let threads = (0..<count).map { number in
      Thread {
        do { try body(number) } catch { failures.set(error) }
        failures.done()
      }
    }
    for thread in threads { thread.start() }
    for _ in threads { failures.wait() }
    if let failure = failures.first { throw failure }
  }
}
