import Foundation
public import Testing

/// Tests that take seconds.
public enum LongTests {
  /// True if the environment has `LONG=1`, as in `make test-all LONG=1`.
  public static var areWanted: Bool { ProcessInfo.processInfo.environment["LONG"] == "1" }
}

extension Trait where Self == ConditionTrait {
  /// Marks tests that take seconds. They run only where the environment has `LONG=1`, as in `make test-all LONG=1`.
  ///
  /// `swift test` has no filter for tags, so this one trait both marks the tests and leaves them out. The scripts count the tests that
  /// were left out by the words of the reason.
  public static var long: Self { .enabled(if: LongTests.areWanted, "long, runs with LONG=1") }
}
