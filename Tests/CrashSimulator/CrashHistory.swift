/// The states that a store was in, and which of them may be found after a crash.
struct CrashHistory: Sendable {
  /// The state after each commit that was asked for and not refused.
  private(set) var states = [CrashState()]
  /// The last state that was acknowledged, and the last that has to be there after the power went.
  private(set) var acknowledged = 0
  private(set) var durable = 0

  /// The state that transactions begin with.
  var last: CrashState { states[states.count - 1] }
  /// The state that can be read.
  var current: CrashState { states[acknowledged] }

  mutating func begin(_ state: CrashState) -> Int {
    states.append(state)
    return states.count - 1
  }

  mutating func acknowledge(_ index: Int, isDurable: Bool) {
    acknowledged = max(acknowledged, index)
    if isDurable { durable = max(durable, index) }
  }

  /// What was acknowledged is durable.
  mutating func makeDurable() { durable = acknowledged }

  /// What was not durable may be lost.
  mutating func losePower() { acknowledged = durable }

  /// A commit was refused, with all behind it.
  mutating func refuse(from index: Int) {
    if index < states.count { states.removeSubrange(index...) }
  }

  /// A store that was opened is in a state, which is durable.
  mutating func settle(at index: Int) {
    states.removeSubrange((index + 1)...)
    (acknowledged, durable) = (index, index)
  }

  /// Which of the states that may be there is found; the last if there are several.
  func index(of state: CrashState, afterPowerCut: Bool) -> Int? {
    states[(afterPowerCut ? durable : acknowledged)...].lastIndex(of: state)
  }
}
