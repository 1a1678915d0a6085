#if PostgreSQL
  extension PostgreSQLBackEnd {
    /// Where the tables stand, and how many connections there may be.
    public struct Options: Sendable {
      /// The schema of the server in which the tables stand, a namespace. It is made if it is missing. At most 63 bytes.
      public var schema: String
      /// How many sessions may run at the same time, each with a connection of its own. Others wait.
      public var maximumConnectionCount: Int

      /// Options.
      public init(schema: String = "public", maximumConnectionCount: Int = 8) {
        self.schema = schema
        self.maximumConnectionCount = maximumConnectionCount
      }
    }
  }
#endif
