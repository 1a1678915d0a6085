/// How many rounds a test with random input makes.
public enum Rounds {
  /// All rounds if the environment asks for the long tests, else a quarter of them.
  public static func of(_ count: Int) -> Int { LongTests.areWanted ? count : count / 4 }
}
