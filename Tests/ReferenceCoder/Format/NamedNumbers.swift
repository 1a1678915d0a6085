/// Numbers of shapes or types that kinds named, of which some may not be there.
///
/// Only those are kept that are larger than all before them: the first one that is not there is
/// among them.
struct NamedNumbers {
  private var rising: [(number: Int, place: Int)] = []

  /// The largest number, −1 for none.
  var largest: Int { rising.last?.number ?? -1 }

  mutating func note(_ number: Int, at place: Int) {
    if number > largest { rising.append((number, place)) }
  }

  /// Notes what was named after these.
  mutating func append(_ later: NamedNumbers) {
    for (number, place) in later.rising { note(number, at: place) }
  }

  /// The first number that is not below `count`, and where it stands.
  func first(from count: Int) -> (number: Int, place: Int)? {
    rising.first { $0.number >= count }
  }
}
