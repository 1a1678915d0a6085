import Foundation
import RecordStorage

/// What opening a store takes, told by a process that does nothing else.
struct OpeningFigures: Codable {
  var milliseconds: Double
  var recordCount: Int
  /// The most that was resident while the store was opened.
  var peakByteCount: Int
  /// What was resident with the store open.
  var residentByteCount: Int
  /// What of it is left once the process gave back what it had freed.
  var settledByteCount: Int

  /// Opens a store of this process's own.
  init(opening path: String, _ table: String) throws {
    guard ProcessMemory.resetPeak() else { throw NoFigures() }
    let start = ContinuousClock.now
    let file = try FileBackEnd(path: path)
    milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    peakByteCount = ProcessMemory.peak
    residentByteCount = ProcessMemory.resident
    ProcessMemory.trim()
    settledByteCount = ProcessMemory.resident
    recordCount = try RecordStore(file).read { try $0.count(in: table) }
  }
}
