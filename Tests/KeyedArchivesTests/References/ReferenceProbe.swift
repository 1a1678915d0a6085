import Foundation
import KeyedArchives

/// A suite that asks what becomes of a call: whether it ends, and with which error.
protocol ReferenceProbe {}

extension ReferenceProbe {
  /// Whether a body comes to an end in some seconds, on a thread that is given up else.
  func ends(_ seconds: Double = 60, _ body: @escaping @Sendable () -> Void) -> Bool {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      done.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
    return done.wait(timeout: .now() + seconds) == .success
  }

  /// What a body throws, as an error of archives; nil if it throws nothing.
  func error(_ body: () throws -> Void) -> ArchiveError? {
    do {
      try body()
      return nil
    } catch {
      return error as? ArchiveError ?? ArchiveError(.malformed, "another error: \(error)")
    }
  }
}
