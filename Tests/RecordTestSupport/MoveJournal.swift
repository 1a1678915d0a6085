/// What a process said of the moves of a ``Ledger`` that it made, one line each, and so what may be there of them.
///
/// | line | |
/// |---|---|
/// | `found` moves | opened the store, which has so many; −1 if it has no ledger |
/// | `begins` move | asks for a commit |
/// | `threads` count | asks for commits from now on, that many at a time, without saying so |
/// | `written` move, `synced` move | a commit was acknowledged |
/// | `refused` what code | nothing of it is there |
/// | `unknown` move code | nobody knows whether it is there |
/// | `committed` move, `rolledBack` move, `forgotten` move | what became of it, asked afterwards |
/// | `torn` | cut off a torn tail |
/// | `did` what, `failed` what code | anything that changes no record |
/// | `saw` moves | a reader's state |
/// | `broken` words | a state that is none, or an error without a code |
package struct MoveJournal {
  /// Moves that are there while the system goes on.
  package private(set) var certain: Int64 = -1
  /// Moves that are there after the power went.
  package private(set) var durable: Int64 = -1
  /// The last move that may be there.
  package private(set) var possible: Int64 = -1
  /// How many commits may be on their way beyond those that were acknowledged.
  private var threadCount: Int64 = 0
  /// The last state that any reader saw.
  package private(set) var seen: Int64 = -1
  /// How many commits were acknowledged.
  package private(set) var acknowledgedCount = 0
  /// How often each error was met.
  package private(set) var codes: [String: Int] = [:]
  /// How many torn tails were cut off.
  package private(set) var tornCount = 0
  /// How many commits left their outcome open.
  package private(set) var unknownCount = 0

  /// Whether what readers say stands in order with the rest.
  private let isOfOneProcess: Bool

  /// - Parameters:
  ///   - moves: How many moves are there, and durable; nil for no ledger.
  package init(isOfOneProcess: Bool = false, moves: Int64? = nil) {
    self.isOfOneProcess = isOfOneProcess
    let moves = moves ?? -1
    (certain, durable, possible) = (moves, moves, moves)
  }

  /// A ledger was made, and is durable.
  package mutating func begin() { (certain, durable, possible) = (0, 0, 0) }

  /// Takes a line.
  ///
  /// - Throws: ``Ledger/Broken`` for one that contradicts those before.
  package mutating func take(_ line: String) throws {
    let words = line.split(separator: " ")
    let number = words.dropFirst().first.flatMap { Int64($0) } ?? 0
    switch words.first {
    case "found": try find(number)
    case "begins": possible = number
    case "threads": threadCount = number
    case "written": acknowledge(number)
    case "synced":
      acknowledge(number)
      durable = max(durable, number)
    case "committed":
      acknowledge(number)
      durable = max(durable, number)
    case "rolledBack": possible = certain
    case "forgotten": count("forgotten")
    case "refused":
      count(words.last)
      possible = certain
    case "unknown":
      count(words.last)
      unknownCount += 1
    case "failed": count(words.last)
    case "saw":
      if isOfOneProcess { try look(number) }
      seen = max(seen, number)
    case "torn": tornCount += 1
    case "did", "ok": break
    default: throw Ledger.Broken(description: line)
    }
  }

  private mutating func acknowledge(_ move: Int64) {
    certain = max(certain, move)
    acknowledgedCount += 1
  }

  private mutating func count(_ code: Substring?) {
    codes[code.map(String.init) ?? "", default: 0] += 1
  }

  /// Compares a state that was found with what may be there. From now on it is certain, and durable: who opens a store makes it so.
  ///
  /// - Parameter least: How many moves have to be there after the power went; nil if it did not.
  /// - Throws: ``Ledger/Broken``.
  package mutating func find(_ moves: Int64, leastAfterPowerCut least: Int64? = nil) throws {
    try compare(moves, least: least ?? certain)
    (certain, durable, possible) = (moves, moves, moves)
    threadCount = 0
  }

  /// Compares a state that a reader found, after all that readers said, with what may be there: it says nothing of what is durable.
  package mutating func look(_ moves: Int64) throws {
    try compare(moves, least: max(certain, seen))
    seen = max(seen, moves)
  }

  private func compare(_ moves: Int64, least: Int64) throws {
    let most = max(possible, certain + threadCount)
    guard least <= moves, moves <= most else {
      throw Ledger.Broken(description: "\(moves) moves; \(least) to \(most) may be there")
    }
  }
}
