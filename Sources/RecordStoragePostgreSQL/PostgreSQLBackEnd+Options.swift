#if PostgreSQL
  extension PostgreSQLBackEnd {
    /// Where tables and records stand, and how many connections there may be.
    public struct Options: Sendable {
      /// The schema of the server in which the tables stand, a namespace. It is made if it is missing. At most 63 bytes.
      public var schema: String
      /// How many sessions may run at the same time, each with a connection of its own. Others wait.
      public var maximumConnectionCount: Int
      /// How long a statement waits for what others do on the server, in seconds: ``StorageError/Code/locked`` then. A session that defines a table anew makes
      /// all others wait.
      public var waitingSeconds: Double
      /// The seconds for which the server may send nothing while an answer is awaited, beyond ``waitingSeconds`` for each of two locks. Then the connection is given up:
      /// ``StorageError/Code/connectionLost``, or ``StorageError/Code/outcomeUnknown`` for a commit. A query that sorts many records without an
      /// index sends nothing before it is done.
      public var answerSeconds: Double
      /// As ``answerSeconds``, for the statements of a definition: they write all records of a table anew, or make an index of them.
      public var definitionSeconds: Double
      /// The servers among which the records of each table are divided by their keys. None: the server that is connected to
      /// holds them itself. A store has the same ones, in the same order, for ever.
      public var dataServers: [DataServer]

      /// Options.
      public init(
        schema: String = "public", maximumConnectionCount: Int = 8, waitingSeconds: Double = 60,
        answerSeconds: Double = 120, definitionSeconds: Double = 3_600,
        dataServers: [DataServer] = []
      ) {
        self.schema = schema
        self.maximumConnectionCount = maximumConnectionCount
        self.waitingSeconds = waitingSeconds
        self.answerSeconds = answerSeconds
        self.definitionSeconds = definitionSeconds
        self.dataServers = dataServers
      }
    }
  }
#endif
