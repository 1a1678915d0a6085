internal import Synchronization

/// Tells the observers of a store of its commits.
final class CommitHub: Sendable {
  private struct Entry {
    weak var observer: CommitObserver?
  }

  private let entries = Mutex<[Entry]>([])

  deinit {
    for observer in observers() { observer.end() }
  }

  /// True if somebody wants to know of commits.
  var isObserved: Bool { entries.withLock { $0.contains { $0.observer != nil } } }

  /// An observer, for as long as somebody holds it.
  func observer() -> CommitObserver {
    let observer = CommitObserver()
    entries.withLock { $0.append(Entry(observer: observer)) }
    return observer
  }

  func post(_ commit: @autoclosure () -> RecordCommit?) {
    let observers = observers()
    guard !observers.isEmpty, let commit = commit(), !commit.changes.isEmpty else { return }
    for observer in observers { observer.post(commit) }
  }

  private func observers() -> [CommitObserver] {
    entries.withLock { entries in
      if entries.isEmpty { return [] }
      entries.removeAll { $0.observer == nil }
      return entries.compactMap(\.observer)
    }
  }
}
