internal import ArchiveFormat

/// The state of a scan observer, as a structure.
///
/// The members of a class are checked for exclusive access one by one. With all of them in one structure a call takes one check, which made
/// the requirements of an archive cost 0.6 times the instructions.
protocol ScanState {
  mutating func beginTop(isRoot: Bool, at offset: Int)
  mutating func begin(_ cell: ArchiveCell)
  mutating func end()
}

/// Gives a state the calls of a scanner.
final class StateObserver<State: ScanState>: ScanObserver {
  private(set) var state: State

  init(_ state: State) { self.state = state }

  func beginTop(isRoot: Bool, at offset: Int) { state.beginTop(isRoot: isRoot, at: offset) }
  func begin(_ cell: ArchiveCell) { state.begin(cell) }
  func end() { state.end() }
}
