import Foundation
import Synchronization
public import Testing

/// Comparisons whose only judge is that two engines of this package agree: one that writes values directly and one that writes them
/// through a tape, one that reads bytes and one that reads cells, generated code and containers.
///
/// `.ci/planted-faults` switches them off with `DIFFERENTIAL=0` in the environment: what is found then is found by the specification, its
/// vectors, other coders, or values that the test states.
public enum Differential {
  /// A Boolean value indicating whether two engines are compared: false if the environment has `DIFFERENTIAL=0`.
  public static let isWanted = ProcessInfo.processInfo.environment["DIFFERENTIAL"] != "0"

  private static let leftOutCount = Mutex(0)

  /// Returns a Boolean value that says whether two engines are to be compared now. Comparisons that are left out are
  /// counted, and the process prints their number at its end.
  public static func isWantedHere() -> Bool {
    if isWanted { return true }
    let isFirst = leftOutCount.withLock { count in
      count += 1
      return count == 1
    }
    if isFirst {
      atexit {
        let count = Differential.leftOutCount.withLock { $0 }
        print("comparisons left out: \(count)")
      }
    }
    return false
  }
}

extension Trait where Self == ConditionTrait {
  /// Marks tests that compare two engines of this package and nothing else. They are left out where the environment has
  /// `DIFFERENTIAL=0`; the scripts count them by the words of the reason.
  public static var differential: Self {
    .enabled(if: Differential.isWanted, "differential, left out with DIFFERENTIAL=0")
  }
}
