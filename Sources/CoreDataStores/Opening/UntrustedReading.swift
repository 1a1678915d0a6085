#if SQLite
  internal import GRDB
  internal import GRDBSQLite
  internal import Synchronization

  /// The limits of SQLite for a file from anywhere, as SQLite's own page "Defense Against The Dark Arts" advises.
  ///
  /// A few bytes can make SQLite work without an end: pages that stand in many places of a tree, chains of pages that are read for each row.
  /// Every statement has as many steps as the bytes of the file pay for.
  final class UntrustedReading: Sendable {
    /// Steps between two looks at the rest.
    private static let stepsPerLook: Int32 = 10_000
    private static let smallestLength = 30

    private let stepCount: Int
    private let rest: Atomic<Int>

    init(fileByteCount: Int, limits: CoreDataLimits) {
      let (steps, isTooLarge) = fileByteCount.multipliedReportingOverflow(
        by: max(0, limits.stepCountPerByte))
      let (sum, overflows) = steps.addingReportingOverflow(max(0, limits.baseStepCount))
      stepCount = isTooLarge || overflows ? .max : sum
      rest = Atomic(stepCount)
    }

    /// Gives the next statement all of its steps.
    func begin() { rest.store(stepCount, ordering: .relaxed) }

    /// Prepares a connection, which may not outlive this.
    func prepare(_ database: Database, maximumRowByteCount: Int) throws {
      let connection = unsafe database.sqliteConnection
      let length = max(maximumRowByteCount, Self.smallestLength)
      for (limit, value) in [
        (SQLITE_LIMIT_LENGTH, length), (SQLITE_LIMIT_SQL_LENGTH, min(length, 1_000_000)),
        (SQLITE_LIMIT_EXPR_DEPTH, 200), (SQLITE_LIMIT_ATTACHED, 0),
        (SQLITE_LIMIT_VDBE_OP, 250_000),
      ] {
        _ = unsafe sqlite3_limit(connection, limit, Int32(clamping: value))
      }
      unsafe sqlite3_progress_handler(
        connection, Self.stepsPerLook,
        { context in
          guard let context = unsafe context else { return 0 }
          let reading = unsafe Unmanaged<UntrustedReading>.fromOpaque(context).takeUnretainedValue()
          let steps = Int(UntrustedReading.stepsPerLook)
          return reading.rest.subtract(steps, ordering: .relaxed).newValue < 0 ? 1 : 0
        }, Unmanaged.passUnretained(self).toOpaque())
      // Functions, views and triggers of the file run nothing of the program, and nothing is written, not even to temporary files.
      try database.execute(
        sql: """
          PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;
          PRAGMA temp_store = MEMORY
          """)
    }
  }
#endif
