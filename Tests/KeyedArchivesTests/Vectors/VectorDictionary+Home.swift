import KeyedArchives
import VectorSupport

extension VectorDictionary {
  /// What encoding events in order left.
  static func home() throws -> VectorDictionary {
    VectorDictionary(
      name: "home", comment: "the rows that 40 encoded values left",
      rows: try events().dictionary.rows)
  }

  /// 40 events as records of one home.
  static func events() throws -> Home {
    var home = Home()
    for seed in 0..<40 { try home.put(Event(seed: seed)) }
    return home
  }
}
