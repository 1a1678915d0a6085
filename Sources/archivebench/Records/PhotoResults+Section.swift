import Foundation

extension PhotoResults {
  /// Counts the synchronisations of the steps in which each photo is a commit.
  mutating func count(_ counting: SynchronizationCount) throws {
    for step in work.inserting where step.commitCount == step.photoCount {
      for contestant in contestants where contestant.isLocal {
        synchronizations[step.name, default: [:]][contestant.name] =
          try counting.perCommit(step, contestant)
      }
    }
  }

  /// For people: the table, and what it was measured with.
  func text() -> String {
    """
    \(Machine.current.lines.joined(separator: "\n"))
    \(NumberText.count(work.photos.count)) photos; medians of \(rounds) rounds.

    \(notes)    \(table().text)
    """
  }

  /// A section for `BENCHMARKS.md`.
  func section() -> String {
    """
    \(NumberText.count(work.count)) photos with a text, a date that is indexed, numbers, a URL and a list
    (`Sources/archivebench/Records/BenchPhoto.swift`) are stored in batches, and \(NumberText.count(work.durableCount)) more by each of the
    two steps in which each photo is a commit: fewer, since each of them waits for the medium. Then all are read, and some updated.
    Times are those that pass for one photo, on all processors: medians of \(rounds) rounds, in each of which every store is made anew, and
    all of them take turns in each step. What is fetched is compared with what was stored.

    \(contestants.map { "- \($0.name): \($0.about)" }.joined(separator: "\n"))

    The last column compares the file store with the better of the two that use SQLite through GRDB directly. It depends on the records and on the
    requests. For records of plain columns, read by statements that GRDB caches, GRDB is 3.7 times faster than the file store at scans and 3.3 times
    at ranges; that was measured apart from this page. The ratios below hold for `Codable` records with a list as JSON and a date as text, and for
    requests that GRDB builds anew for each call.

    Durability is made equal: each commit is on the medium when it is acknowledged. GRDB's pools turn SQLite's `synchronous` down to NORMAL when
    they open, so it is set to FULL, and read back. "Syncs per commit" are the calls of fsync, fdatasync, sync_file_range and msync that
    `strace -c` counts in a process that does that step alone, less those of one that only opens the store, by commit. Threads
    whose commits stand in line at the same time share synchronisations in the file store. Bytes are those of all files of a store: the file
    store's log, as left, and compacted with the hint beside it; the database and its
    write-ahead log.
    \(notes)`archivebench records` measures this alone:
    `swift build -c release --traits Tools,SQLite --product archivebench && .build/release/archivebench records`.

    \(table().text)
    """
  }

  /// A line for each thing that was not measured.
  private var notes: String {
    var lines: [String] = []
    if !contestants.contains(where: \.isRival) {
      lines.append("SQLite was not measured: the trait SQLite is off.\n")
    }
    if let missingCounts { lines.append("Synchronisations were not counted: \(missingCounts).\n") }
    return lines.joined()
  }
}
