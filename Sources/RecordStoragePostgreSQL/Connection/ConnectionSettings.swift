#if PostgreSQL
  /// The settings of connections to a server, and the time to wait for it.
  struct ConnectionSettings: Sendable {
    /// True if each transaction may get another connection to the server.
    let isPooled: Bool
    private let waitingSeconds: Double
    private let answerSeconds: Double
    private let definitionSeconds: Double

    init(_ options: PostgreSQLBackEnd.Options, isPooled: Bool) {
      self.isPooled = isPooled
      waitingSeconds = Self.clamped(options.waitingSeconds)
      answerSeconds = Self.clamped(options.answerSeconds)
      definitionSeconds = Self.clamped(options.definitionSeconds)
    }

    /// A time that the server can be told: 0 would be for ever, and milliseconds are a 32-bit number.
    private static func clamped(_ seconds: Double) -> Double {
      seconds > 0.001 ? min(seconds, 2_147_483.647) : 0.001
    }

    /// The time for which the server may send nothing. A statement waits for two others at most, one after the other: the store and a table are locked together.
    func silence(isDefining: Bool) -> Duration {
      .seconds(2 * waitingSeconds + (isDefining ? definitionSeconds : answerSeconds))
    }

    /// The statements that a new connection is told; nil if the settings would be those of whatever transaction comes next.
    var ofConnections: String? { isPooled ? nil : statements("SET") }

    /// A server that is asked no more ends a statement (`client_connection_check_interval`, from PostgreSQL 14 on).
    static let watching = "SET client_connection_check_interval = 10000"

    /// The statements that stand at the begin of each transaction, each with its semicolon.
    var ofTransactions: String { isPooled ? statements("SET LOCAL") + "; " : "" }

    /// Not to read whole tables where an index will do, which is what makes transactions conflict; and to wait for others so long.
    private func statements(_ set: String) -> String {
      let milliseconds = Int(waitingSeconds * 1_000)
      return
        "\(set) enable_seqscan = off; \(set) jit = off; \(set) lock_timeout = \(milliseconds)"
    }
  }
#endif
