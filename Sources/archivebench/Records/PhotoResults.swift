/// What was measured of stores of photos.
struct PhotoResults {
  /// The bytes of a store on the disk.
  struct Bytes {
    let asLeft: Int
    let compacted: Int
  }

  let contestants: [PhotoContestant]
  let rounds: Int
  let work: PhotoWork
  /// What the stores of the last round have, by contestant.
  var bytes: [String: Bytes] = [:]
  /// Why synchronisations were not counted; nil if they were.
  var missingCounts: String?
  /// How many synchronisations a commit takes, by step and contestant.
  var synchronizations: [String: [String: Double]] = [:]
  private var times: [String: [String: [Double]]] = [:]

  init(contestants: [PhotoContestant], rounds: Int, work: PhotoWork) {
    self.contestants = contestants
    self.rounds = rounds
    self.work = work
  }

  /// Adds the nanoseconds that a step took for each photo.
  mutating func add(_ time: Double, _ step: String, _ contestant: String) {
    times[step, default: [:]][contestant, default: []].append(time)
  }

  /// The median of the rounds; nil where nothing was measured.
  func time(_ step: PhotoStep, _ contestant: PhotoContestant) -> Double? {
    guard let sorted = times[step.name]?[contestant.name]?.sorted() else { return nil }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
