internal import RecordStorage
internal import TestSupport

/// What a session does next.
enum CrashStep: Sendable {
  case commit([CrashChange], StorageDurability)
  /// Transactions of several threads, which share a synchronisation but for the first.
  case share([[CrashChange]])
  /// A transaction that fails in its midst.
  case abort([CrashChange])
  case compact
  /// The store is closed, or its process killed, and opened again.
  case close, kill
  /// The power goes, and the store is opened with what is left.
  case powerCut
  /// The file of a closed store is removed, and another one made in its place; what lies beside it stays.
  case replace
  /// Another program changes the file of the open store, at the moment of a commit.
  case intrude(CrashIntrusion, [CrashChange], StorageDurability)
  /// The files of a closed store are copied, both go on separately, and a hint comes beside the log that is not of its last commit.
  case diverge(CrashTable.Kind, Int64, stamp: Int64)

  static func random(
    _ state: CrashState, stamps: inout Int64, using random: inout SeededGenerator
  ) -> CrashStep {
    var state = state
    func changes(_ random: inout SeededGenerator) -> [CrashChange] {
      let count = [1, 1, 2, 3, 4][Int.random(in: 0..<5, using: &random)]
      return CrashChange.random(count, &state, stamps: &stamps, using: &random)
    }
    return switch Int.random(in: 0..<100, using: &random) {
    case 0..<36: .commit(changes(&random), .synced)
    case 36..<57: .commit(changes(&random), .written)
    case 57..<60: intrude(changes(&random), using: &random)
    case 60..<67:
      .share((0..<Int.random(in: 2...4, using: &random)).map { _ in changes(&random) })
    case 67..<70: .abort(changes(&random))
    case 70..<78: .compact
    case 78..<86: .close
    case 86..<92: .kill
    case 92..<95: .powerCut
    case 95..<97: .replace
    default: diverge(state, &stamps, using: &random)
    }
  }

  static func intrude(
    _ changes: [CrashChange], using random: inout SeededGenerator
  ) -> CrashStep {
    let intrusion = CrashIntrusion.random(using: &random)
    let isSynced = intrusion.moment == .synchronizes || random.next() % 2 == 0
    return .intrude(intrusion, changes, isSynced ? .synced : .written)
  }

  private static func diverge(
    _ state: CrashState, _ stamps: inout Int64, using random: inout SeededGenerator
  ) -> CrashStep {
    let kind = CrashTable.Kind.allCases[Int.random(in: 0..<3, using: &random)]
    guard state.tables[kind] != nil else { return .close }
    // One for each of two commits.
    stamps += 2
    let key = Int64.random(in: 0..<CrashChange.keyCount, using: &random)
    return .diverge(kind, key, stamp: stamps - 1)
  }
}
