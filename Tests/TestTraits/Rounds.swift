/// The number of rounds of a test with random input.
public enum Rounds {
  /// All rounds if the environment asks for the long tests, else a quarter of them.
  public static func of(_ count: Int) -> Int { LongTests.areWanted ? count : count / 4 }
}
